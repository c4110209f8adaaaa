/** The order of a table's rows, and where each of them is stored. */
import type {DuckDBDataChunk} from '@duckdb/node-api';
import type {CompileDb} from './compile_db.ts';
import {numericVector} from './vectors.ts';

/** A row id is the number of a row in the default order, from 0. */
export interface RowOrder {
  rows: number;
  /** By row id: the number of the file that holds the row. */
  files: Uint16Array;
  /** By file and position in it: the row id. */
  rowsOf: Uint32Array[];
  /** By position among the rows of all files, one file behind the other: the row id. */
  rowAt: Uint32Array;
  /** By row id: the position. */
  positions: Uint32Array;
}

/** The order in which `sorted` has the positions of all rows; throws where a file is not in this order. */
export function rowOrder(name: string, sorted: Uint32Array, rowsByFile: readonly number[]): RowOrder {
  const rows = sorted.length;
  const rowAt = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) rowAt[sorted[row]!] = row;
  const files = new Uint16Array(rows);
  const rowsOf: Uint32Array[] = [];
  let begin = 0;
  for (const [file, count] of rowsByFile.entries()) {
    const own = rowAt.subarray(begin, begin + count);
    for (let i = 0; i < count; i++) {
      if (i > 0 && own[i]! < own[i - 1]!) {
        throw new Error(
          `${name}: file ${file} is not in the default order (row ${i} comes before the one before it): run \`make ingest\` to write it again`,
        );
      }
      files[own[i]!] = file;
    }
    rowsOf.push(own);
    begin += count;
  }
  return {rows, files, rowsOf, rowAt, positions: sorted};
}

/**
 * Calls back with each chunk of a SELECT, whose first two columns are the INTEGER numbers of a file and of a
 * row in it, and the ids of its rows.
 */
export async function forEachLocated(
  db: CompileDb,
  {rowsOf}: Pick<RowOrder, 'rowsOf'>,
  sql: string,
  onChunk: (rows: Uint32Array, chunk: DuckDBDataChunk) => void,
): Promise<void> {
  for await (const chunk of db.stream(sql)) {
    const [files, positions] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    const rows = new Uint32Array(files.length);
    for (let i = 0; i < rows.length; i++) rows[i] = rowsOf[files[i]!]![positions[i]!]!;
    onChunk(rows, chunk);
  }
}

/** A bit for each row of a SELECT as of `forEachLocated`, in as many words as all rows need. */
export async function bitmapOf(db: CompileDb, order: RowOrder, sql: string): Promise<Uint32Array> {
  const bitmap = new Uint32Array((order.rows + 31) >>> 5);
  await forEachLocated(db, order, sql, (rows) => {
    for (const row of rows) bitmap[row >>> 5]! |= 1 << (row & 31);
  });
  return bitmap;
}

/** The values of all rows by row id, given by position. */
export function byRow(values: Uint32Array, {rowAt}: RowOrder): Uint32Array {
  const ordered = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) ordered[rowAt[i]!] = values[i]!;
  return ordered;
}

/** Brings numbers, given by position, into the order of the rows; `copy` is overwritten. */
export function orderInPlace(numbers: Float64Array, {rowAt}: RowOrder, copy: Float64Array): void {
  copy.set(numbers);
  for (let i = 0; i < numbers.length; i++) numbers[rowAt[i]!] = copy[i]!;
}
