/** Merges the rows of several sorted files into row order. */
import type {DuckDBDataChunk} from '@duckdb/node-api';
import type {RowOrder} from '../sql/row_order.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';
import {MAX_BUFFERED_ROWS, ReorderBuffer, type RowTexts} from './reorder_buffer.ts';

/** Columns of a chunk before the texts: the number of the file and the row's position in it. */
export const LOCATION_COLUMNS = 2;

/** Neighbouring files: numbers from, to. */
export type FileRange = readonly [from: number, to: number];

/** The rows of a range of files, as one statement reads them. */
export interface FileStream {
  files: FileRange;
  chunks: AsyncGenerator<DuckDBDataChunk, void, undefined>;
}

/**
 * Groups neighbouring small files, by their numbers of rows: every statement costs a plan and the build side of its
 * joins, and the rows of one group that come early still fit the reorder buffer.
 */
export function fileBatches(rows: readonly number[]): FileRange[] {
  const batches: FileRange[] = [];
  let sum = 0;
  for (const [file, count] of rows.entries()) {
    const last = batches.at(-1);
    sum += count;
    if (last && sum <= MAX_BUFFERED_ROWS) batches[batches.length - 1] = [last[0], file + 1];
    else {
      batches.push([file, file + 1]);
      sum = count;
    }
  }
  return batches;
}

/** Row ids of the rows of a chunk that begins with their locations. */
export function rowIdsOf(chunk: DuckDBDataChunk, rowsOf: RowOrder['rowsOf']): Uint32Array {
  const [file, position] = [numericVector(chunk, 0), numericVector(chunk, 1)];
  return Uint32Array.from({length: chunk.rowCount}, (_, i) => rowsOf[file[i]!]![position[i]!]!);
}

/** Number of text columns in a chunk, and the path of the reorder buffer's file. */
interface MergeOptions {
  count: number;
  spill: string;
}

/**
 * Calls `onRow` for every row in row order. Files are sorted, so that each stream yields rows about when they are
 * needed; the others wait in the reorder buffer.
 */
export async function mergeFiles(
  name: string,
  streams: readonly FileStream[],
  {files, rowsOf, rows}: RowOrder,
  onRow: (texts: RowTexts) => void,
  {count, spill}: MergeOptions,
): Promise<void> {
  const buffer = new ReorderBuffer(spill, rows, count);
  const streamOf = streams.flatMap(({files: [from, to], chunks}) =>
    Array<FileStream['chunks']>(to - from).fill(chunks),
  );
  try {
    for (let row = 0; row < rows; row++) {
      const file = files[row]!;
      const stream = streamOf[file];
      if (!stream) throw new Error(`${name} has no file ${file}`);
      let texts = buffer.take(row);
      while (!texts) {
        const {value: chunk} = await stream.next();
        if (!chunk) throw new Error(`${name}: row ${row} is missing`);
        putChunk(buffer, chunk, rowIdsOf(chunk, rowsOf), count);
        texts = buffer.take(row);
      }
      onRow(texts);
    }
    for (const {chunks} of streams) {
      const rest = await chunks.next();
      if (!rest.done) throw new Error(`${name}: a file has more rows than it should`);
    }
  } finally {
    buffer.close();
  }
}

function putChunk(buffer: ReorderBuffer, chunk: DuckDBDataChunk, rowIds: Uint32Array, count: number): void {
  const columns = Array.from({length: count}, (_, i) => blobVector(chunk, i + LOCATION_COLUMNS));
  for (let i = 0; i < rowIds.length; i++) {
    buffer.put(
      rowIds[i]!,
      columns.map((text) => text(i)),
    );
  }
}
