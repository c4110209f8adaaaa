/** Pages of records or entities with an exact total. */
import {datasetOrEntity} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {detailFields, listFields} from '../../engine/file/table_layout.ts';
import {linesOf} from '../../engine/rows/json_lines.ts';
import {expression, from} from '../../engine/sql/columns.ts';
import type {ListQuery, Page, Row} from '../../engine/types.ts';
import {Binder} from './binder.ts';
import {parsed} from './detail.ts';
import {extraFields, nearby} from './near.ts';
import {where} from './operators.ts';
import {orderOf} from './order.ts';
import type {Database} from './pool.ts';

/**
 * One page in the order of the query. Rows are selected by the filtered and sorted columns alone, then read
 * by their location in the files, so that a deep page reads the other columns of its own rows only.
 */
export async function list(database: Database, query: ListQuery): Promise<Page> {
  const declaration = datasetOrEntity(query.dataset);
  const {total, locations} = await find(database, declaration, query);
  const items = linesOf(await read(database, declaration, query, locations));
  const last = locations.at(-1);
  return {total, items, last: last ? {key: last['key'] as string | null, id: last['_id'] as string} : null};
}

/** The total and, in order, `_file`, `_row`, `key` and `_id` of the rows of the page. */
async function find(
  database: Database,
  declaration: Dataset | Derived,
  query: ListQuery,
): Promise<{total: number; locations: Row[]}> {
  const binder = new Binder();
  const order = orderOf(declaration, query, binder);
  const filter = where(declaration, query.where, binder);
  const near = nearby(declaration, query.near, binder);
  // Filters run once for total and page; without any, the total comes from the file metadata.
  const hits = query.where.length > 0 || query.near ? 'MATERIALIZED' : 'NOT MATERIALIZED';
  const afterPosition = query.after === undefined ? '' : `WHERE ${order.after(query.after, binder)}`;
  const skip = query.after === undefined ? `OFFSET ${binder.bind(BigInt(query.offset))}` : '';
  const rows = await database.rows(
    `WITH hits AS ${hits} (
      SELECT r._file, r._row, ${order.fields} ${from(declaration, [...filter.reads, ...near.reads, ...order.reads])}
      WHERE ${filter.sql} AND ${near.sql}
    ), page AS (
      SELECT *, ${order.key} AS key FROM hits ${afterPosition}
      ORDER BY ${order.terms} LIMIT ${binder.bind(BigInt(query.limit))} ${skip}
    )
    SELECT total, _file, _row, key, _id FROM (SELECT count(*) AS total FROM hits) LEFT JOIN page ON true
    ORDER BY ${order.terms}`,
    binder.values,
  );
  const locations = rows.filter((row) => row['_id'] !== null);
  return {total: Number(rows[0]?.['total']), locations};
}

/** The fields of the rows at these locations, in this order. */
async function read(
  database: Database,
  declaration: Dataset | Derived,
  query: ListQuery,
  locations: readonly Row[],
): Promise<Row[]> {
  if (locations.length === 0) return [];
  const more = query.details ? detailFields(declaration) : [];
  const names = [...listFields(declaration), ...more];
  const binder = new Binder();
  const extra = extraFields(declaration, query, binder);
  const shown = names.map((name) => ({name, ...expression(declaration, name)}));
  const fields = [...shown, ...extra].map(({name, sql}) => `${sql} AS ${ident(name)}`).join(', ');
  const reads = [...shown, ...extra.flatMap((one) => one.reads)];
  const values = locations.map(
    (location, i) => `(${Number(location['_file'])}, ${Number(location['_row'])}, ${i})`,
  );
  const only = ` JOIN (VALUES ${values.join(', ')}) AS page (_file, _row, n)
    ON page._file = r._file AND page._row = r._row`;
  const rows = await database.rows(
    `SELECT ${fields} ${from(declaration, reads).replace(' AS r', () => ` AS r${only}`)} ORDER BY page.n`,
    binder.values,
  );
  return query.details ? rows.map((row) => parsed(declaration, row)) : rows;
}
