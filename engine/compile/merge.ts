/** Rows of several sorted files as one sequence of ranks. */
import type {DuckDBDataChunk} from '@duckdb/node-api';
import type {Ranks} from './ranks.ts';
import {bytesOf, numbersOf} from './vectors.ts';

/** One file: its stream of chunks; the first columns are the row's place in the file, its item and its detail. */
export type FileRows = AsyncGenerator<DuckDBDataChunk, void, undefined>;

interface Line {
  item: Uint8Array;
  detail: Uint8Array;
}

interface Cursor {
  rows: FileRows;
  /** Lines that came before their turn, by the row's place in the file. */
  early: Map<number, Line>;
  /** Rows handed on so far. */
  taken: number;
}

/** Behind joins the rows of a few chunks come in any order; more lines than these are never held. */
const MOST_EARLY = 500_000;

/**
 * Hands on the two lines of every rank in order, and before that every chunk with the ranks of its rows, which are in
 * the order of the file but for small stretches.
 */
export async function mergeFiles(
  name: string,
  streams: readonly FileRows[],
  {files, ranksOf}: Ranks,
  chunkOf: (chunk: DuckDBDataChunk, ranks: Uint32Array) => void,
  lineOf: (line: Line) => void,
): Promise<void> {
  const cursors = streams.map((rows): Cursor => ({rows, early: new Map(), taken: 0}));
  for (const file of files) {
    const cursor = cursors[file];
    const ranks = ranksOf[file];
    if (!cursor || !ranks) throw new Error(`${name} has no file ${file}`);
    let line = cursor.early.get(cursor.taken);
    while (!line) {
      await advance(name, cursor, ranks, chunkOf);
      line = cursor.early.get(cursor.taken);
    }
    cursor.early.delete(cursor.taken++);
    lineOf(line);
  }
  for (const cursor of cursors) await cursor.rows.return();
}

async function advance(
  name: string,
  cursor: Cursor,
  ranksOf: Uint32Array,
  chunkOf: (chunk: DuckDBDataChunk, ranks: Uint32Array) => void,
): Promise<void> {
  const {value: chunk} = await cursor.rows.next();
  if (!chunk) throw new Error(`${name}: row ${cursor.taken} of a file was not given`);
  const rows = numbersOf(chunk, 0);
  const [item, detail] = [bytesOf(chunk, 1), bytesOf(chunk, 2)];
  const ranks = new Uint32Array(chunk.rowCount);
  for (let i = 0; i < chunk.rowCount; i++) {
    const row = rows[i]!;
    ranks[i] = ranksOf[row]!;
    if (row < cursor.taken || cursor.early.has(row)) throw new Error(`${name}: row ${row} was given twice`);
    cursor.early.set(row, {item: item(i), detail: detail(i)});
  }
  if (cursor.early.size > MOST_EARLY) throw new Error(`${name}: rows came far out of their order`);
  chunkOf(chunk, ranks);
}
