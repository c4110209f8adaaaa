/** Writes columns with several values a row: the rows of each value, and the values of each row. */
import type {IndexWriter} from '../file/index_file.ts';
import {writePostings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {TableLayout} from '../file/table_layout.ts';
import {type Expression, expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {numericVector} from '../sql/vectors.ts';
import type {Dictionary} from './dictionary_writer.ts';

/** Distinct pairs of a row and the ordinal of one of its values, by row, then ordinal. */
interface Pairs {
  rows: number[];
  ordinals: number[];
}

async function readPairs(
  db: CompileDb,
  {declaration}: TableLayout,
  {table}: RowOrder,
  read: Expression,
  {table: dictionary}: Dictionary,
): Promise<Pairs> {
  const items = `SELECT r._file AS _file, r._row AS _row, unnest(${read.sql}) AS value ${from(declaration, [read])}`;
  const sql = `SELECT DISTINCT row_order.row_id, ${dictionary}.ordinal FROM (${items}) AS items
    JOIN ${table} AS row_order ON row_order._file = items._file AND row_order._row = items._row
    JOIN ${dictionary} ON ${dictionary}.value = items.value ORDER BY ALL`;
  const pairs: Pairs = {rows: [], ordinals: []};
  for await (const chunk of db.stream(sql)) {
    const [row, ordinal] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) {
      pairs.rows.push(row[i]!);
      pairs.ordinals.push(ordinal[i]!);
    }
  }
  return pairs;
}

/** Writes the postings of the column's values. */
export async function writeMultivalueColumn(
  db: CompileDb,
  layout: TableLayout,
  order: RowOrder,
  index: IndexWriter,
  name: string,
  dictionary: Dictionary,
): Promise<void> {
  const pairs = await readPairs(db, layout, order, expression(layout.declaration, name), dictionary);
  writePostings(index, SECTIONS.column(name), dictionary.count, (onPair) => {
    for (const [i, ordinal] of pairs.ordinals.entries()) onPair(ordinal, pairs.rows[i]!);
  });
}

/** The distinct values of each row: their ordinals, and where those of a row begin. */
export async function ordinalsByRow(
  db: CompileDb,
  layout: TableLayout,
  order: RowOrder,
  read: Expression,
  dictionary: Dictionary,
): Promise<{ordinals: Uint32Array; offsets: Uint32Array}> {
  const pairs = await readPairs(db, layout, order, read, dictionary);
  const offsets = new Uint32Array(order.rows + 1);
  for (const row of pairs.rows) offsets[row + 1]!++;
  for (let row = 0; row < order.rows; row++) offsets[row + 1]! += offsets[row]!;
  return {ordinals: Uint32Array.from(pairs.ordinals), offsets};
}
