/** Expressions with several values a row: the rows of each value, and the values of each row. */

import type {IndexWriter} from '../file/index_file.ts';
import {writePostings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {TableLayout} from '../file/table_layout.ts';
import {type Expression, expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {numericVector} from '../sql/vectors.ts';
import type {Dictionary} from './dictionary_writer.ts';

/** Different pairs of a row and one of its values, by rank, then code. */
interface Pairs {
  ranks: number[];
  codes: number[];
}

async function pairsOf(
  shop: CompileDb,
  {of}: TableLayout,
  {table}: RowOrder,
  read: Expression,
  {table: dictionary}: Dictionary,
): Promise<Pairs> {
  const items = `SELECT r._file AS _file, r._row AS _row, unnest(${read.sql}) AS value ${from(of, [read])}`;
  const sql = `SELECT DISTINCT ranks.rank, ${dictionary}.code FROM (${items}) AS items
    JOIN ${table} AS ranks ON ranks._file = items._file AND ranks._row = items._row
    JOIN ${dictionary} ON ${dictionary}.value = items.value ORDER BY ALL`;
  const pairs: Pairs = {ranks: [], codes: []};
  for await (const chunk of shop.stream(sql)) {
    const [rank, code] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) {
      pairs.ranks.push(rank[i]!);
      pairs.codes.push(code[i]!);
    }
  }
  return pairs;
}

/** Writes the rows of each value of the column, each row once. */
export async function writeMultivalueColumn(
  shop: CompileDb,
  plan: TableLayout,
  ranks: RowOrder,
  index: IndexWriter,
  name: string,
  dictionary: Dictionary,
): Promise<void> {
  const pairs = await pairsOf(shop, plan, ranks, expression(plan.of, name), dictionary);
  writePostings(index, SECTIONS.column(name), dictionary.count, (found) => {
    for (const [i, code] of pairs.codes.entries()) found(code, pairs.ranks[i]!);
  });
}

/** The different values of each row: their codes, and where those of a rank begin. */
export async function ordinalsByRow(
  shop: CompileDb,
  plan: TableLayout,
  ranks: RowOrder,
  read: Expression,
  dictionary: Dictionary,
): Promise<{ordinals: Uint32Array; offsets: Uint32Array}> {
  const pairs = await pairsOf(shop, plan, ranks, read, dictionary);
  const at = new Uint32Array(ranks.rows + 1);
  for (const rank of pairs.ranks) at[rank + 1]!++;
  for (let rank = 0; rank < ranks.rows; rank++) at[rank + 1]! += at[rank]!;
  return {ordinals: Uint32Array.from(pairs.codes), offsets: at};
}
