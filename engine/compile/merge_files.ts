/** Rows of several sorted files as one sequence of ranks. */
import type {DuckDBDataChunk} from '@duckdb/node-api';
import type {RowOrder} from '../sql/row_order.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';
import {MAX_BUFFERED_ROWS, ReorderBuffer, type RowTexts} from './reorder_buffer.ts';

/** Some files: their stream of chunks; the first columns are the number of the file, the row's place in it and its texts. */
export type FileRows = AsyncGenerator<DuckDBDataChunk, void, undefined>;

/** Columns of a chunk in front of the texts. */
export const PLACE_COLUMNS = 2;

/** Neighbouring files that are read by one statement: numbers from, to. */
export type Run = readonly [from: number, to: number];

/**
 * Neighbouring files together where their rows are few: each statement costs a plan and the look-ups of its joins,
 * while the lines of the files behind the first one wait for their turn.
 */
export function runsOf(rows: readonly number[]): Run[] {
  const runs: Run[] = [];
  let sum = 0;
  for (const [file, count] of rows.entries()) {
    const last = runs.at(-1);
    sum += count;
    if (last && sum <= MAX_BUFFERED_ROWS) runs[runs.length - 1] = [last[0], file + 1];
    else {
      runs.push([file, file + 1]);
      sum = count;
    }
  }
  return runs;
}

/** Ranks of the rows of a chunk, which begins with the columns of their places. */
export function placesOf(chunk: DuckDBDataChunk, ranksOf: RowOrder['rowsOf']): Uint32Array {
  const [inFile, inPlace] = [numericVector(chunk, 0), numericVector(chunk, 1)];
  return Uint32Array.from({length: chunk.rowCount}, (_, row) => ranksOf[inFile[row]!]![inPlace[row]!]!);
}

/** Columns of texts in a chunk, and where those wait that come too early. */
interface Texts {
  count: number;
  spill: string;
}

/**
 * Hands on the texts of every rank in order. `streams` are those of the runs. Files lie in the order of ranks, so that
 * the texts of a stream come about when they are needed; those that do not wait in `spill`, a file.
 */
export async function mergeFiles(
  name: string,
  streams: readonly (readonly [Run, FileRows])[],
  {files, rowsOf: ranksOf, rows}: RowOrder,
  lineOf: (line: RowTexts) => void,
  {count, spill}: Texts,
): Promise<void> {
  const early = new ReorderBuffer(spill, rows, count);
  const streamOf = streams.flatMap(([[from, to], stream]) => Array<FileRows>(to - from).fill(stream));
  try {
    for (let rank = 0; rank < rows; rank++) {
      const file = files[rank]!;
      const stream = streamOf[file];
      if (!stream) throw new Error(`${name} has no file ${file}`);
      let line = early.take(rank);
      while (!line) {
        const {value: chunk} = await stream.next();
        if (!chunk) throw new Error(`${name}: the row of rank ${rank} was not given`);
        const places = placesOf(chunk, ranksOf);
        const texts = Array.from({length: count}, (_, i) => blobVector(chunk, i + PLACE_COLUMNS));
        for (let i = 0; i < places.length; i++) {
          early.put(
            places[i]!,
            texts.map((text) => text(i)),
          );
        }
        line = early.take(rank);
      }
      lineOf(line);
    }
    for (const [, stream] of streams) {
      const rest = await stream.next();
      if (!rest.done) throw new Error(`${name}: a file gave more rows than it has`);
    }
  } finally {
    early.close();
  }
}
