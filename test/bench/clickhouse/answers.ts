/** Answers of the API from ClickHouse: its statements, and what is put together from their rows. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {ident} from '../../../datasets/rules/sql.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {MAX_FACET_VALUES, MAX_SECOND_GROUPS, UNKNOWN_GROUP} from '../../../engine/types.ts';
import {BASE_PATH} from '../../../server/api/routes/index.ts';
import {type ListRequest, listRequest} from '../postgres/requests.ts';
import {quoted} from './chdb.ts';
import {DATASET, GROUPS, ID} from './tables.ts';

/** Runs a statement: lines of JSON, one a row. */
export type Ask = (sql: string) => Promise<string[]>;

/** Of one column, the different values and the most frequent ones. */
interface Facet {
  total: number;
  values: {value: string; count: number}[];
}

const fieldsOf = (isShown: (visibility: string) => boolean): string =>
  Object.entries(datasetOrEntity(DATASET).columns)
    .filter(([, {visibility}]) => isShown(visibility))
    .map(([name]) => ident(name))
    .join(', ');

const ITEM = fieldsOf((visibility) => visibility === 'list');
const RECORD = fieldsOf((visibility) => visibility !== 'internal');
const DETAIL = `${BASE_PATH}/${DATASET}/`;
const VALUES = `${BASE_PATH}/values/${DATASET}/vendor`;

/** Objects, which the table holds as texts of JSON, since it takes no null for a tuple. */
const OBJECTS = Object.entries(datasetOrEntity(DATASET).columns)
  .filter(([, {type}]) => type === 'object')
  .map(([name]) => new RegExp(`("${name}":)("(?:[^"\\\\]|\\\\.)*")`));

/** A row as the service answers it. */
const withObjects = (row: string): string =>
  OBJECTS.reduce(
    (text, pattern) =>
      text.replace(pattern, (_, name: string, value: string) => name + String(JSON.parse(value))),
    row,
  );

/** Facets of whole tables: they are computed once, since the data does not change. */
const kept = new Map<string, Promise<Facet>>();

/**
 * Body of the answer, or null where nothing is found. Throws on a request that the comparison does not
 * answer.
 */
export async function answer(path: string, query: string, ask: Ask): Promise<string | null> {
  const request = listRequest(path, query);
  if (request?.route.dataset === DATASET) {
    if (request.route.kind === 'list') return await list(request, ask);
    return request.groups.length > 1 ? await cells(request, ask) : await stats(request, ask);
  }
  if (path === VALUES) return await values(new URLSearchParams(query), ask);
  if (!path.startsWith(DETAIL)) return null;
  const id = quoted(decodeURIComponent(path.slice(DETAIL.length)));
  const [record] = await ask(`SELECT ${RECORD} FROM ${DATASET} WHERE ${ID} = ${id}`);
  return record === undefined ? null : `{"data":${withObjects(record)}}`;
}

function whereOf({filters, values: bound}: ListRequest): string {
  const tests = filters.map(({column, kind, bound: name}) => {
    if (kind !== 'partial')
      throw new Error(`the comparison asks ClickHouse for parts of texts, not for ${column}`);
    return `folded_${column} LIKE ${quoted(bound[Number(name.slice(1)) - 1] ?? '')}`;
  });
  return tests.join(' AND ') || 'true';
}

const body = (rows: readonly string[], meta: object): string =>
  `{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)}}`;

/** The total by itself, since the page reads in the order of the table and ends early. */
async function list(request: ListRequest, ask: Ask): Promise<string> {
  const {limit, offset, facets} = request;
  const where = whereOf(request);
  const [counted] = await ask(`SELECT count() AS n FROM ${DATASET} WHERE ${where}`);
  const rows = await ask(`SELECT ${ITEM} FROM ${DATASET} WHERE ${where}
    ORDER BY day DESC, ${ID} LIMIT ${limit} OFFSET ${offset}`);
  const more = facets.length > 0 ? {facets: await facetsOf(request, where, ask)} : {};
  return body(rows.map(withObjects), {total: JSON.parse(counted ?? '{}').n, limit, offset, ...more});
}

/** Facets in one pass over the rows; of a filtered column what is kept. */
async function facetsOf(
  {filters, facets}: ListRequest,
  where: string,
  ask: Ask,
): Promise<Record<string, Facet>> {
  const others = facets.filter(({column}) => filters.some((filter) => filter.column !== column));
  const counted = await countFacets(
    others.map(({column}) => column),
    where,
    ask,
  );
  const all: Record<string, Facet> = {};
  for (const {name, column} of facets) {
    const known = kept.get(column) ?? countFacets([column], 'true', ask).then((found) => found.get(column)!);
    if (!counted.has(column)) kept.set(column, known);
    all[name] = counted.get(column) ?? (await known);
  }
  return all;
}

async function countFacets(columns: readonly string[], where: string, ask: Ask): Promise<Map<string, Facet>> {
  if (columns.length === 0) return new Map();
  const rows =
    await ask(`SELECT grouping(${columns.join(', ')}) AS g, ${columns.join(', ')}, count() AS n FROM ${DATASET}
    WHERE ${where} GROUP BY GROUPING SETS (${columns.map((column) => `(${column})`).join(', ')})`);
  const found = new Map(columns.map((column): [string, {value: string; count: number}[]] => [column, []]));
  for (const line of rows) {
    const row = JSON.parse(line) as Record<string, string | number | null>;
    // The bits of all columns are set but that of the grouped one, the first being the highest.
    const at = columns.findIndex((_, i) => ((Number(row['g']) >> (columns.length - 1 - i)) & 1) === 0);
    const value = row[columns[at]!];
    if (value !== null) found.get(columns[at]!)!.push({value: String(value), count: Number(row['n'])});
  }
  return new Map([...found].map(([column, all]) => [column, {total: all.length, values: mostFrequent(all)}]));
}

const mostFrequent = (all: {value: string; count: number}[]): Facet['values'] =>
  all
    .sort((a, b) => b.count - a.count || compare(fold(a.value), fold(b.value)) || compare(a.value, b.value))
    .slice(0, MAX_FACET_VALUES);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Throws on a group that the comparison does not have. */
function groupOf(name: string): {by: string; name: string; chronological: boolean} {
  const group = GROUPS[name];
  if (!group) throw new Error(`the comparison does not ask ClickHouse for groups by ${name}`);
  return {...group, chronological: name === 'year'};
}

const orderOf = (chronological: boolean): string =>
  chronological
    ? `group_value = '${UNKNOWN_GROUP}', group_value DESC`
    : 'sum_value DESC NULLS LAST, record_count DESC, group_value';

async function stats(request: ListRequest, ask: Ask): Promise<string> {
  const {limit, offset, groups} = request;
  const {by, name, chronological} = groupOf(groups[0]!);
  const rows =
    await ask(`SELECT '${groups[0]}' AS group_by, group_value, record_count, 'value' AS sum_field, sum_value,
      value_count, count() OVER () AS groups FROM (
      SELECT ${by} AS by, ifNull(${name}, '${UNKNOWN_GROUP}') AS group_value, count() AS record_count, sumOrNull(value) AS sum_value,
        count(value) AS value_count
      FROM ${DATASET} WHERE ${whereOf(request)} GROUP BY by
    ) ORDER BY ${orderOf(chronological)} LIMIT ${limit} OFFSET ${offset}`);
  const total = Number(/"groups":(\d+)}$/.exec(rows[0] ?? '')?.[1] ?? 0);
  return body(
    rows.map((row) => row.replace(/,"groups":\d+}$/, '}')),
    {total, limit, offset},
  );
}

interface Cell {
  a: string;
  b: string;
  n: number;
  /**
   * As ClickHouse writes it: amounts have two decimals, so that cents are exact in a double below 2^53. Null
   * without one.
   */
  total: number | null;
  filled: number;
}

/** The cells of all pairs come from ClickHouse; which of them are shown is found among these few here. */
async function cells(request: ListRequest, ask: Ask): Promise<string> {
  const {limit, offset, groups} = request;
  const [one, other] = groups.map(groupOf);
  if (!one || !other || one.name !== 'by' || other.name !== 'by') {
    throw new Error(`the comparison does not ask ClickHouse for groups by ${groups.join(' and ')}`);
  }
  const rows =
    await ask(`SELECT ifNull(${one.by}, '${UNKNOWN_GROUP}') AS a, ifNull(${other.by}, '${UNKNOWN_GROUP}') AS b,
    count() AS n, sumOrNull(value) AS total, count(value) AS filled FROM ${DATASET} WHERE ${whereOf(request)} GROUP BY a, b`);
  const all = rows.map((row) => JSON.parse(row) as Cell);
  const first = ranked(all, 'a', one.chronological);
  const second = ranked(all, 'b', other.chronological);
  const [positions, secondPositions] = [first, second].map(
    (names) => new Map(names.map((name, at) => [name, at])),
  );
  const shown = all
    .map((cell) => ({...cell, at: positions!.get(cell.a)!, second: secondPositions!.get(cell.b)!}))
    .filter(({at, second: other}) => at >= offset && at < offset + limit && other < MAX_SECOND_GROUPS)
    .sort((x, y) => x.at - y.at || x.second - y.second);
  const data = shown.map(({a, b, n, total, filled}) =>
    JSON.stringify({
      group_by: groups[0],
      group_value: a,
      record_count: n,
      sum_field: 'value',
      sum_value: total,
      value_count: filled,
      then_by: groups[1],
      then_value: b,
    }),
  );
  return body(data, {total: first.length, limit, offset, then_total: second.length});
}

function ranked(all: readonly Cell[], side: 'a' | 'b', chronological: boolean): string[] {
  const groups = new Map<string, {n: number; filled: number; cents: number}>();
  for (const cell of all) {
    const group = groups.get(cell[side]) ?? {n: 0, filled: 0, cents: 0};
    group.n += cell.n;
    group.filled += cell.filled;
    group.cents += Math.round((cell.total ?? 0) * 100);
    groups.set(cell[side], group);
  }
  const isUnknown = (name: string) => Number(name === UNKNOWN_GROUP);
  return [...groups]
    .sort(([x, a], [y, b]) =>
      chronological
        ? isUnknown(x) - isUnknown(y) || compare(y, x)
        : Number(a.filled === 0) - Number(b.filled === 0) || b.cents - a.cents || b.n - a.n || compare(x, y),
    )
    .map(([name]) => name);
}

async function values(parameters: URLSearchParams, ask: Ask): Promise<string> {
  const text = fold(parameters.get('q') ?? '');
  const limit = Number(parameters.get('limit') ?? 20);
  const like = quoted(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const rows =
    await ask(`SELECT name AS value, n AS count, count() OVER () AS total FROM ${DATASET}_vendor WHERE folded LIKE ${like}
    ORDER BY startsWith(folded, ${quoted(text)}) DESC, n DESC, folded, name LIMIT ${limit}`);
  const total = Number(/"total":(\d+)}$/.exec(rows[0] ?? '')?.[1] ?? 0);
  return body(
    rows.map((row) => row.replace(/,"total":\d+}$/, '}')),
    {total, limit},
  );
}
