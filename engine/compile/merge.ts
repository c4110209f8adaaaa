/** Rows of several sorted files as one sequence of ranks. */
import type {DuckDBDataChunk} from '@duckdb/node-api';
import {EarlyLines, type Line} from './early.ts';
import type {Ranks} from './ranks.ts';
import {bytesOf, numbersOf} from './vectors.ts';

/** One file: its stream of chunks; the first columns are the row's place in the file and its texts. */
export type FileRows = AsyncGenerator<DuckDBDataChunk, void, undefined>;

interface Handlers {
  /** A chunk, with the ranks of its rows. */
  chunkOf: (chunk: DuckDBDataChunk, ranks: Uint32Array) => void;
  /** The texts of the next rank. */
  lineOf: (line: Line) => void;
}

/** Columns of a chunk that are no numbers, and where those wait that come too early. */
interface Texts {
  count: number;
  spill: string;
}

/**
 * Hands on every chunk with the ranks of its rows, and the texts of every rank in order. Files lie in the order of
 * ranks, so that the texts of a stream come about when they are needed; those that do not wait in `spill`, a file.
 */
export async function mergeFiles(
  name: string,
  streams: readonly FileRows[],
  {files, ranksOf, rows}: Ranks,
  {chunkOf, lineOf}: Handlers,
  {count, spill}: Texts,
): Promise<void> {
  const early = new EarlyLines(spill, rows, count);
  try {
    for (let rank = 0; rank < rows; rank++) {
      const file = files[rank]!;
      const [stream, ranks] = [streams[file], ranksOf[file]];
      if (!stream || !ranks) throw new Error(`${name} has no file ${file}`);
      let line = early.take(rank);
      while (!line) {
        const {value: chunk} = await stream.next();
        if (!chunk) throw new Error(`${name}: the row of rank ${rank} was not given`);
        const places = Uint32Array.from(
          numbersOf(chunk, 0).subarray(0, chunk.rowCount),
          (row) => ranks[row]!,
        );
        const texts = Array.from({length: count}, (_, i) => bytesOf(chunk, i + 1));
        for (let i = 0; i < places.length; i++) {
          early.put(
            places[i]!,
            texts.map((text) => text(i)),
          );
        }
        chunkOf(chunk, places);
        line = early.take(rank);
      }
      lineOf(line);
    }
    for (const stream of streams) {
      const rest = await stream.next();
      if (!rest.done) throw new Error(`${name}: a file gave more rows than it has`);
    }
  } finally {
    early.close();
  }
}
