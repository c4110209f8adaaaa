/** Some rows of a table, by which the encoding of all is chosen. */
import {SAMPLE_BYTES, SAMPLE_ROWS} from '../rows/row_sample.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';

/** Rows that the smallest file adds to the sample. */
const MIN_ROWS = 1 << 8;

/** A file of a table, and the SELECT of the position of each of its rows (alias `r`) and of its JSON. */
export interface SampledFile {
  rows: number;
  sample: string;
}

/**
 * Rows of each file, by which the encoding is chosen; those of all files alternate by their shares. They are
 * spread over the file, since its first rows are its newest, which say little of older ones.
 */
export async function sampleOf(db: CompileDb, files: readonly SampledFile[]): Promise<Uint8Array[]> {
  const all = files.reduce((sum, {rows}) => sum + rows, 0);
  const sample: {row: Uint8Array; at: number}[] = [];
  for (const {rows, sample: statement} of files) {
    if (rows === 0) continue;
    const share = Math.max(MIN_ROWS, Math.ceil((SAMPLE_ROWS * rows) / all));
    const step = Math.ceil(rows / share);
    const own = new FileSample((SAMPLE_BYTES * share) / SAMPLE_ROWS);
    for await (const chunk of db.stream(`${statement} WHERE r._row % ${step} = 0`)) {
      const position = numericVector(chunk, 0);
      const json = blobVector(chunk, 1);
      for (let i = 0; i < chunk.rowCount; i++) own.add(position[i]! / step, json(i));
    }
    for (const [i, row] of own.rows().entries()) sample.push({row, at: i / own.count});
  }
  return sample.sort((a, b) => a.at - b.at).map(({row}) => row);
}

/** Rows of one file: when they are too large, every other one is dropped. */
class FileSample {
  readonly #maxBytes: number;
  readonly #rows = new Map<number, Uint8Array>();
  #bytes = 0;
  #stride = 1;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#rows.size;
  }

  /** Adds the row with a number, which counts from 0; rows may come in any order. */
  add(number: number, row: Uint8Array): void {
    if (number % this.#stride !== 0) return;
    // A copy: a view would keep the whole chunk in memory.
    this.#rows.set(number, row.slice());
    this.#bytes += row.length;
    while (this.#bytes > this.#maxBytes && this.#rows.size > 1) this.#thin();
  }

  /** The rows in the order of their numbers. */
  rows(): Uint8Array[] {
    return [...this.#rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  }

  #thin(): void {
    this.#stride *= 2;
    for (const [number, row] of this.#rows) {
      if (number % this.#stride === 0) continue;
      this.#rows.delete(number);
      this.#bytes -= row.length;
    }
  }
}
