/** The oracle: answers any query by a scan of all rows, as text, without the engine's filters and orders. */
import {compareText} from '../../datasets/rules/text.ts';
import type {Dataset} from '../../datasets/types.ts';
import type {Condition, ListQuery, Row, StatsQuery} from '../../engine/types.ts';
import type {AnyQuery} from './answer_text.ts';
import {scanCells} from './scan_cells.ts';
import {passes} from './scan_conditions.ts';
import {scanFacets, scanValues} from './scan_facets.ts';
import {scanBox, scanTileText, scanZone} from './scan_map.ts';
import {isNear, itemOf} from './scan_near.ts';
import {type ScanOrder, scanOrder} from './scan_order.ts';
import {scanProfile} from './scan_profile.ts';
import {amountOf, type ScanRow} from './scan_row.ts';
import {columnOf, onceFor, pickFields, type ScanTable, type ScanTables} from './scan_rows.ts';
import {scanSearch} from './scan_search.ts';

export interface ScanGroup {
  value: string;
  count: number;
  cents: bigint;
  /** Rows with an amount. */
  filled: number;
  /** Exact sum; null where nothing is summed, and without an amount. */
  sum: string | null;
}

type RowsQuery = Pick<ListQuery, 'dataset' | 'where' | 'near' | 'sort' | 'order'>;
type GroupsQuery = Pick<StatsQuery, 'dataset' | 'where' | 'near' | 'group_by' | 'sort' | 'order'>;

export interface ScanOracle {
  tables: ScanTables;
  /** Rows of a query in order, all pages together. */
  rows(query: RowsQuery): readonly ScanRow[];
  groups(query: GroupsQuery): readonly ScanGroup[];
  /** The answer in the form of `answerText`. */
  answerText(query: AnyQuery): string;
}

const centsText = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

type GroupPlace = Pick<ScanGroup, 'value' | 'count' | 'sum' | 'cents'>;

/** The order of groups of a query. */
function groupOrder({declaration}: ScanTable, {group_by, sort, order}: GroupsQuery) {
  const {groups, sum: summed} = (declaration as Dataset).stats!;
  const key = sort ?? (groups[group_by]!.chronological ? 'label' : summed ? 'sum' : 'count');
  const up = order ? order === 'asc' : sort === 'label';
  const turned = (compared: number) => (up ? compared : -compared);
  const rest = (a: GroupPlace, b: GroupPlace) => b.count - a.count || compareText(a.value, b.value);
  const nothing = ({sum}: GroupPlace) => Number(sum === null);
  const unknown = ({value}: GroupPlace) => Number(value === 'Unknown');
  return (a: GroupPlace, b: GroupPlace): number => {
    if (key === 'label') return unknown(a) - unknown(b) || turned(compareText(a.value, b.value));
    if (key === 'count') return turned(a.count - b.count) || compareText(a.value, b.value);
    if (a.sum === null || b.sum === null) return nothing(a) - nothing(b) || rest(a, b);
    return turned(Number(a.cents > b.cents) - Number(a.cents < b.cents)) || rest(a, b);
  };
}

const inOrderOf = (rows: readonly ScanRow[], {compare, keyOf}: ScanOrder): ScanRow[] =>
  rows
    .map((row) => ({row, key: keyOf(row)}))
    .sort((a, b) => compare(a.key, b.key))
    .map(({row}) => row);

/**
 * What was found for some conditions, kept as long as they are: drawing a question asks for its rows before
 * its answer does.
 */
function keptFor<T>(
  kept: WeakMap<readonly Condition[], Map<string, T>>,
  where: readonly Condition[],
  of: readonly unknown[],
  find: () => T,
): T {
  const known = kept.get(where) ?? new Map<string, T>();
  kept.set(where, known);
  const name = JSON.stringify(of);
  const one = known.get(name) ?? find();
  known.set(name, one);
  return one;
}

/** All rows of a table in an order. */
const inOrder = (table: ScanTable, sort: string, order: 'asc' | 'desc'): readonly ScanRow[] =>
  onceFor(table, `order ${sort} ${order}`, () => inOrderOf(table.rows, scanOrder(table, {sort, order})));

function findRows(table: ScanTable, {where, near, sort, order}: RowsQuery): ScanRow[] {
  if (!near) return inOrder(table, sort, order).filter(passes(table, where));
  const rows = table.rows.filter(isNear(table, near)).filter(passes(table, where));
  return inOrderOf(rows, scanOrder(table, {sort, order, near}));
}

function findGroups(table: ScanTable, query: GroupsQuery): ScanGroup[] {
  const {where, near, group_by} = query;
  const {sum} = (table.declaration as Dataset).stats!;
  const amounts = sum === null ? null : columnOf(table, 'amounts', sum);
  const values = columnOf(table, 'groups', group_by);
  const groups = new Map<string, ScanGroup>();
  for (const {at} of table.rows.filter(isNear(table, near)).filter(passes(table, where))) {
    const amount = amounts?.[at] ?? null;
    for (const value of values[at]!) {
      const group = groups.get(value) ?? {value, count: 0, cents: 0n, filled: 0, sum: null};
      group.count++;
      group.cents += BigInt(amount ?? 0n);
      group.filled += Number(amount !== null);
      groups.set(value, group);
    }
  }
  const all = [...groups.values()];
  for (const group of all) if (group.filled > 0) group.sum = centsText(group.cents);
  return all.sort(groupOrder(table, query));
}

/** What all rows of a query add up to, each once. */
function wholeOf(table: ScanTable, {where, near}: StatsQuery): Row {
  const {sum} = (table.declaration as Dataset).stats!;
  if (sum === null) return {sum_value: null, value_count: null};
  const of = columnOf(table, 'amounts', sum);
  const amounts = table.rows
    .filter(isNear(table, near))
    .filter(passes(table, where))
    .flatMap(({at}) => of[at] ?? []);
  const cents = amounts.reduce<bigint>((all, one) => all + BigInt(one), 0n);
  return {sum_value: amounts.length > 0 ? Number(centsText(cents)) : null, value_count: amounts.length};
}

export function scanOracle(tables: ScanTables): ScanOracle {
  const tableOf = (name: string): ScanTable => tables.get(name)!;
  const rowsOf = new WeakMap<readonly Condition[], Map<string, readonly ScanRow[]>>();
  const groupsOf = new WeakMap<readonly Condition[], Map<string, readonly ScanGroup[]>>();
  const engine: ScanOracle = {
    tables,
    rows(query) {
      const {dataset, where, near, sort, order} = query;
      return keptFor(rowsOf, where, [dataset, near, sort, order], () => findRows(tableOf(dataset), query));
    },
    groups(query) {
      const {dataset, where, near, group_by, sort, order} = query;
      const of = [dataset, near, group_by, sort, order];
      return keptFor(groupsOf, where, of, () => findGroups(tableOf(dataset), query));
    },
    answerText(query) {
      switch (query.kind) {
        case 'list':
          return list(engine, query.query);
        case 'stats':
          return stats(engine, query.query);
        case 'detail':
          return detail(tableOf(query.dataset), query.id);
        case 'profile':
          return scanProfile(tableOf(query.entity), query.name);
        case 'lifecycle':
          return lifecycle(engine, query.solicitation);
        case 'search':
          return scanSearch(tables, query.query);
        case 'facets':
          return scanFacets(tableOf(query.query.dataset), query.query);
        case 'values':
          return scanValues(tableOf(query.query.dataset), query.query);
        case 'tile':
          return scanTileText(tableOf(query.query.dataset), query.query);
        case 'box':
          return scanBox(tableOf(query.query.dataset), query.query);
        case 'zone':
          return scanZone(tableOf(query.query.dataset), query.query);
      }
    },
  };
  return engine;
}

function list(engine: ScanOracle, query: ListQuery): string {
  const {dataset, after, limit, offset} = query;
  const table = engine.tables.get(dataset)!;
  const rows = engine.rows(query);
  const {compare, keyOf, keyAt, positionOf} = scanOrder(table, query);
  const start = after && keyAt(after);
  const left = start ? rows.filter((row) => compare(keyOf(row), start) > 0) : rows.slice(offset);
  const page = left.slice(0, limit);
  const end = page.at(-1);
  const last = end ? positionOf(end) : null;
  return JSON.stringify({
    total: rows.length,
    last,
    items: page.map((row) => `${itemOf(table, query, row)}\n`).join(''),
  });
}

function stats(engine: ScanOracle, query: StatsQuery): string {
  const {dataset, group_by, after, offset, limit, then_by} = query;
  const table = engine.tables.get(dataset)!;
  const groups = engine.groups(query);
  const compare = groupOrder(table, query);
  const start = after && {...after, cents: BigInt(amountOf('money', after.sum) ?? 0n)};
  const left = start ? groups.filter((group) => compare(group, start) > 0) : groups.slice(offset);
  const page = left.slice(0, limit);
  const last = page.at(-1);
  const end = last ? {sum: last.sum, count: last.count, value: last.value} : null;
  if (then_by !== undefined || query.median) {
    const usual = {...query, sort: undefined, order: undefined};
    const second = then_by === undefined ? null : engine.groups({...usual, group_by: then_by});
    const cells = scanCells(table, query, page, second);
    return JSON.stringify({
      total: groups.length,
      groups: page.length,
      last: end,
      rows: cells,
      ...wholeOf(table, query),
      ...(second ? {then_total: second.length} : {}),
    });
  }
  return JSON.stringify({
    total: groups.length,
    groups: page.length,
    last: end,
    rows: page.map(({value, count, sum, filled}) => ({
      group_by,
      group_value: value,
      record_count: count,
      sum_field: (table.declaration as Dataset).stats!.sum,
      sum_value: sum === null ? null : Number(sum),
      value_count: (table.declaration as Dataset).stats!.sum === null ? null : filled,
    })),
    ...wholeOf(table, query),
  });
}

function detail(table: ScanTable, id: string): string {
  const {declaration, rows} = table;
  const names = Object.keys(declaration.columns).filter(
    (name) => declaration.columns[name]!.visibility !== 'internal',
  );
  const byId = onceFor(table, 'by id', () => new Map(rows.map((one) => [one.id, one])));
  const row = byId.get(id);
  return row ? JSON.stringify(pickFields(row, names)) : 'null';
}

const dayOf = ({amounts}: ScanRow): string => String(amounts['date'] ?? '');

/** First of the rows with the latest date. */
function newest(rows: readonly ScanRow[]): ScanRow | undefined {
  const latest = rows.map(dayOf).sort().at(-1);
  return rows.find((row) => dayOf(row) === latest);
}

/** A procurement lifecycle: tender, award and contract of one solicitation number. */
function lifecycle(engine: ScanOracle, solicitation: string): string {
  const linked = (dataset: string) =>
    engine.rows({
      dataset,
      where: [{op: 'exact', columns: ['solicitation_number'], value: solicitation}],
      sort: 'date',
      order: 'asc',
    });
  const [tenders, awards, contracts] = [linked('tenders'), linked('awards'), linked('contracts')];
  const all = [...tenders, ...awards, ...contracts];
  const [first, tender] = [newest(all), newest(tenders)];
  if (!first) return 'null';
  const dates = all.map(dayOf).filter(Boolean).sort();
  const items = (rows: readonly ScanRow[]): Row[] => rows.map(({item}) => JSON.parse(item));
  const sum = (rows: readonly ScanRow[]): number =>
    Number(centsText(rows.reduce((total, {amounts}) => total + BigInt(amounts['value'] ?? 0n), 0n)));
  return JSON.stringify({
    solicitation_number: first.fields['solicitation_number'],
    tender: tender ? JSON.parse(tender.item) : null,
    tenders: items(tenders),
    awards: items(awards),
    contracts: items(contracts),
    summary: {
      row_count: all.length,
      first_date: dates[0] ?? null,
      last_date: dates.at(-1) ?? null,
      award_value: sum(awards),
      contract_value: sum(contracts),
    },
  });
}
