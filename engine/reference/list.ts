/** Pages of records or entities with the exact total. */
import {listed} from '../../datasets/index.ts';
import type {ListQuery, Page, Row} from '../types.ts';
import {expression, from, idOf} from './columns.ts';
import type {Database} from './database.ts';
import {where} from './operators.ts';
import {order} from './order.ts';
import {Binder, quote} from './sql.ts';

/**
 * One page in the order of the query. The rows are found by the filtered and the sorted columns alone, then read by
 * their place in the files: a page deep in the list reads the other columns for its own rows only.
 */
export async function list(database: Database, query: ListQuery): Promise<Page> {
  const total = await count(database, query);
  const {after, limit, offset} = query;
  if (after === undefined && offset >= total) return {total, rows: [], last: null};

  const of = listed(query.dataset);
  const binder = new Binder();
  const sorted = order(of, query);
  const filter = where(of, query.where, binder);
  const behind = after === undefined ? '' : ` AND ${sorted.after(after, binder)}`;
  const skip = after === undefined ? ` OFFSET ${binder.bind(BigInt(offset))}` : '';
  const page = `SELECT r._file, r._row ${from(of, [...filter.reads, sorted.reads])}
    WHERE ${filter.sql}${behind} ORDER BY ${sorted.sql} LIMIT ${binder.bind(BigInt(limit))}${skip}`;

  const names = Object.keys(of.columns).filter((name) => of.columns[name]?.shown === 'list');
  const shown = names.map((name) => ({name, ...expression(of, name)}));
  const fields = shown.map(({name, sql}) => `${sql} AS ${quote(name)}`).join(', ');
  const only = ` SEMI JOIN (${page}) AS page ON page._file = r._file AND page._row = r._row`;
  const found = await database.rows(
    `SELECT ${fields}, ${sorted.key} AS _key, ${idOf(of)} AS _id
    ${from(of, [...shown, sorted.reads], {between: only})} ORDER BY ${sorted.sql}`,
    binder.values,
  );
  const rows = found.map(({_key, _id, ...row}): Row => row);
  const last = found.at(-1);
  return {total, rows, last: last ? {key: last['_key'] as string | null, id: last['_id'] as string} : null};
}

/** Number of rows that the conditions match. */
async function count(database: Database, query: ListQuery): Promise<number> {
  const of = listed(query.dataset);
  const binder = new Binder();
  const filter = where(of, query.where, binder);
  const [row] = await database.rows(
    `SELECT count(*) AS total ${from(of, filter.reads)} WHERE ${filter.sql}`,
    binder.values,
  );
  return Number(row?.['total']);
}
