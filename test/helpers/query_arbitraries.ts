/** Arbitraries of queries over every indexed table of a build, derived from the declarations. */
import {acronymsOf, BODIES} from '../../datasets/codes/bodies.ts';
import {SEARCH} from '../../datasets/global_search.ts';
import {fold} from '../../datasets/rules/text.ts';
import {isDerived} from '../../engine/file/table_layout.ts';
import {
  DISTANCE,
  GROUP_SORTS,
  type ListQuery,
  type Near,
  type Position,
  type StatsQuery,
} from '../../engine/types.ts';
import type {AnyQuery} from './answer_text.ts';
import {conditionSeeds, conditionsOf, cut, NASTY, pick, textFrom} from './condition_arbitraries.ts';
import fc from './fast_check.ts';
import {boxOf, tileOf, zoneOf} from './map_arbitraries.ts';
import type {ScanOracle} from './scan_answers.ts';
import {metresTo} from './scan_near.ts';
import type {ScanRow} from './scan_row.ts';
import {columnOf, onceFor, type ScanTable} from './scan_rows.ts';
import {widerOf} from './wider_queries.ts';

/** Datasets and entities that the search finds. */
const SEARCHED = new Set(Object.values(SEARCH).flatMap((members) => members.map(({table}) => table)));

const any = fc.nat();
const few = fc.integer({min: 0, max: 12});

const limits = fc.oneof(fc.constantFrom(1, 2, 50, 200), fc.integer({min: 1, max: 200}));

/** Numbers that make a query of a table: its conditions, order and page. */
const seeds = fc.record({
  table: any,
  anchor: any,
  where: conditionSeeds,
  sort: any,
  limit: limits,
  /**
   * 0: the first page. 1 and 2: a small or any offset. 3: near the end. 4: far beyond. 5, 6, 7: after a
   * position.
   */
  page: fc.integer({min: 0, max: 7}),
  offset: any,
  near: few,
  odd: any,
  point: any,
});
type Seeds = typeof seeds extends fc.Arbitrary<infer T> ? T : never;

const FAR = [1_000_000, 4_294_967_296, Number.MAX_SAFE_INTEGER];

function offsetOf({page, offset, near}: Seeds, total: () => number): number {
  switch (page) {
    case 1:
      return near;
    case 2:
      return offset % (total() + 1);
    case 3:
      return Math.max(0, total() + 3 - near);
    case 4:
      return pick(FAR, offset);
    default:
      return 0;
  }
}

/** Keys that fit the type of a sort column, most of which no row has. */
const KEYS: Record<string, readonly string[]> = {
  date: ['0001-01-01', '2019-02-28', '2024-02-29', '9999-12-31'],
  timestamp: ['2000-01-01 00:00:00', '2026-01-02T03:04:05', '9999-12-31 23:59:59'],
  money: ['0', '0.01', '-0.01', '-9999999999999999.99', '9999999999999999.99', '12345.67', '5000'],
  integer: ['0', '1', '-1', '7', '999999999999999999'],
  text: ['', 'a', 'É', '2019-20', '2024-25', '😀', 'zzz', '%'],
};

const IDS = [
  '',
  'x',
  'c_',
  'c_0000000000000000',
  'c_ffffffffffffffff',
  'C_00000000FFFFFFFF',
  'c_12é',
  ...NASTY,
];

/** A position from no page: key and id of different rows, or of none. */
function inventedPosition(
  {declaration, rows}: ScanTable,
  sort: string,
  {offset, odd, near}: Seeds,
): Position {
  const column = declaration.sort.keys[sort]!;
  const row = rows.length > 0 ? pick(rows, offset) : null;
  const other = rows.length > 0 ? pick(rows, odd) : null;
  const id = near % 3 === 0 ? pick(IDS, odd) : (other?.id ?? 'x');
  if (near % 4 === 0) return {key: null, id};
  const known = row?.written[column] ?? null;
  return {key: near % 2 === 0 ? known : pick(KEYS[declaration.columns[column]!.type]!, odd), id};
}

/** Metres; the last is more than the largest radius that the service takes. */
const RADII = [1, 100, 1000, 5000, 20_000, 100_000, 3_000_000];

/** Of tables with points, most queries are near a point: that of a row, one near it, or any. */
function nearOf({declaration, rows}: ScanTable, {point, offset, anchor}: Seeds): Near | undefined {
  if (isDerived(declaration) || !declaration.point || point % 4 === 3 || rows.length === 0) return undefined;
  const {fields} = pick(rows, anchor);
  const [lat, lng] = [
    Number(fields[declaration.point.lat] ?? 45),
    Number(fields[declaration.point.lng] ?? -75),
  ];
  const radius_m = pick(RADII, point >> 2);
  const away = (offset % 1000) / 10_007;
  if (point % 4 === 0) return {lat, lng, radius_m};
  if (point % 4 === 1) return {lat: lat + away, lng: lng - away, radius_m};
  return {lat: ((offset % 1801) - 900) / 10, lng: ((anchor % 3601) - 1800) / 10, radius_m};
}

/**
 * A position that lies a little before or after the distance of a row: executors differ in the last digits.
 */
function positionNear(table: ScanTable, query: ListQuery, row: ScanRow, {odd}: Seeds): Position {
  const metres = metresTo(table, query.near!, row) ?? 0;
  return {key: String(Math.max(0, metres + (odd % 2 === 0 ? 0.00005 : -0.00005))), id: row.id};
}

function listOf(oracle: ScanOracle, seeds: Seeds): AnyQuery {
  const table = pick([...oracle.tables.values()], seeds.table);
  const {declaration} = table;
  const near = nearOf(table, seeds);
  const keys = [...Object.keys(declaration.sort.keys), ...(near ? [DISTANCE, DISTANCE, DISTANCE] : [])];
  const sort = pick(keys, seeds.sort >> 1);
  const points = !isDerived(declaration) && declaration.point !== undefined && seeds.odd % 3 === 0;
  const query: ListQuery = {
    dataset: declaration.name,
    where: conditionsOf(table, seeds.anchor, seeds.where),
    near,
    points,
    sort,
    order: seeds.sort % 2 === 0 ? 'desc' : 'asc',
    limit: seeds.limit,
    offset: 0,
    ...(seeds.anchor % 4 === 0 ? {walk: {}, apart: true} : {}),
  };
  query.offset = offsetOf(seeds, () => oracle.rows(query).length);
  if (seeds.page < 5) return {kind: 'list', query};
  const rows = seeds.page === 7 ? [] : oracle.rows(query);
  const row = rows.length > 0 ? pick(rows, seeds.offset) : null;
  if (sort === DISTANCE) {
    query.after = positionNear(table, query, row ?? pick(table.rows, seeds.offset), seeds);
    return {kind: 'list', query};
  }
  query.after = row
    ? {key: row.written[declaration.sort.keys[sort]!]!, id: row.id}
    : inventedPosition(table, sort, seeds);
  return {kind: 'list', query};
}

const grouped = (oracle: ScanOracle) =>
  [...oracle.tables.values()].flatMap((table) => {
    const {declaration} = table;
    return isDerived(declaration) || !declaration.stats
      ? []
      : Object.keys(declaration.stats.groups).map((group_by) => ({table, of: declaration, group_by}));
  });

function statsOf(oracle: ScanOracle, seeds: Seeds): AnyQuery {
  const {table, of: declaration, group_by} = pick(grouped(oracle), seeds.table);
  const query: StatsQuery = {
    dataset: declaration.name,
    where: conditionsOf(table, seeds.anchor, seeds.where),
    near: nearOf(table, seeds),
    group_by,
    limit: seeds.limit,
    offset: 0,
  };
  // A third of the questions have a second dimension, a third want medians.
  const {groups: all, sum: summed} = declaration.stats!;
  const others = Object.keys(all).filter((name) => name !== group_by);
  if (seeds.odd % 3 === 0 && others.length > 0) query.then_by = pick(others, seeds.anchor);
  if (seeds.anchor % 3 === 0 && summed !== null) query.median = true;
  // Half have another order, or another direction.
  if (seeds.sort % 2 === 0) query.sort = pick([...GROUP_SORTS, undefined], seeds.sort >> 1);
  if (seeds.sort % 2 === 0) query.order = pick(['asc', 'desc', undefined], seeds.sort >> 3);
  query.offset = offsetOf(seeds, () => oracle.groups(query).length);
  if (seeds.page < 5) return {kind: 'stats', query};
  const groups = oracle.groups(query);
  const group = groups.length > 0 ? pick(groups, seeds.offset) : null;
  const {sum, count, value} = group ?? {sum: '0.00', count: 1, value: 'Unknown'};
  query.after = {sum, count, value};
  if (seeds.page === 7) {
    const {odd, near} = seeds;
    const values = [value, `${value}a`, value.slice(1), 'Unknown', '', 'É', '2020', '😀'];
    query.after = {
      sum: declaration.stats?.sum ? pick([sum, '0', '-0.01', '123.4', '9'.repeat(30), null], near) : null,
      count: pick([count, count + 1, 0, -1], odd),
      value: pick(values, odd >> 2),
    };
  }
  return {kind: 'stats', query};
}

const MALFORMED = ['', ' ', 'c_', 'c_1', 'c_000000000000000g', 'C_0000000000000000', 'null', ...NASTY];

function detailOf(oracle: ScanOracle, {table, anchor, near, odd, offset}: Seeds): AnyQuery {
  const tables = [...oracle.tables.values()];
  const {declaration} = pick(
    tables.filter((one) => !isDerived(one.declaration)),
    table,
  );
  const base = 'view' in declaration && declaration.view ? declaration.view.table : declaration.name;
  // Most ids are of the table or, for a view, of its base; some are of any other table.
  const {rows} = near < 8 ? oracle.tables.get(base)! : pick(tables, odd);
  const id = rows.length > 0 ? pick(rows, anchor).id : 'x';
  const changed = [
    id,
    id,
    id,
    id.toUpperCase(),
    `${id}0`,
    id.slice(0, -1),
    ` ${id}`,
    pick(MALFORMED, offset),
  ];
  return {kind: 'detail', dataset: declaration.name, id: pick(changed, odd)};
}

function profileOf(oracle: ScanOracle, seeds: Seeds): AnyQuery {
  const {declaration, names} = pick(
    [...oracle.tables.values()].filter((one) => isDerived(one.declaration) && one.declaration.names !== null),
    seeds.table,
  );
  const {offset, odd, near} = seeds;
  const spelling = names.length > 0 ? pick(names, seeds.anchor) : {name: 'x', known: 'x', entity: 'x'};
  const {name, known, entity} = spelling;
  const halves = name.split(' | ');
  const other = names.length > 0 ? pick(names, odd).name : 'y';
  const forms = [
    name,
    entity,
    known,
    pick(halves, odd),
    [...name].slice(0, 1 + (offset % 12)).join(''),
    textFrom(name, [other], {kind: 0, row: 0, own: true, how: odd, start: offset, length: 1 + near}),
    `${name} Ltd`,
    pick(acronymsOf(pick(BODIES, offset)), odd) ?? name,
    `${name.replace(/ (inc|ltd)\.?$/i, '')} INC.`,
    encodeURIComponent(name),
    `  ${name.toUpperCase()}  `,
    pick(NASTY, offset),
    '',
    pick([known, 'a', 'É'], odd).repeat(300).slice(0, 300),
  ];
  return {kind: 'profile', entity: declaration.name, name: pick(forms, near + odd)};
}

function lifecycleOf(oracle: ScanOracle, {table, anchor, odd, near}: Seeds): AnyQuery {
  const of = oracle.tables.get(pick(['tenders', 'awards', 'contracts'], table))!;
  const numbers = onceFor(of, 'numbered', () =>
    columnOf(of, 'folded', 'solicitation_number').flatMap(([first]) => first ?? []),
  );
  const number = numbers.length > 0 ? pick(numbers, anchor) : 'x';
  const forms = [
    number,
    number,
    number,
    number,
    number.slice(0, -1),
    `${number}0`,
    pick(NASTY, odd),
    number.toUpperCase(),
  ];
  return {kind: 'lifecycle', solicitation: pick(forms, near)};
}

/** A label, a part of one, words of a row in any order, and what nothing has. */
function searchOf(oracle: ScanOracle, seeds: Seeds): AnyQuery {
  const {table, anchor, odd, near, offset, limit} = seeds;
  const searched = [...oracle.tables.values()].filter(({declaration}) => SEARCHED.has(declaration.name));
  const {declaration, rows} = pick(searched, table);
  const row = rows.length > 0 ? pick(rows, anchor) : null;
  const label = fold(row?.hit?.label ?? 'x');
  const words = (row ? declaration.globalSearch!.columns.flatMap((name) => row.folded[name]!) : ['x'])
    .join(' ')
    .split(' ');
  const seed = {kind: 0, row: 0, own: true, how: odd, start: offset, length: 1 + near};
  const forms = [
    label,
    cut(label, 0, 1 + near),
    textFrom(label, [pick(words, anchor)], seed),
    pick(words, offset),
    textFrom(pick(words, offset), [], seed),
    `${pick(words, offset)} ${pick(words, odd)}`,
    `${cut(pick(words, odd), 1, 30)} ${cut(pick(words, offset), 0, 2)}`,
    pick(NASTY, offset),
  ];
  const query = {text: fold(pick(forms, near + odd)) || 'a', limit: 1 + (limit % 25)};
  if (seeds.page % 4 === 2) return {kind: 'search', query: widerOf(oracle, query, seeds)};
  if (seeds.page % 2 === 0) return {kind: 'search', query};
  const typed = [
    label,
    cut(label, 0, 1 + near),
    cut(pick(words, offset), 0, 1 + near),
    `${cut(pick(label.split(/[^\p{L}\p{N}]+/u), odd), 0, 1 + near)} ${cut(pick(label.split(' '), offset), 0, 2)}`,
    query.text,
  ];
  return {kind: 'search', query: {...query, text: fold(pick(typed, near)) || 'a', prefix: true}};
}

const faceted = (oracle: ScanOracle) =>
  [...oracle.tables.values()].flatMap((table) => {
    const {facets} = table.declaration;
    return facets ? [{table, facets}] : [];
  });

/** Some facets, in any order, one of them now and then twice. */
function facetsOf(oracle: ScanOracle, seeds: Seeds): AnyQuery {
  const {table, facets} = pick(faceted(oracle), seeds.table);
  const columns = Array.from({length: 1 + (seeds.odd % 3)}, (_, i) =>
    pick(facets, seeds.sort + i * seeds.near),
  );
  const where = conditionsOf(table, seeds.anchor, seeds.where);
  // Half of the questions have a condition on a facet itself.
  const own = pick(columns, seeds.offset);
  const value = table.rows.length > 0 ? pick(table.rows, seeds.anchor).folded[own]![0] : undefined;
  const withOwn = seeds.page % 2 === 0 && value !== undefined;
  const query = {
    dataset: table.declaration.name,
    where: withOwn ? [...where, {op: 'exact' as const, columns: [own], value}] : where,
    near: nearOf(table, seeds),
    columns,
  };
  return {kind: 'facets', query};
}

/** The beginning of a value, a part of it, a folded text that no value has, or nothing. */
function valuesOf(oracle: ScanOracle, {table: n, anchor, sort, odd, offset, near, limit}: Seeds): AnyQuery {
  const {table, facets} = pick(faceted(oracle), n);
  const column = pick(facets, sort);
  const row = table.rows.length > 0 ? pick(table.rows, anchor) : null;
  const value = row?.folded[column]?.[0] ?? 'x';
  const seed = {kind: 0, row: 0, own: true, how: odd, start: offset, length: 1 + near};
  const forms = [
    '',
    value,
    cut(value, 0, 1 + near),
    cut(value, offset, 1 + (near % 3)),
    textFrom(value, [], seed),
  ];
  return {
    kind: 'values',
    query: {dataset: table.declaration.name, column, text: fold(pick(forms, odd)), limit},
  };
}

type Make = (oracle: ScanOracle, seeds: Seeds) => AnyQuery;

const KINDS: Record<AnyQuery['kind'], [weight: number, make: Make]> = {
  list: [12, listOf],
  stats: [4, statsOf],
  detail: [1, detailOf],
  profile: [2, profileOf],
  lifecycle: [1, lifecycleOf],
  search: [2, searchOf],
  facets: [3, facetsOf],
  values: [2, valuesOf],
  tile: [1, tileOf],
  box: [1, boxOf],
  zone: [1, zoneOf],
};

/** Every kind of question. */
export const ALL_KINDS = Object.keys(KINDS) as AnyQuery['kind'][];

/** Questions of these kinds; lists most. */
export function anyQuery(
  oracle: ScanOracle,
  kinds: readonly AnyQuery['kind'][] = ALL_KINDS,
): fc.Arbitrary<AnyQuery> {
  return fc.oneof(
    ...kinds
      .map((kind) => KINDS[kind])
      .map(([weight, make]) => ({weight, arbitrary: seeds.map((one) => make(oracle, one))})),
  );
}
