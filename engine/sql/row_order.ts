/** The order of the rows of a table: which row of which file each rank is, and the orders of the other sort keys. */
import {ident} from '../../datasets/rules/sql.ts';
import type {TableLayout} from '../file/table_layout.ts';
import {expression, from, idOf} from './columns.ts';
import type {CompileDb} from './compile_db.ts';
import {numericVector} from './vectors.ts';

export interface RowOrder {
  /** Working table: `rank`, `_file`, `_row`, `id`, and for each sort key a column named like it. */
  table: string;
  rows: number;
  /** By rank, the file that holds the row. */
  files: Uint16Array;
  /** By file and place in it, the rank of the row. */
  rowsOf: Uint32Array[];
}

const nameOf = (plan: TableLayout) => ident(`ranks_of_${plan.of.name}`);

/** ORDER BY terms of a sort key over the table of ranks, in the given direction. */
function terms(plan: TableLayout, key: string, direction: 'asc' | 'desc'): string {
  const name = plan.orders.find((one) => one.key === key)?.column ?? '';
  const column = ident(`key_${key}`);
  const compared = plan.of.columns[name]?.type === 'text' ? [`fold(${column})`, column] : [column];
  return [...compared.map((sql) => `${sql} ${direction} NULLS LAST`), 'id'].join(', ');
}

/** Numbers the rows of a table in its default order; the order within each file must be the same. */
export async function orderRows(shop: CompileDb, plan: TableLayout): Promise<RowOrder> {
  const table = nameOf(plan);
  const keys = plan.orders.map(({key, column}) => ({key, read: expression(plan.of, column)}));
  const fields = keys.map(({key, read}) => `${read.sql} AS ${ident(`key_${key}`)}`).join(', ');
  const order = terms(plan, plan.orders[0]!.key, plan.direction);
  await shop.run(
    `CREATE OR REPLACE TABLE ${table} AS
    SELECT CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS rank, *
    FROM (SELECT CAST(r._file AS INTEGER) AS _file, CAST(r._row AS INTEGER) AS _row, CAST(${idOf(plan.of)} AS VARCHAR) AS id, ${fields}
      ${from(
        plan.of,
        keys.map(({read}) => read),
      )})`,
  );
  let rows = 0;
  for await (const chunk of shop.stream(`SELECT CAST(count(*) AS INTEGER) AS n FROM ${table}`)) {
    rows = numericVector(chunk, 0)[0]!;
  }
  return {table, rows, ...(await readPlaces(shop, plan.of.name, table, rows))};
}

/** Which row of which file each rank is; throws where a file does not lie in the default order. */
async function readPlaces(
  shop: CompileDb,
  name: string,
  table: string,
  rows: number,
): Promise<Pick<RowOrder, 'files' | 'rowsOf'>> {
  const files = new Uint16Array(rows);
  const lists: number[][] = [];
  let rank = 0;
  for await (const chunk of shop.stream(`SELECT _file, _row FROM ${table} ORDER BY rank`)) {
    const [file, row] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++, rank++) {
      files[rank] = file[i]!;
      lists[file[i]!] ??= [];
      const list = lists[file[i]!]!;
      if (row[i] !== list.length) {
        throw new Error(
          `${name}: file ${file[i]} does not lie in the default order (row ${row[i]} stands at ${list.length}): run \`make ingest\` to write it again`,
        );
      }
      list.push(rank);
    }
  }
  return {files, rowsOf: Array.from(lists, (list) => Uint32Array.from(list ?? []))};
}

/** Ranks in an order of the table of ranks. */
async function ranksBy(shop: CompileDb, {table, rows}: RowOrder, order: string): Promise<Uint32Array> {
  const ranks = new Uint32Array(rows);
  let at = 0;
  for await (const chunk of shop.stream(`SELECT rank FROM ${table} ORDER BY ${order}`)) {
    ranks.set(numericVector(chunk, 0), at);
    at += chunk.rowCount;
  }
  return ranks;
}

export const rowsById = (shop: CompileDb, ranks: RowOrder): Promise<Uint32Array> =>
  ranksBy(shop, ranks, 'id');

/** Ranks by a sort key descending, nulls last, ties by id. */
export const rowsByKey = (
  shop: CompileDb,
  plan: TableLayout,
  ranks: RowOrder,
  key: string,
): Promise<Uint32Array> => ranksBy(shop, ranks, terms(plan, key, 'desc'));

/** Rows whose key is not null, by key. */
export async function countNonNullKeys(
  shop: CompileDb,
  plan: TableLayout,
  {table}: RowOrder,
): Promise<Record<string, number>> {
  const known: Record<string, number> = {};
  const counts = plan.orders.map(({key}) => `CAST(count(${ident(`key_${key}`)}) AS INTEGER)`).join(', ');
  for await (const chunk of shop.stream(`SELECT ${counts} FROM ${table}`)) {
    plan.orders.forEach(({key}, i) => {
      known[key] = numericVector(chunk, i)[0]!;
    });
  }
  return known;
}
