/** Texts of the rows of one file, in the order of the file. */
import type {DuckDBDataChunk} from '@duckdb/node-api';
import {runOf, type TextRun} from '../file/text_run.ts';
import {blobRuns, blobVector, numericVector} from '../sql/vectors.ts';
import {ReorderBuffer} from './reorder_buffer.ts';

interface Options {
  /** Rows of the file. */
  rows: number;
  /** Texts of a row: the columns of a chunk behind the row's position in the file. */
  count: number;
  /** What the columns behind them are written to, by position. */
  numbers: readonly Float64Array[];
  /** Temporary file of rows that come before their turn. */
  spill: string;
}

/** Takes texts of neighbouring rows: one a row of one of the columns, given the position of the first. */
type OnTexts = (column: number, texts: TextRun, position: number) => void;

/** Calls back for the texts of all rows, those of each column in order; joins may return rows in any, though most come as they are stored. */
export async function forEachRun(
  name: string,
  chunks: AsyncIterable<DuckDBDataChunk>,
  {rows, count, numbers, spill}: Options,
  onTexts: OnTexts,
): Promise<void> {
  const buffer = new ReorderBuffer(spill, rows, count);
  let next = 0;
  try {
    for await (const chunk of chunks) {
      // Every look at it is a call.
      const {rowCount} = chunk;
      const position = numericVector(chunk, 0);
      for (const [i, target] of numbers.entries()) {
        const values = numericVector(chunk, 1 + count + i);
        for (let at = 0; at < rowCount; at++) target[position[at]!] = values[at]!;
      }
      const columns = Array.from({length: count}, (_, i) => blobVector(chunk, i + 1));
      const runs = columns.map((text, i) => blobRuns(chunk, i + 1, text));
      for (let i = 0; i < rowCount; ) {
        let end = i;
        while (end < rowCount && position[end] === next + end - i) end++;
        if (end === i) {
          buffer.put(
            position[i]!,
            columns.map((text) => text(i)),
          );
          i++;
          continue;
        }
        for (const [column, run] of runs.entries()) {
          for (let at = i; at < end; ) {
            const texts = run(at, end);
            onTexts(column, texts, next + at - i);
            at += texts.lengths.length;
          }
        }
        next += end - i;
        i = end;
      }
      for (let early = buffer.take(next); early; early = buffer.take(next)) {
        for (const [column, text] of early.entries()) onTexts(column, runOf(text), next);
        next++;
      }
    }
  } finally {
    buffer.close();
  }
  if (next !== rows) throw new Error(`${name}: row ${next} of a file of ${rows} is missing`);
}
