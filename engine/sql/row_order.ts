/** Numbers the rows of a table in its default order, and sorts them by its other keys. */
import {ident} from '../../datasets/rules/sql.ts';
import type {TableLayout} from '../file/table_layout.ts';
import {expression, from, idOf} from './columns.ts';
import type {CompileDb} from './compile_db.ts';
import {numericVector} from './vectors.ts';

/** A row id is the number of a row in the default order, from 0. */
export interface RowOrder {
  /** Working table: `row_id`, `_file`, `_row`, `id`, and a column `key_<name>` for each sort key. */
  table: string;
  rows: number;
  /** By row id: the number of the file that holds the row. */
  files: Uint16Array;
  /** By file and position in it: the row id. */
  rowsOf: Uint32Array[];
}

/** ORDER BY terms of a sort key over the working table, in the given direction. */
function orderTerms(layout: TableLayout, key: string, direction: 'asc' | 'desc'): string {
  const name = layout.orders.find((one) => one.key === key)?.column ?? '';
  const column = ident(`key_${key}`);
  const compared = layout.declaration.columns[name]?.type === 'text' ? [`fold(${column})`, column] : [column];
  return [...compared.map((sql) => `${sql} ${direction} NULLS LAST`), 'id'].join(', ');
}

/** Numbers the rows of a table in its default order; each of its files must be in that order. */
export async function orderRows(db: CompileDb, layout: TableLayout): Promise<RowOrder> {
  const {declaration} = layout;
  const table = ident(`row_order_of_${declaration.name}`);
  const keys = layout.orders.map(({key, column}) => ({key, read: expression(declaration, column)}));
  const fields = keys.map(({key, read}) => `${read.sql} AS ${ident(`key_${key}`)}`).join(', ');
  const reads = keys.map(({read}) => read);
  const order = orderTerms(layout, layout.orders[0]!.key, layout.direction);
  await db.run(
    `CREATE OR REPLACE TABLE ${table} AS
    SELECT CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS row_id, *
    FROM (SELECT CAST(r._file AS INTEGER) AS _file, CAST(r._row AS INTEGER) AS _row,
      CAST(${idOf(declaration)} AS VARCHAR) AS id, ${fields} ${from(declaration, reads)})`,
  );
  let rows = 0;
  for await (const chunk of db.stream(`SELECT CAST(count(*) AS INTEGER) AS n FROM ${table}`)) {
    rows = numericVector(chunk, 0)[0]!;
  }
  return {table, rows, ...(await readLocations(db, declaration.name, table, rows))};
}

/** The file and position of each row; throws where a file is not in the default order. */
async function readLocations(
  db: CompileDb,
  name: string,
  table: string,
  rows: number,
): Promise<Pick<RowOrder, 'files' | 'rowsOf'>> {
  const files = new Uint16Array(rows);
  const byFile: number[][] = [];
  let rowId = 0;
  for await (const chunk of db.stream(`SELECT _file, _row FROM ${table} ORDER BY row_id`)) {
    const [file, row] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++, rowId++) {
      files[rowId] = file[i]!;
      byFile[file[i]!] ??= [];
      const rowIds = byFile[file[i]!]!;
      if (row[i] !== rowIds.length) {
        throw new Error(
          `${name}: file ${file[i]} is not in the default order (row ${row[i]} comes at ${rowIds.length}): run \`make ingest\` to write it again`,
        );
      }
      rowIds.push(rowId);
    }
  }
  return {files, rowsOf: Array.from(byFile, (rowIds) => Uint32Array.from(rowIds ?? []))};
}

async function sortedRows(db: CompileDb, {table, rows}: RowOrder, order: string): Promise<Uint32Array> {
  const sorted = new Uint32Array(rows);
  let at = 0;
  for await (const chunk of db.stream(`SELECT row_id FROM ${table} ORDER BY ${order}`)) {
    sorted.set(numericVector(chunk, 0), at);
    at += chunk.rowCount;
  }
  return sorted;
}

/** Row ids in the order of record ids. */
export const rowsById = (db: CompileDb, order: RowOrder): Promise<Uint32Array> => sortedRows(db, order, 'id');

/** Row ids by a sort key descending, nulls last, ties by record id. */
export const rowsByKey = (
  db: CompileDb,
  layout: TableLayout,
  order: RowOrder,
  key: string,
): Promise<Uint32Array> => sortedRows(db, order, orderTerms(layout, key, 'desc'));

/** Number of rows whose key is not null, by sort key. */
export async function countNonNullKeys(
  db: CompileDb,
  layout: TableLayout,
  {table}: RowOrder,
): Promise<Record<string, number>> {
  const known: Record<string, number> = {};
  const counts = layout.orders.map(({key}) => `CAST(count(${ident(`key_${key}`)}) AS INTEGER)`).join(', ');
  for await (const chunk of db.stream(`SELECT ${counts} FROM ${table}`)) {
    layout.orders.forEach(({key}, i) => {
      known[key] = numericVector(chunk, i)[0]!;
    });
  }
  return known;
}
