/** Columns with several values a row: the rows of each value. */
import {SECTIONS} from '../facts.ts';
import type {IndexWriter} from '../format.ts';
import type {Plan} from '../plan.ts';
import {expression, from} from '../reference/columns.ts';
import {writePostings} from './arrays.ts';
import type {Dictionary} from './dictionary.ts';
import type {Ranks} from './ranks.ts';
import {numbersOf} from './vectors.ts';
import type {Workshop} from './workshop.ts';

/** Writes the rows of each value of the column, each row once. */
export async function writeLists(
  shop: Workshop,
  {of}: Plan,
  {table}: Ranks,
  index: IndexWriter,
  name: string,
  {table: dictionary, count}: Dictionary,
): Promise<void> {
  const read = expression(of, name);
  const items = `SELECT r._file AS _file, r._row AS _row, unnest(${read.sql}) AS value ${from(of, [read])}`;
  const sql = `SELECT DISTINCT ranks.rank, ${dictionary}.code FROM (${items}) AS items
    JOIN ${table} AS ranks ON ranks._file = items._file AND ranks._row = items._row
    JOIN ${dictionary} ON ${dictionary}.value = items.value ORDER BY ALL`;
  const pairs: [code: number, rank: number][] = [];
  for await (const chunk of shop.stream(sql)) {
    const [rank, code] = [numbersOf(chunk, 0), numbersOf(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) pairs.push([code[i]!, rank[i]!]);
  }
  writePostings(index, SECTIONS.column(name), count, (found) => {
    for (const [code, rank] of pairs) found(code, rank);
  });
}
