/** Lists as one statement each: the exact total and the page as JSON, in the form that measured fastest. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import {countedSql, facetJson, groupedBy, KEPT_FACETS} from './facets.ts';
import {KILOMETRES, metresTo} from './near.ts';
import type {Filter, ListRequest, Statement} from './requests.ts';
import {isNameTable} from './tables.ts';
import {hasToken, tokensOf} from './tokens.ts';
import {VARIANT} from './variant.ts';

/** The list of a dataset or entity as `total` and `data`, a JSON text. */
export function listStatement(request: ListRequest): Statement {
  const {route, filters, values, point} = request;
  if (point !== null) {
    const text = near(request, point, idColumn(datasetOrEntity(route.dataset)));
    return {name: nameOf(text), text, values};
  }
  const shape = orderOf(request);
  const text = filters.length > 0 ? filtered(request, shape) : unfiltered(request, shape);
  return {name: nameOf(`${route.dataset} ${text}`), text, values};
}

interface Order {
  id: string;
  key: string;
  /** Terms for ORDER BY over an alias. */
  terms: (alias: string) => string;
}

function orderOf({route, sort, descending}: ListRequest): Order {
  const declaration = datasetOrEntity(route.dataset);
  const id = idColumn(declaration);
  const key = declaration.sort.keys[sort];
  if (!key) throw new Error(`${route.dataset} cannot be sorted by ${sort}`);
  const way = descending ? 'DESC' : 'ASC';
  return {id, key, terms: (alias) => `${alias}.${key} ${way} NULLS LAST, ${alias}.${id}`};
}

/** The rows in a circle once, for total and page, with their distances. */
function near({route, filters, values, limit, offset}: ListRequest, point: string, id: string): string {
  const {dataset} = route;
  const where = filters.map((filter) => conditionOf(dataset, filter)).join(' AND ');
  const slice = `LIMIT $${values.push(String(limit))}::int OFFSET $${values.push(String(offset))}::int`;
  const data = dataOf(dataset, `JOIN page AS p ON p.${id} = r.${id} ORDER BY p.metres, p.${id}`, [
    KILOMETRES,
  ]);
  return `WITH hits AS MATERIALIZED (SELECT r.${id}, ${metresTo(point)} AS metres FROM ${dataset} AS r WHERE ${where}),
    page AS MATERIALIZED (SELECT * FROM hits ORDER BY metres, ${id} ${slice})
    SELECT (SELECT count(*) FROM hits) AS total, ${data}`;
}

/**
 * The filtered rows once, for total, facets and page: their keys alone are held, the page is joined to its
 * rows.
 */
function filtered(request: ListRequest, {id, key, terms}: Order): string {
  const {route, filters, values, limit, offset, facets} = request;
  const {dataset} = route;
  const slice = `LIMIT $${values.push(String(limit))}::int OFFSET $${values.push(String(offset))}::int`;
  const others = facets.filter(({column}) => filters.some((filter) => filter.column !== column));
  const columns = [...new Set([id, key, ...others.map(({column}) => groupedBy(dataset, column))])];
  const counted = others.map(({column}) => countedSql(dataset, column, 'hits'));
  const more = facets.length > 0 ? `, ${facetsOf(request)} AS more` : '';
  return `WITH hits AS MATERIALIZED (SELECT ${columns.map((column) => `r.${column}`).join(', ')} FROM ${hitsFrom(dataset, filters)}),
    ${[...counted, `page AS MATERIALIZED (SELECT * FROM hits AS h ORDER BY ${terms('h')} ${slice})`].join(',\n    ')}
    SELECT ${countOf(dataset, filters)} AS total,
      ${dataOf(dataset, `JOIN page AS p ON p.${id} = r.${id} ORDER BY ${terms('p')}`)}${more}`;
}

/**
 * FROM and WHERE of the rows that pass; terms alone are looked for in the tokens where the schema has them.
 */
function hitsFrom(dataset: string, filters: readonly Filter[]): string {
  const tokens =
    VARIANT === 'names' && filters.every(({kind}) => kind === 'terms') ? tokensOf(dataset) : null;
  const tests = filters.map((filter) =>
    tokens ? hasToken(dataset, filter.bound) : conditionOf(dataset, filter),
  );
  return `${tokens ?? dataset} AS r WHERE ${tests.join(' AND ')}`;
}

/**
 * `meta.facets`: from the hits; of a facet whose filter is the only one, from what is kept of the whole
 * table.
 */
function facetsOf({route, filters, facets}: ListRequest): string {
  const {dataset} = route;
  const members = facets.map(({name, column}) => {
    const others = filters.filter((filter) => filter.column !== column);
    if (others.length > 0 && others.length < filters.length) {
      throw new Error(`the comparison counts no facet ${name} beside another filter on ${others[0]?.column}`);
    }
    const kept = `(SELECT facet FROM ${KEPT_FACETS} WHERE dataset = '${dataset}' AND field = '${column}')`;
    return `'${name}', ${others.length > 0 ? facetJson(dataset, column) : kept}`;
  });
  return `json_build_object('facets', json_build_object(${members.join(', ')}))::text`;
}

/** The total is kept since the data does not change; the page is found in the index alone, then joined. */
function unfiltered(request: ListRequest, order: Order): string {
  const {values, limit, offset, after, route} = request;
  const {id, key, terms} = order;
  const {dataset} = route;
  const count = `LIMIT $${values.push(String(limit))}::int`;
  const from = `SELECT r.${id}, r.${key} FROM ${dataset} AS r`;
  const page = after
    ? afterCursor(request, order, from, count)
    : `${from} ORDER BY ${terms('r')} ${count} OFFSET $${values.push(String(offset))}::int`;
  return `WITH page AS MATERIALIZED (${page})
    SELECT (SELECT records FROM totals WHERE name = '${dataset}') AS total,
      ${dataOf(dataset, `JOIN page AS p ON p.${id} = r.${id} ORDER BY ${terms('p')}`)}`;
}

/** Rows after a key, by ranges that an index can begin at: those with a value, then those without. */
function afterCursor(request: ListRequest, {id, key, terms}: Order, from: string, count: string): string {
  const [value, last] = request.after ?? ['', ''];
  const it = `$${request.values.push(last)}`;
  const none = (more: string) => `(${from} WHERE r.${key} IS NULL ${more} ORDER BY ${terms('r')} ${count})`;
  if (value === '') return none(`AND r.${id} > ${it}`);
  const bound = `$${request.values.push(value)}::${typeOf(request.route.dataset, key)}`;
  const [within, beyond] = request.descending ? ['<=', '<'] : ['>=', '>'];
  const some = `(${from} WHERE r.${key} ${within} ${bound} AND (r.${key} ${beyond} ${bound} OR r.${id} > ${it})
    ORDER BY ${terms('r')} ${count})`;
  return `SELECT * FROM (${some} UNION ALL ${none('')}) AS b ORDER BY ${terms('b')} ${count}`;
}

function typeOf(dataset: string, column: string): string {
  const type = datasetOrEntity(dataset).columns[column]?.type;
  return type === 'date' ? 'date' : type === 'text' ? 'text' : 'numeric';
}

function dataOf(dataset: string, joined: string, more: readonly string[] = []): string {
  const columns = Object.entries(datasetOrEntity(dataset).columns).filter(
    ([, {visibility: shown}]) => shown === 'list',
  );
  const fields = [...columns.map(([name]) => `r."${name}"`), ...more].join(', ');
  return `(SELECT json_agg(row_to_json(d)) FROM (SELECT ${fields} FROM ${dataset} AS r ${joined}) AS d)::text AS data`;
}

/** A filter on the column, or in the variant with tables of names on the numbers of matching names. */
export function conditionOf(dataset: string, {column, kind, sql}: Filter): string {
  if (VARIANT === 'text' || kind !== 'partial' || !isNameTable(dataset, column)) return sql;
  const matching = sql.replace(`r.folded_${column}`, 'folded');
  return `r.no_${column} = ANY (ARRAY(SELECT no FROM ${dataset}_${column} WHERE ${matching}))`;
}

/** With tables of names the total of a single filter is a sum over the names that match. */
function countOf(dataset: string, filters: readonly Filter[]): string {
  const [only] = filters;
  const isNamed = only?.kind === 'partial' && isNameTable(dataset, only.column);
  if (VARIANT === 'text' || !only || filters.length > 1 || !isNamed) {
    return '(SELECT count(*) FROM hits)';
  }
  const matching = only.sql.replace(`r.folded_${only.column}`, 'folded');
  return `(SELECT coalesce(sum(records), 0) FROM ${dataset}_${only.column} WHERE ${matching})`;
}

const known = new Map<string, string>();

/** A short name for a statement text: PostgreSQL cuts names at 63 bytes. */
export function nameOf(text: string): string {
  const name = known.get(text) ?? `s${known.size}`;
  known.set(text, name);
  return name;
}
