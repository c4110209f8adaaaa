/** Statistics: record counts, exact sums and medians by one or two dimensions. */
import {DATASETS} from '../../datasets/index.ts';
import type {RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import {MAX_SECOND_GROUPS, type Row, type StatsPage, type StatsQuery} from '../types.ts';
import {
  type Accumulators,
  type Aggregates,
  aggregate,
  exactCents,
  exactText,
  numbersOf,
  wholeOfGroups,
  wholeOfRows,
} from './aggregate.ts';
import {type Amounts, type Axis, cellsOf, cellsOfGroups, mediansOfPairs} from './cells.ts';
import {groupPage} from './group_order.ts';
import {arePairsFew, marginsOf, type PairCells, pairCells} from './pair_cells.ts';
import type {Group, Table} from './table.ts';
import type {Walks} from './walks.ts';

/** What a query groups and sums. */
interface Dimensions {
  group: Group;
  second: Group | null;
  sum: string | null;
}

/** One page of groups. Throws if the dataset has no statistics or not these dimensions. */
export function stats(
  table: Table,
  query: StatsQuery,
  scratch: Scratch,
  accumulators: Accumulators,
  walks: Walks,
): StatsPage {
  const dimensions = dimensionsOf(table, query);
  const {group, second, sum} = dimensions;
  const set = walks.rows(table, query, scratch);
  if (second && arePairsFew(group, second) && !isWide(table, sum))
    return pairPage(table, query, dimensions, second, set, scratch);
  const aggregates = aggregate(table, group, sum, set, scratch, accumulators);
  const page = groupPage(group, aggregates, query, scratch);
  const head = {...headOf(group, aggregates, page), ...wholeOf(table, dimensions, set, aggregates, scratch)};
  if (second || query.median)
    return {...head, ...cellRows(table, query, dimensions, set, page, aggregates, scratch, accumulators)};
  const rows = page.map((ordinal): Row => {
    const value = sumText(aggregates, ordinal);
    return {
      group_by: query.group_by,
      group_value: stringAt(group.values, ordinal),
      record_count: aggregates.counts[ordinal]!,
      sum_field: sum,
      sum_value: value === null ? null : Number(value),
      value_count: aggregates.valued ? aggregates.valued[ordinal]! : null,
    };
  });
  return {...head, rows};
}

/** The sum of a group; null where nothing is summed or no record has a value. */
const sumText = (aggregates: Aggregates, ordinal: number): string | null =>
  aggregates.valued && aggregates.valued[ordinal]! > 0 ? exactText(exactCents(aggregates, ordinal)) : null;

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
  return {sum_value: values > 0 ? Number(exactText(cents)) : null, value_count: values};
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
            sum: sumText(aggregates, last),
            count: aggregates.counts[last]!,
            value: stringAt(group.values, last),
          },
  };
}

function amountsOf(table: Table, sum: string): Amounts {
  const key = table.layout.orders.find(({column}) => column === sum)?.key;
  const {rows = null, valued = 0} = (key === undefined ? undefined : table.orders.get(key)) ?? {};
  return {numbers: numbersOf(table, sum), wide: isWide(table, sum), ordered: rows && {rows, valued}};
}

/** Whether a sum of the column may exceed what a number holds exactly. */
const isWide = ({facts}: Table, sum: string | null): boolean => sum !== null && facts.wide_sums.includes(sum);

/** A page of two dimensions with few pairs. */
function pairPage(
  table: Table,
  query: StatsQuery,
  dimensions: Dimensions,
  second: Group,
  set: RowSet,
  scratch: Scratch,
): StatsPage {
  const {group, sum} = dimensions;
  const numbers = sum === null ? null : numbersOf(table, sum);
  const cells = pairCells(table, `${query.group_by},${query.then_by}`, set, group, second, numbers, scratch);
  const margins = marginsOf(cells);
  const page = groupPage(group, margins.first, query, scratch);
  const columns = groupPage(second, margins.second, {limit: MAX_SECOND_GROUPS, offset: 0}, scratch);
  const twiceMedians =
    query.median && sum !== null
      ? mediansOfPairs(
          set,
          {group, ordinals: page},
          {group: second, ordinals: columns},
          cells,
          amountsOf(table, sum),
          scratch,
        )
      : null;
  return {
    ...headOf(group, margins.first, page),
    ...wholeOf(table, dimensions, set, margins.first, scratch),
    then_total: margins.second.ordinals.length,
    rows: pairRows(query, cells, nameOrdinals(group, page), nameOrdinals(second, columns), sum, twiceMedians),
  };
}

type Named = {ordinal: number; name: string};

const nameOrdinals = ({values}: Group, ordinals: readonly number[]): Named[] =>
  ordinals.map((ordinal) => ({ordinal, name: stringAt(values, ordinal)}));

/** The rows of the pairs that have records. */
function pairRows(
  {group_by, then_by}: StatsQuery,
  {columns: width, counts, summed}: PairCells,
  page: readonly Named[],
  columns: readonly Named[],
  sum: string | null,
  twiceMedians: readonly (bigint | null)[] | null,
): Row[] {
  const rows: Row[] = [];
  for (const [i, first] of page.entries()) {
    for (const [j, second] of columns.entries()) {
      const cell = first.ordinal * width + second.ordinal;
      if (counts[cell] === 0) continue;
      rows.push({
        group_by,
        group_value: first.name,
        record_count: counts[cell]!,
        sum_field: sum,
        // Dividing rounds as reading the decimal text does.
        sum_value: summed && summed.valued[cell]! > 0 ? summed.sums[cell]! / 100 : null,
        value_count: summed ? summed.valued[cell]! : null,
        then_by: then_by!,
        then_value: second.name,
        ...(twiceMedians ? {median_value: medianOf(twiceMedians[i * columns.length + j]!)} : {}),
      });
    }
  }
  return rows;
}

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

/** The rows of the cells of the groups on a page. */
function cellRows(
  table: Table,
  query: StatsQuery,
  {group, second, sum}: Dimensions,
  set: RowSet,
  page: readonly number[],
  aggregates: Aggregates,
  scratch: Scratch,
  accumulators: Accumulators,
): Pick<StatsPage, 'rows' | 'then_total'> {
  const first: Axis = {group, ordinals: page};
  const amounts = sum === null ? null : amountsOf(table, sum);
  const columns = second && secondAxis(table, second, sum, set, scratch, accumulators);
  const cells =
    columns || !amounts
      ? cellsOf(set, first, columns?.axis ?? null, amounts, query.median === true, scratch)
      : cellsOfGroups(set, first, aggregates, amounts, scratch);
  const width = columns ? columns.axis.ordinals.length : 1;
  const rows: Row[] = [];
  for (let cell = 0; cell < cells.counts.length; cell++) {
    if (cells.counts[cell] === 0) continue;
    rows.push({
      group_by: query.group_by,
      group_value: stringAt(group.values, first.ordinals[Math.floor(cell / width)]!),
      record_count: cells.counts[cell]!,
      sum_field: sum,
      sum_value: cells.amounts[cell]! > 0 ? Number(exactText(cells.sums[cell]!)) : null,
      value_count: sum === null ? null : cells.amounts[cell]!,
      ...(columns
        ? {
            then_by: query.then_by!,
            then_value: stringAt(columns.axis.group.values, columns.axis.ordinals[cell % width]!),
          }
        : {}),
      ...(query.median ? {median_value: medianOf(cells.twiceMedians[cell] ?? null)} : {}),
    });
  }
  return columns ? {rows, then_total: columns.total} : {rows};
}

/** The first groups of the second dimension over the same rows, and how many there are. */
function secondAxis(
  table: Table,
  group: Group,
  sum: string | null,
  set: RowSet,
  scratch: Scratch,
  accumulators: Accumulators,
): {axis: Axis; total: number} {
  const aggregates = aggregate(table, group, sum, set, scratch, accumulators);
  const ordinals = groupPage(group, aggregates, {limit: MAX_SECOND_GROUPS, offset: 0}, scratch);
  return {axis: {group, ordinals}, total: aggregates.ordinals.length};
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
