/** Requests of the API as statements for PostgreSQL: parsed by the server's own route table. */
import {DATASETS, DERIVED, datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {readKeys} from '../../../server/api/request/keys.ts';
import {BASE_PATH, ROUTES} from '../../../server/api/routes/index.ts';
import type {Parameters, Route} from '../../../server/api/routes/types.ts';
import {cellsStatement} from './cells.ts';
import {listStatement} from './lists.ts';
import {circleOf} from './near.ts';
import {organizationStatement} from './organizations.ts';
import {searchStatement} from './search.ts';
import {statsStatement} from './stats.ts';
import {TABLES} from './tables.ts';
import {readValues} from './values.ts';
import {LOOKUP} from './zones.ts';

/** A statement that returns one row; `name` is the same for the same text, so that it is prepared once. */
export interface Statement {
  name: string;
  text: string;
  values: (string | null)[];
}

/**
 * A condition as SQL over the alias `r`, with what narrows it to numbers of names where there is such a
 * table.
 */
export interface Filter {
  column: string;
  kind: 'partial' | 'bound' | 'keys' | 'terms' | 'near';
  sql: string;
  /** The value as it is bound; of a term and of a part of a text, a pattern. */
  bound: string;
}

export interface ListRequest {
  route: Extract<Route, {kind: 'list' | 'stats'}>;
  filters: Filter[];
  values: string[];
  limit: number;
  offset: number;
  sort: string;
  descending: boolean;
  /** One or two. */
  groups: string[];
  /** Name of the filter and column of each facet. */
  facets: {name: string; column: string}[];
  /** Key of a deep page: value of the sort column and id of the row before it. */
  after: [key: string, id: string] | null;
  /** The point of the request, as SQL; rows are ordered by the distance from it. */
  point: string | null;
}

export type Request =
  | {kind: 'statement'; statement: Statement; paging: {limit: number; offset: number} | null}
  | {kind: 'vendor'; name: string};

const NAMES = new Set(TABLES.map(({name}) => name));
const LIKE = /[\\%_]/g;

const lists = new Map(
  ROUTES.flatMap((route): [string, ListRequest['route']][] =>
    (route.kind === 'list' || route.kind === 'stats') && NAMES.has(route.dataset)
      ? [[BASE_PATH + route.path, route]]
      : [],
  ),
);
const details = new Map<string, string>(
  ROUTES.flatMap((route) =>
    route.kind === 'detail' && NAMES.has(route.dataset)
      ? [[`${BASE_PATH}${route.path.slice(0, route.path.indexOf('{'))}`, detailText(route.dataset)] as const]
      : [],
  ),
);

function detailText(dataset: string): string {
  const columns = Object.entries(datasetOrEntity(dataset).columns).filter(
    ([, {visibility: shown}]) => shown !== 'internal',
  );
  const fields = columns.map(([name]) => `r."${name}"`).join(', ');
  return `SELECT 1 AS total, row_to_json(d)::text AS data
    FROM (SELECT ${fields} FROM ${dataset} AS r WHERE r.${idColumn(datasetOrEntity(dataset))} = $1) AS d`;
}

/**
 * A list or statistics as the route table reads them; null for other paths. Throws on a filter that the
 * comparison does not support.
 */
export function listRequest(path: string, query: string): ListRequest | null {
  const route = lists.get(path);
  return route ? readList(route, new URLSearchParams(query)) : null;
}

function statementOf(request: ListRequest): Statement {
  if (request.route.kind === 'list') return listStatement(request);
  return request.groups.length > 1 ? cellsStatement(request) : statsStatement(request);
}

/** Null for paths that the comparison does not answer. Throws on a filter that it does not support. */
export function readRequest(path: string, query: string): Request | null {
  const request = listRequest(path, query);
  if (request) return {kind: 'statement', statement: statementOf(request), paging: request};
  if (path === SEARCH) {
    return {kind: 'statement', statement: searchStatement(new URLSearchParams(query)), paging: null};
  }
  if (path === ZONE) {
    const parameters = new URLSearchParams(query);
    const values = [parameters.get('lat'), parameters.get('lng'), parameters.get('municipality')];
    return {kind: 'statement', statement: {name: ZONE, text: LOOKUP, values}, paging: null};
  }
  const values = readValues(path, query);
  if (values)
    return {kind: 'statement', statement: values.statement, paging: {limit: values.limit, offset: 0}};
  const organization = organizationStatement(path);
  if (organization) return {kind: 'statement', statement: organization, paging: null};
  if (path.startsWith(VENDOR)) return {kind: 'vendor', name: decodeURIComponent(path.slice(VENDOR.length))};
  const at = path.lastIndexOf('/') + 1;
  const text = details.get(path.slice(0, at));
  if (text === undefined) return null;
  const statement = {name: path.slice(0, at), text, values: [decodeURIComponent(path.slice(at))]};
  return {kind: 'statement', statement, paging: null};
}

const VENDOR = `${BASE_PATH}/vendors/`;
const SEARCH = `${BASE_PATH}/search`;
const ZONE = `${BASE_PATH}/zone`;

function readList(route: ListRequest['route'], query: URLSearchParams): ListRequest {
  const values: string[] = [];
  const bind = (value: string) => `$${values.push(value)}`;
  const given = Object.entries(route.parameters as Parameters).filter(([name]) => query.get(name));
  const filters = given.flatMap(([name, parameter]) =>
    filterOf(name, parameter, query.get(name) ?? '', bind),
  );
  const circle = circleOf(query, bind);
  if (circle) filters.push({column: 'place', kind: 'near', sql: circle.sql, bound: circle.point});
  const declaration = DATASETS[route.dataset] ?? DERIVED[route.dataset];
  const key = query.get('after_id');
  return {
    route,
    filters,
    values,
    limit: Number(query.get('limit') ?? route.limit),
    offset: Number(query.get('offset') ?? 0),
    sort: query.get('sort_by') ?? declaration?.sort.default ?? '',
    descending: query.get('sort_order') !== 'asc',
    groups: (
      query.get('group_by') ??
      Object.keys(DATASETS[route.dataset]?.stats?.groups ?? {})[0] ??
      ''
    ).split(','),
    facets: (query.get('facets') ?? '')
      .split(',')
      .filter(Boolean)
      .map((name) => ({name, column: route.facets[name] ?? ''})),
    after: key === null ? null : [query.get('after_key') ?? '', key],
    point: circle?.point ?? null,
  };
}

function filterOf(
  name: string,
  {op, columns = [], type, key, most = 0}: Parameters[string],
  given: string,
  bind: (value: string) => string,
): Filter[] {
  const [column = ''] = columns;
  const like = (text: string) => bind(`%${text.replace(LIKE, '\\$&')}%`);
  if (op === 'partial') {
    const text = like(fold(given));
    const any = columns.map((name) => `r.folded_${name} LIKE ${text}`).join(' OR ');
    return [{column, kind: 'partial', sql: columns.length > 1 ? `(${any})` : any, bound: text}];
  }
  if (op === 'terms') {
    const terms = fold(given).split(' ');
    return terms.map((term) => {
      const bound = like(term);
      return {column: 'search', kind: 'terms', sql: `r.search LIKE ${bound}`, bound};
    });
  }
  if (op === 'gte' || op === 'lte') {
    const cast = type === 'date' ? 'date' : 'numeric';
    const bound = `${bind(given)}::${cast}`;
    return [{column, kind: 'bound', sql: `r.${column} ${op === 'gte' ? '>=' : '<='} ${bound}`, bound}];
  }
  if (op === 'exact') {
    const bound = bind(given);
    return [{column, kind: 'bound', sql: `r.${column} = ${bound}`, bound}];
  }
  if (op === 'in' && key) {
    // Keys hold neither quotes nor backslashes, or are quoted as JSON quotes them.
    const keys = readKeys(given, name, key.form, most).map((one) => JSON.stringify(one));
    const bound = bind(`{${keys.join(',')}}`);
    return [{column, kind: 'keys', sql: `r.${column} = ANY (${bound}::text[])`, bound}];
  }
  // The three parameters of a circle are one condition.
  if (op === 'geo') return [];
  throw new Error(`the comparison asks no filter of the kind ${op} over ${columns.join(', ')}`);
}
