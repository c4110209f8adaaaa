/** Statistics: record counts, exact sums and medians by one or two dimensions. */
import {DATASETS} from '../../datasets/index.ts';
import type {RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import {MAX_SECOND_GROUPS, type Row, type StatsPage, type StatsQuery} from '../types.ts';
import {
  type Aggregates,
  aggregate,
  exactCents,
  exactText,
  numbersOf,
  wholeOfGroups,
  wholeOfRows,
} from './aggregate.ts';
import {
  type Amounts,
  type Axis,
  type Cells,
  cellsOf,
  cellsOfGroups,
  cellsOfPairs,
  medians,
  type Sums,
} from './cells.ts';
import {groupPage} from './group_order.ts';
import {arePairsFew, marginsOf, pairCells} from './pair_cells.ts';
import type {Group, Table} from './table.ts';
import type {Work} from './work.ts';

/** What a query groups and sums. */
interface Dimensions {
  group: Group;
  second: Group | null;
  sum: string | null;
}

/** One page of groups. Throws if the dataset has no statistics or not these dimensions. */
export function stats(table: Table, query: StatsQuery, {scratch, walks}: Work): StatsPage {
  const dimensions = dimensionsOf(table, query);
  const {group, second, sum} = dimensions;
  const set = walks.rows(table, query, scratch);
  const numbers = sum === null ? null : numbersOf(table, sum);
  const pairs =
    second && arePairsFew(group, second) && !isWide(table, sum)
      ? pairCells(table, `${query.group_by},${query.then_by}`, set, group, second, numbers, scratch)
      : null;
  const margins = pairs && marginsOf(pairs, scratch);
  const aggregates = margins?.first ?? aggregate(table, group, sum, set, scratch);
  const page = groupPage(group, aggregates, query, scratch);
  const first: Axis = {group, ordinals: page};
  const head = {...headOf(group, aggregates, page), ...wholeOf(table, dimensions, set, aggregates, scratch)};
  const withMedians = (sums: Sums, columns: Axis | null): Cells => {
    const amounts = query.median && sum !== null ? amountsOf(table, sum) : null;
    return {...sums, twiceMedians: amounts && medians(set, first, columns, amounts, sums.amounts, scratch)};
  };
  if (!second) {
    const cells = withMedians(cellsOfGroups(first, aggregates), null);
    return {...head, rows: cellRows(query, sum, cells, first, null)};
  }
  const others = margins?.second ?? aggregate(table, second, sum, set, scratch);
  const most = {limit: MAX_SECOND_GROUPS, offset: 0};
  const columns: Axis = {group: second, ordinals: groupPage(second, others, most, scratch)};
  const sums = pairs ? cellsOfPairs(first, columns, pairs) : cellsOf(set, first, columns, numbers, scratch);
  const rows = cellRows(query, sum, withMedians(sums, columns), first, columns);
  return {...head, rows, then_total: others.ordinals.length};
}

/** Cents as a number of units: dividing rounds as reading the decimal text does. */
const unitsOf = (cents: bigint | number): number =>
  typeof cents === 'number' ? cents / 100 : Number(exactText(cents));

/** What all rows of the set add up to. Rows with several groups count once. */
function wholeOf(
  table: Table,
  {group, sum}: Dimensions,
  set: RowSet,
  aggregates: Aggregates,
  scratch: Scratch,
): Pick<StatsPage, 'sum_value' | 'value_count'> {
  if (sum === null) return {sum_value: null, value_count: null};
  const stored = set === table.all ? table.facts.whole : null;
  const {cents, values} = stored
    ? {cents: stored.sum, values: stored.values}
    : group.offsets
      ? wholeOfRows(set, numbersOf(table, sum), scratch)
      : wholeOfGroups(aggregates);
  return {sum_value: values > 0 ? unitsOf(cents) : null, value_count: values};
}

/** What a page says besides its rows. */
function headOf(
  group: Group,
  aggregates: Aggregates,
  page: readonly number[],
): Pick<StatsPage, 'total' | 'groups' | 'last'> {
  const last = page.at(-1);
  return {
    total: aggregates.ordinals.length,
    groups: page.length,
    last:
      last === undefined
        ? null
        : {
            sum: aggregates.valued?.[last] ? exactText(exactCents(aggregates, last)) : null,
            count: aggregates.counts[last]!,
            value: stringAt(group.values, last),
          },
  };
}

function amountsOf(table: Table, sum: string): Amounts {
  const key = table.layout.orders.find(({column}) => column === sum)?.key;
  const {rows = null, valued = 0} = (key === undefined ? undefined : table.orders.get(key)) ?? {};
  return {numbers: numbersOf(table, sum), ordered: rows && {rows, valued}};
}

/** Whether a sum of the column may exceed what a number holds exactly. */
const isWide = ({facts}: Table, sum: string | null): boolean => sum !== null && facts.wide_sums.includes(sum);

function dimensionsOf({groups}: Table, {dataset: name, group_by, then_by, median}: StatsQuery): Dimensions {
  const dataset = DATASETS[name];
  const groupOf = (dimension: string): Group => {
    const group = groups.get(dimension);
    if (!dataset?.stats || !group) throw new Error(`${name} cannot be grouped by ${dimension}`);
    return group;
  };
  const group = groupOf(group_by);
  const second = then_by === undefined ? null : groupOf(then_by);
  const sum = dataset?.stats?.sum ?? null;
  if (median && sum === null) throw new Error(`${name} has no amounts: a median needs some`);
  return {group, second, sum};
}

/** The rows of the cells that have records. */
function cellRows(
  {group_by, then_by, median}: StatsQuery,
  sum: string | null,
  {counts, amounts, sums, twiceMedians}: Cells,
  first: Axis,
  columns: Axis | null,
): Row[] {
  const width = columns?.ordinals.length ?? 1;
  const namesOf = ({group, ordinals}: Axis) => ordinals.map((ordinal) => stringAt(group.values, ordinal));
  const [names, seconds] = [namesOf(first), columns && namesOf(columns)];
  const rows: Row[] = [];
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell] === 0) continue;
    rows.push({
      group_by,
      group_value: names[Math.floor(cell / width)]!,
      record_count: counts[cell]!,
      sum_field: sum,
      sum_value: amounts[cell]! > 0 ? unitsOf(sums[cell]!) : null,
      value_count: sum === null ? null : amounts[cell]!,
      ...(seconds && {then_by: then_by!, then_value: seconds[cell % width]!}),
      ...(median && {median_value: medianOf(twiceMedians?.[cell] ?? null)}),
    });
  }
  return rows;
}

/**
 * The median of a cell in whole units, with three decimals where it lies between two cents; null without an
 * amount.
 */
function medianOf(twice: bigint | null): number | null {
  if (twice === null) return null;
  const thousandths = twice * 5n;
  const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, '0');
  return Number(`${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`);
}
