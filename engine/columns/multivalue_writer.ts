/** Writes columns with several values a row: the rows of each value, and the values of each row. */
import {GrowableUint32} from '../file/growable.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {writePostings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {ColumnLayout, TableLayout} from '../file/table_layout.ts';
import {type Expression, expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {forEachLocated, type RowOrder} from '../sql/row_order.ts';
import {numericVector} from '../sql/vectors.ts';
import type {TableDictionary} from './list_dictionary.ts';
import {packOrdinals} from './packed_arrays.ts';

/** Distinct pairs of a row and the ordinal of one of its values, by row, then ordinal. */
interface Pairs {
  rows: Uint32Array;
  ordinals: Uint32Array;
}

async function readPairs(
  db: CompileDb,
  {declaration}: TableLayout,
  order: RowOrder,
  read: Expression,
  {table: dictionary, count}: TableDictionary,
): Promise<Pairs> {
  const items = `SELECT r._file AS _file, r._row AS _row, unnest(${read.sql}) AS value ${from(declaration, [read])}`;
  const sql = `SELECT CAST(items._file AS INTEGER), CAST(items._row AS INTEGER), ${dictionary}.ordinal
    FROM (${items}) AS items JOIN ${dictionary} ON ${dictionary}.value = items.value`;
  const [rows, ordinals] = [new GrowableUint32(), new GrowableUint32()];
  await forEachLocated(db, order, sql, (located, chunk) => {
    for (const row of located) rows.push(row);
    for (const ordinal of numericVector(chunk, 2)) ordinals.push(ordinal);
  });
  return distinctPairs({rows: rows.toArray(), ordinals: ordinals.toArray()}, count);
}

/** The distinct ones of some pairs, sorted: one number each, which the engine sorts without a callback. */
function distinctPairs({rows, ordinals}: Pairs, count: number): Pairs {
  const keys = new Float64Array(rows.length);
  for (let i = 0; i < keys.length; i++) keys[i] = rows[i]! * count + ordinals[i]!;
  keys.sort();
  const distinct = keys.filter((key, i) => i === 0 || key !== keys[i - 1]);
  const pairs: Pairs = {rows: new Uint32Array(distinct.length), ordinals: new Uint32Array(distinct.length)};
  for (let i = 0; i < distinct.length; i++) {
    const row = Math.floor(distinct[i]! / count);
    pairs.rows[i] = row;
    pairs.ordinals[i] = distinct[i]! - row * count;
  }
  return pairs;
}

/** Writes the postings of the column's values, and of a facet the values of each row. */
export async function writeMultivalueColumn(
  db: CompileDb,
  layout: TableLayout,
  order: RowOrder,
  index: IndexWriter,
  {name, facet}: ColumnLayout,
  dictionary: TableDictionary,
): Promise<void> {
  const pairs = await readPairs(db, layout, order, expression(layout.declaration, name), dictionary);
  writePostings(index, SECTIONS.column(name), dictionary.count, (onPair) => {
    for (let i = 0; i < pairs.rows.length; i++) onPair(pairs.ordinals[i]!, pairs.rows[i]!);
  });
  if (!facet) return;
  index.write(SECTIONS.ordinals(name), packOrdinals(pairs.ordinals, dictionary.count));
  index.write(SECTIONS.ordinal_offsets(name), offsetsByRow(pairs, order.rows));
}

/** Where the pairs of each row begin, and one more. */
function offsetsByRow({rows: all}: Pairs, rows: number): Uint32Array {
  const offsets = new Uint32Array(rows + 1);
  for (const row of all) offsets[row + 1]!++;
  for (let row = 0; row < rows; row++) offsets[row + 1]! += offsets[row]!;
  return offsets;
}

/** The distinct values of each row: their ordinals, and where those of a row begin. */
export async function ordinalsByRow(
  db: CompileDb,
  layout: TableLayout,
  order: RowOrder,
  read: Expression,
  dictionary: TableDictionary,
): Promise<{ordinals: Uint32Array; offsets: Uint32Array}> {
  const pairs = await readPairs(db, layout, order, read, dictionary);
  return {ordinals: pairs.ordinals, offsets: offsetsByRow(pairs, order.rows)};
}
