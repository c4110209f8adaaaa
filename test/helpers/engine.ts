/** An engine over rows in memory: every answer by a plain scan, so that server tests need no files. */
import {SEARCH} from '../../datasets/global_search.ts';
import {DATASETS, DERIVED, datasetOrEntity, idColumn} from '../../datasets/index.ts';
import {compareText, fold} from '../../datasets/rules/text.ts';
import {BUCKETS, type Bucket} from '../../datasets/series.ts';
import type {Json} from '../../datasets/types.ts';
import {linesOf, rowsOf} from '../../engine/rows/json_lines.ts';
import type {
  BoxPage,
  BoxQuery,
  Condition,
  Engine,
  FacetsQuery,
  Hits,
  ListQuery,
  Near,
  Row,
  SearchQuery,
  StatsQuery,
  Tile,
  TileQuery,
  ValueCount,
  Values,
  ValuesQuery,
  Zone,
  ZoneQuery,
} from '../../engine/types.ts';
import {shownColumns} from '../../server/api/routes/answers.ts';
import {areaOf, zoneAt} from './scan_areas.ts';
import {scanTile} from './scan_tiles.ts';

/** Whole rows by dataset or entity. */
export type Tables = Record<string, Row[]>;

export const INFO = {
  build_id: 'b1',
  data_as_of: '2026-11-20T06:00:00',
  synthetic: false,
};

const texts = (value: Json | undefined): string[] =>
  value === null || value === undefined ? [] : [value].flat().map(String);

function holds(row: Row, {op, columns, value}: Condition): boolean {
  const values = columns.flatMap((name) => texts(row[name]));
  const numeric = columns.some((name) => typeof row[name] === 'number');
  const order = (v: string) => (numeric ? Number(v) - Number(value) : compareText(v, String(value)));
  switch (op) {
    case 'exact':
      return values.some((v) => fold(v) === value);
    case 'partial':
      return values.some((v) => fold(v).includes(String(value)));
    case 'gte':
      return values.some((v) => order(v) >= 0);
    case 'lte':
      return values.some((v) => order(v) <= 0);
    case 'flag':
      return columns.some((name) => row[name] === value);
    case 'in':
      return values.some((v) => (value as readonly string[]).includes(v));
    default:
      throw new Error(`the engine in memory has no operator ${op}`);
  }
}

const keyOf = (value: Json | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** Nulls last; numbers as numbers, texts by code point. */
function compareKeys(a: string | null, b: string | null, numeric: boolean, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const way = numeric ? Number(a) - Number(b) : compareText(a, b);
  return descending ? -way : way;
}

const pick = (row: Row, names: string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

const json = (row: Row): Buffer => Buffer.from(JSON.stringify(row));

function list(tables: Tables, query: ListQuery) {
  const declaration = datasetOrEntity(query.dataset);
  const column = declaration.sort.keys[query.sort]!;
  const numeric = !['text', 'date', 'timestamp'].includes(declaration.columns[column]!.type);
  const id = idColumn(declaration);
  const positionOf = (row: Row) => ({key: keyOf(row[column]), id: String(row[id])});
  const compare = (a: {key: string | null; id: string}, b: {key: string | null; id: string}) =>
    compareKeys(a.key, b.key, numeric, query.order === 'desc') || compareText(a.id, b.id);
  const all = (tables[query.dataset] ?? [])
    .filter((row) => query.where.every((condition) => holds(row, condition)))
    .sort((a, b) => compare(positionOf(a), positionOf(b)));
  const {after} = query;
  const from = after ? all.filter((row) => compare(positionOf(row), after) > 0) : all.slice(query.offset);
  const rows = from.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    total: all.length,
    items: linesOf(
      rows.map((row) => pick(row, Object.keys(shownColumns(declaration, query.details ? 'detail' : 'list')))),
    ),
    last: last ? positionOf(last) : null,
  };
}

const GROUP_VALUE: Record<string, (row: Row) => string> = {
  department: (row) => keyOf(row['department']) ?? 'Unknown',
  vendor: (row) => keyOf(row['vendor']) ?? 'Unknown',
  year: (row) => keyOf(row['date'])?.slice(0, 4) ?? 'Unknown',
  month: (row) => keyOf(row['date'])?.slice(0, 7) ?? 'Unknown',
  bucket: (row) => bucketOf(row['value']),
};

/** The size of an amount, found without the SQL of the declaration. */
function bucketOf(value: Json | undefined): string {
  if (typeof value !== 'number') return 'Unknown';
  const fits = ({from, to}: Bucket) => (from === null || value >= from) && (to === null || value < to);
  return BUCKETS.find(fits)!.label;
}

function stats(tables: Tables, query: StatsQuery) {
  const sum_field = DATASETS[query.dataset]!.stats!.sum;
  const groups = new Map<string, {count: number; sum: number; filled: number}>();
  const whole = {sum: 0, filled: 0};
  for (const row of tables[query.dataset] ?? []) {
    if (!query.where.every((condition) => holds(row, condition))) continue;
    const value = GROUP_VALUE[query.group_by]!(row);
    const group = groups.get(value) ?? {count: 0, sum: 0, filled: 0};
    const amount = row[sum_field ?? ''] ?? null;
    for (const one of [group, whole]) {
      one.sum += Number(amount);
      one.filled += Number(amount !== null);
    }
    groups.set(value, {...group, count: group.count + 1});
  }
  const all = [...groups.entries()].sort(
    ([v, a], [w, b]) =>
      Number(b.filled > 0) - Number(a.filled > 0) || b.sum - a.sum || b.count - a.count || compareText(v, w),
  );
  const {after} = query;
  const start = after ? all.findIndex(([value]) => value === after.value) + 1 : query.offset;
  const page = all.slice(start, start + query.limit);
  const last = page.at(-1);
  return {
    total: all.length,
    groups: page.length,
    sum_value: whole.filled > 0 ? whole.sum : null,
    value_count: sum_field === null ? null : whole.filled,
    rows: page.map(([group_value, {count, sum, filled}]) => ({
      group_by: query.group_by,
      group_value,
      record_count: count,
      sum_field,
      sum_value: filled > 0 ? sum : null,
      value_count: sum_field === null ? null : filled,
    })),
    last: last
      ? {sum: last[1].filled > 0 ? String(last[1].sum) : null, count: last[1].count, value: last[0]}
      : null,
  };
}

function lifecycle(tables: Tables, number: string) {
  const linked = (name: string) =>
    (tables[name] ?? [])
      .filter((row) => fold(keyOf(row['solicitation_number']) ?? '') === number)
      .map((row) => pick(row, Object.keys(shownColumns(DATASETS[name]!, 'list'))));
  const [tenders, awards, contracts] = [linked('tenders'), linked('awards'), linked('contracts')];
  const all = [...tenders, ...awards, ...contracts];
  if (all.length === 0) return null;
  const dates = all.map((row) => keyOf(row['date'])).filter((date) => date !== null);
  dates.sort();
  const sum = (rows: Row[]) => rows.reduce((total, row) => total + Number(row['value'] ?? 0), 0);
  return {
    solicitation_number: String(all[0]!['solicitation_number']),
    tender: tenders.at(-1) ?? null,
    tenders,
    awards,
    contracts,
    summary: {
      row_count: all.length,
      first_date: dates[0] ?? null,
      last_date: dates.at(-1) ?? null,
      award_value: sum(awards),
      contract_value: sum(contracts),
    },
  };
}

/** Rows whose columns hold every term, by dataset and id. */
function search(tables: Tables, {text, limit: maxResults}: SearchQuery): Hits[] {
  return Object.entries(SEARCH).map(([group, members]) => {
    const matches = members.flatMap(({table: dataset}) => {
      const {globalSearch: how} = datasetOrEntity(dataset);
      const rows = (tables[dataset] ?? []).filter((row) => {
        const all = how!.columns.flatMap((name) => texts(row[name])).map(fold);
        return text.split(' ').every((term) => all.some((one) => one.includes(term)));
      });
      const id = idColumn(datasetOrEntity(dataset));
      return rows.map((row) => ({dataset, record_id: String(row[id]), label: `label of ${row[id]}`}));
    });
    return {group, total: matches.length, results: matches.slice(0, maxResults)};
  });
}

/** The values of some rows, each with the number of rows, the most frequent first. */
function countValues(rows: readonly Row[], column: string): ValueCount[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const one of texts(row[column])) counts.set(one, (counts.get(one) ?? 0) + 1);
  const all = [...counts].map(([value, count]) => ({value, count}));
  return all.sort((a, b) => b.count - a.count || compareText(fold(a.value), fold(b.value)));
}

function facets(tables: Tables, {dataset, where, columns}: FacetsQuery): Values[] {
  return columns.map((column) => {
    const others = where.filter((one) => !one.columns.includes(column));
    const rows = (tables[dataset] ?? []).filter((row) => others.every((condition) => holds(row, condition)));
    const all = countValues(rows, column);
    return {total: all.length, values: all.slice(0, 20)};
  });
}

function values(tables: Tables, {dataset, column, text, limit}: ValuesQuery): Values {
  const all = countValues(tables[dataset] ?? [], column).filter(({value}) => fold(value).includes(text));
  const starts = ({value}: ValueCount) => Number(fold(value).startsWith(text));
  return {total: all.length, values: all.sort((a, b) => starts(b) - starts(a)).slice(0, limit)};
}

/** Columns as zoning has them. */
function zone(tables: Tables, {dataset, lat, lng, within}: ZoneQuery): Zone | null {
  const rows = tables[dataset] ?? [];
  const zone = zoneAt(rows.map(areaOf), lat, lng, within);
  const row = rows.find((one) => one['record_id'] === zone?.id);
  if (!zone || !row) return null;
  const {match, distance_m} = zone;
  return {
    match,
    distance_m,
    item: json(pick(row, Object.keys(shownColumns(datasetOrEntity(dataset), 'list')))),
  };
}

/** Columns as permits have them. */
const tile = (tables: Tables, query: TileQuery): Tile =>
  scanTile(
    (tables[query.dataset] ?? []).filter((row) => query.where.every((condition) => holds(row, condition))),
    query,
  );

function box(tables: Tables, {dataset, where, west, south, east, north, limit, count_by}: BoxQuery): BoxPage {
  const rows = (tables[dataset] ?? [])
    .filter((row) => where.every((condition) => holds(row, condition)))
    .filter(
      ({lat, lng}) =>
        typeof lat === 'number' && lat >= south && lat < north && Number(lng) >= west && Number(lng) < east,
    )
    .sort((a, b) => compareText(String(b['date']), String(a['date'])));
  const names = Object.keys(shownColumns(datasetOrEntity(dataset), 'list'));
  const counts = new Map<string | null, number>();
  for (const row of count_by === undefined ? [] : rows) {
    const value = (row[count_by!] ?? null) as string | null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const groups = [...counts]
    .map(([value, count]) => ({value, count}))
    .sort((a, b) => b.count - a.count || compareText(a.value ?? '\u{10ffff}', b.value ?? '\u{10ffff}'));
  const items = linesOf(rows.slice(0, limit).map((row) => pick(row, names)));
  return {total: rows.length, items, groups};
}

/** `closed` counts the calls of close. */
export interface ScanEngine extends Engine {
  closed: number;
  /** Thrown by every answer while it is set. */
  onStreamError: Error | null;
}

export function scanEngine(tables: Tables, info: Partial<Engine['info']> = {}): ScanEngine {
  const records = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
  const now = <T>(value: () => T): T => {
    if (engine.onStreamError) throw engine.onStreamError;
    return value();
  };
  const find = (name: string, fits: (row: Row) => boolean) => tables[name]?.find(fits) ?? null;
  const engine: ScanEngine = {
    info: {...INFO, records, ...info},
    closed: 0,
    onStreamError: null,
    list: (query) => now(() => list(tables, query)),
    among(dataset, ids) {
      const id = idColumn(datasetOrEntity(dataset));
      const known: Condition = {op: 'in', columns: [id], value: ids};
      const places = (where: readonly Condition[], near: Near | undefined): number[] => {
        const query = {dataset, where: [...where, known], near, sort: 'date', order: 'desc'} as const;
        const {items} = list(tables, {...query, limit: ids.length, offset: 0});
        return rowsOf(items).map((row) => ids.indexOf(String(row[id])));
      };
      return {
        order: () => now(() => Uint32Array.from(places([], undefined))),
        matching: (where, near) =>
          now(() => {
            const bits = new Uint32Array((ids.length + 31) >>> 5);
            for (const place of places(where, near)) bits[place >>> 5]! |= 1 << (place & 31);
            return bits;
          }),
      };
    },
    stats: (query) => now(() => stats(tables, query)),
    detail: (name, id) =>
      now(() => {
        const declaration = datasetOrEntity(name);
        const row = find(name, (one) => one[idColumn(declaration)] === id);
        return row && json(pick(row, Object.keys(shownColumns(declaration, 'detail'))));
      }),
    profile: (entity, name) =>
      now(() => {
        const {profile, key} = DERIVED[entity]!;
        const row = find(entity, (one) => fold(String(one[key.column])).includes(fold(name)));
        return row && {json: json(pick(row, [...profile])), matched_by: 'name', similar: []};
      }),
    lifecycle: (number) => now(() => lifecycle(tables, number)),
    search: (query) => now(() => search(tables, query)),
    nearWords: () => now(() => []),
    facets: (query) => now(() => facets(tables, query)),
    values: (query) => now(() => values(tables, query)),
    zone: (query) => now(() => zone(tables, query)),
    tile: (query) => now(() => tile(tables, query)),
    box: (query) => now(() => box(tables, query)),
    bounds: () => null,
    shapes: ({dataset}) => {
      throw new Error(`the engine in memory draws no areas of ${dataset}`);
    },
    file: () => null,
    within: (work) => work(),
    rest() {},
    async close() {
      engine.closed++;
    },
  };
  return engine;
}
