/** Texts of the rows of one file, in the order of the file. */
import type {DuckDBDataChunk} from '@duckdb/node-api';
import {blobVector, numericVector} from '../sql/vectors.ts';
import {ReorderBuffer, type RowTexts} from './reorder_buffer.ts';

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

/** Calls back for each row in order; joins may return them in any, though most come as they are stored. */
export async function forEachRow(
  name: string,
  chunks: AsyncIterable<DuckDBDataChunk>,
  {rows, count, numbers, spill}: Options,
  onRow: (texts: RowTexts, position: number) => void,
): Promise<void> {
  const buffer = new ReorderBuffer(spill, rows, count);
  let next = 0;
  try {
    for await (const chunk of chunks) {
      // Every look at it is a call.
      const {rowCount} = chunk;
      const position = numericVector(chunk, 0);
      const columns = Array.from({length: count}, (_, i) => blobVector(chunk, i + 1));
      for (const [i, target] of numbers.entries()) {
        const values = numericVector(chunk, 1 + count + i);
        for (let at = 0; at < rowCount; at++) target[position[at]!] = values[at]!;
      }
      for (let i = 0; i < rowCount; i++) {
        const texts = columns.map((text) => text(i));
        if (position[i] === next) {
          onRow(texts, next++);
        } else buffer.put(position[i]!, texts);
      }
      for (let early = buffer.take(next); early; early = buffer.take(next)) {
        onRow(early, next++);
      }
    }
  } finally {
    buffer.close();
  }
  if (next !== rows) throw new Error(`${name}: row ${next} of a file of ${rows} is missing`);
}
