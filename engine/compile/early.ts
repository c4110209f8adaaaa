/** Lines that came before their turn: some in memory, many in a file. */
import {closeSync, openSync, readSync, rmSync, writeSync} from 'node:fs';

export interface Line {
  item: Uint8Array;
  detail: Uint8Array;
}

/** Lines that are held in memory. */
const HELD = 1 << 16;

/** Where the lines of the file stand, by rank. */
interface Places {
  fd: number;
  at: Float64Array;
  items: Uint32Array;
  details: Uint32Array;
}

/** Behind large joins the rows of a table may come in any order; memory stays bounded all the same. */
export class EarlyLines {
  readonly #path: string;
  readonly #rows: number;
  readonly #held = new Map<number, Line>();
  #places: Places | null = null;
  #end = 0;

  /** Up to `rows` lines; `path` is a file that may be written and goes at the end. */
  constructor(path: string, rows: number) {
    this.#path = path;
    this.#rows = rows;
  }

  put(rank: number, line: Line): void {
    this.#held.set(rank, line);
    if (this.#held.size > HELD) this.#spill();
  }

  /** The line of a rank, once; undefined when it has not come yet. */
  take(rank: number): Line | undefined {
    const held = this.#held.get(rank);
    if (held) {
      this.#held.delete(rank);
      return held;
    }
    const places = this.#places;
    if (!places || places.at[rank]! < 0) return undefined;
    const [items, details] = [places.items[rank]!, places.details[rank]!];
    const bytes = Buffer.allocUnsafe(items + details);
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(places.fd, bytes, done, bytes.length - done, places.at[rank]! + done);
      if (got === 0) throw new Error(`${this.#path} is shorter than what was written to it`);
      done += got;
    }
    return {item: bytes.subarray(0, items), detail: bytes.subarray(items)};
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
      items: new Uint32Array(this.#rows),
      details: new Uint32Array(this.#rows),
    };
    const {fd, at, items, details} = this.#places;
    const pieces: Uint8Array[] = [];
    let end = this.#end;
    for (const [rank, {item, detail}] of this.#held) {
      at[rank] = end;
      items[rank] = item.length;
      details[rank] = detail.length;
      pieces.push(item, detail);
      end += item.length + detail.length;
    }
    const bytes = Buffer.concat(pieces);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(fd, bytes, done, bytes.length - done, this.#end + done);
    }
    this.#end = end;
    this.#held.clear();
  }
}
