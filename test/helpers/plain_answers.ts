/** The answer to any query by a plain scan of all rows, as text: written without the engine's filters and orders. */
import {compareText} from '../../datasets/rules/text.ts';
import type {Dataset} from '../../datasets/types.ts';
import type {ListQuery, Row, StatsQuery} from '../../engine/types.ts';
import {passes} from './plain_conditions.ts';
import {isNear, itemOf} from './plain_near.ts';
import {type PlainOrder, plainOrder} from './plain_order.ts';
import {plainProfile} from './plain_profile.ts';
import {amountOf, type PlainRow, type PlainTable, type PlainTables, pickFields} from './plain_rows.ts';
import {plainSearch} from './plain_search.ts';
import type {Asked} from './told.ts';

export interface PlainGroup {
  value: string;
  count: number;
  cents: bigint;
  /** Exact sum; null where nothing is summed. */
  sum: string | null;
}

export interface PlainEngine {
  tables: PlainTables;
  /** Rows of a query in order, all pages together. */
  rows(query: Pick<ListQuery, 'dataset' | 'where' | 'near' | 'sort' | 'order'>): PlainRow[];
  groups(query: Pick<StatsQuery, 'dataset' | 'where' | 'near' | 'group_by'>): PlainGroup[];
  /** The answer as `tell` gives that of an engine. */
  tell(asked: Asked): string;
}

const centsText = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Statistics: records and exact sums by group. */
const groupOrder =
  ({of}: PlainTable, group_by: string) =>
  (a: PlainGroup, b: PlainGroup) => {
    if ((of as Dataset).stats!.groups[group_by]!.chronological) {
      const last = Number(a.value === 'Unknown') - Number(b.value === 'Unknown');
      return last || compareText(b.value, a.value);
    }
    const sums = a.sum === null || b.sum === null || a.cents === b.cents ? 0 : a.cents > b.cents ? -1 : 1;
    return sums || b.count - a.count || compareText(a.value, b.value);
  };

const inPlace = (rows: readonly PlainRow[], {compare, placeOf}: PlainOrder): PlainRow[] =>
  rows
    .map((row) => ({row, place: placeOf(row)}))
    .sort((a, b) => compare(a.place, b.place))
    .map(({row}) => row);

export function plainEngine(tables: PlainTables): PlainEngine {
  const sorted = new Map<string, PlainRow[]>();
  const tableOf = (name: string): PlainTable => tables.get(name)!;

  const inOrder = (table: PlainTable, sort: string, order: 'asc' | 'desc'): PlainRow[] => {
    const name = `${table.of.name} ${sort} ${order}`;
    const known = sorted.get(name);
    if (known) return known;
    const rows = inPlace(table.rows, plainOrder(table, {sort, order}));
    sorted.set(name, rows);
    return rows;
  };

  const engine: PlainEngine = {
    tables,
    rows({dataset, where, near, sort, order}) {
      const table = tableOf(dataset);
      if (!near) return inOrder(table, sort, order).filter(passes(table, where));
      const rows = table.rows.filter(isNear(table, near)).filter(passes(table, where));
      return inPlace(rows, plainOrder(table, {sort, order, near}));
    },
    groups({dataset, where, near, group_by}) {
      const table = tableOf(dataset);
      const {sum} = (table.of as Dataset).stats!;
      const groups = new Map<string, PlainGroup>();
      for (const row of table.rows.filter(isNear(table, near)).filter(passes(table, where))) {
        for (const value of row.groups[group_by]!) {
          const group = groups.get(value) ?? {value, count: 0, cents: 0n, sum: null};
          group.count++;
          group.cents += BigInt(sum === null ? 0n : (row.amounts[sum] ?? 0n));
          groups.set(value, group);
        }
      }
      const all = [...groups.values()];
      if (sum !== null) for (const group of all) group.sum = centsText(group.cents);
      return all.sort(groupOrder(table, group_by));
    },
    tell(asked) {
      switch (asked.kind) {
        case 'list':
          return list(engine, asked.query);
        case 'stats':
          return stats(engine, asked.query);
        case 'detail':
          return detail(tableOf(asked.dataset), asked.id);
        case 'profile':
          return plainProfile(tableOf(asked.entity), asked.name);
        case 'lifecycle':
          return lifecycle(engine, asked.solicitation);
        case 'search':
          return plainSearch(tables, asked.query);
      }
    },
  };
  return engine;
}

function list(engine: PlainEngine, query: ListQuery): string {
  const {dataset, after, limit, offset} = query;
  const table = engine.tables.get(dataset)!;
  const rows = engine.rows(query);
  const {compare, placeOf, placeAt, positionOf} = plainOrder(table, query);
  const place = after && placeAt(after);
  const left = place ? rows.filter((row) => compare(placeOf(row), place) > 0) : rows.slice(offset);
  const page = left.slice(0, limit);
  const end = page.at(-1);
  const last = end ? positionOf(end) : null;
  return JSON.stringify({
    total: rows.length,
    last,
    items: page.map((row) => `${itemOf(table, query, row)}\n`).join(''),
  });
}

function stats(engine: PlainEngine, query: StatsQuery): string {
  const {dataset, group_by, after, offset, limit} = query;
  const table = engine.tables.get(dataset)!;
  const groups = engine.groups(query);
  const compare = groupOrder(table, group_by);
  const place = after && {...after, cents: BigInt(amountOf('money', after.sum) ?? 0n)};
  const left = place ? groups.filter((group) => compare(group, place) > 0) : groups.slice(offset);
  const page = left.slice(0, limit);
  const last = page.at(-1);
  return JSON.stringify({
    total: groups.length,
    rows: page.map(({value, count, sum}) => ({
      group_by,
      group_value: value,
      record_count: count,
      sum_field: (table.of as Dataset).stats!.sum,
      sum_value: sum === null ? null : Number(sum),
    })),
    last: last ? {sum: last.sum, count: last.count, value: last.value} : null,
  });
}

function detail({of, rows}: PlainTable, id: string): string {
  const names = Object.keys(of.columns).filter((name) => of.columns[name]!.visibility !== 'internal');
  const row = rows.find((one) => one.id === id);
  return row ? JSON.stringify(pickFields(row, names)) : 'null';
}

const dayOf = ({amounts}: PlainRow): string => String(amounts['date'] ?? '');

/** First of the rows with the latest date. */
function newest(rows: PlainRow[]): PlainRow | undefined {
  const latest = rows.map(dayOf).sort().at(-1);
  return rows.find((row) => dayOf(row) === latest);
}

/** A procurement lifecycle: tender, award and contract of one solicitation number. */
function lifecycle(engine: PlainEngine, solicitation: string): string {
  const linked = (dataset: string): PlainRow[] =>
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
  const items = (rows: PlainRow[]): Row[] => rows.map(({item}) => JSON.parse(item));
  const sum = (rows: PlainRow[]): number =>
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
