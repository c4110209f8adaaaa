/** Lines that came before their turn: some in memory, many in a file. */
import {closeSync, openSync, readSync, rmSync, writeSync} from 'node:fs';

/** The texts of one row. */
export type RowTexts = readonly Uint8Array[];

/** Lines that are held in memory. */
export const MAX_BUFFERED_ROWS = 1 << 16;

/** Where the lines of the file stand, by rank. */
interface Places {
  fd: number;
  at: Float64Array;
  /** Bytes of each text. */
  lengths: Uint32Array[];
}

/** Behind large joins the rows of a table may come in any order; memory stays bounded all the same. */
export class ReorderBuffer {
  readonly #path: string;
  readonly #rows: number;
  readonly #texts: number;
  readonly #held = new Map<number, RowTexts>();
  #places: Places | null = null;
  #end = 0;

  /** Up to `rows` lines of so many texts; `path` is a file that may be written and goes at the end. */
  constructor(path: string, rows: number, texts: number) {
    this.#path = path;
    this.#rows = rows;
    this.#texts = texts;
  }

  put(rank: number, line: RowTexts): void {
    this.#held.set(rank, line);
    if (this.#held.size > MAX_BUFFERED_ROWS) this.#spill();
  }

  /** The line of a rank, once; undefined when it has not come yet. */
  take(rank: number): RowTexts | undefined {
    const held = this.#held.get(rank);
    if (held) {
      this.#held.delete(rank);
      return held;
    }
    const places = this.#places;
    if (!places || places.at[rank]! < 0) return undefined;
    const lengths = places.lengths.map((all) => all[rank]!);
    const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(places.fd, bytes, done, bytes.length - done, places.at[rank]! + done);
      if (got === 0) throw new Error(`${this.#path} is shorter than what was written to it`);
      done += got;
    }
    let end = 0;
    return lengths.map((length) => {
      end += length;
      return bytes.subarray(end - length, end);
    });
  }

  /** Removes the file. */
  close(): void {
    if (!this.#places) return;
    closeSync(this.#places.fd);
    rmSync(this.#path, {force: true});
  }

  #spill(): void {
    this.#places ??= {
      fd: openSync(this.#path, 'w+'),
      at: new Float64Array(this.#rows).fill(-1),
      lengths: Array.from({length: this.#texts}, () => new Uint32Array(this.#rows)),
    };
    const {fd, at, lengths} = this.#places;
    const pieces: Uint8Array[] = [];
    let end = this.#end;
    for (const [rank, line] of this.#held) {
      at[rank] = end;
      for (const [i, text] of line.entries()) {
        lengths[i]![rank] = text.length;
        pieces.push(text);
        end += text.length;
      }
    }
    const bytes = Buffer.concat(pieces);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(fd, bytes, done, bytes.length - done, this.#end + done);
    }
    this.#end = end;
    this.#held.clear();
  }
}
