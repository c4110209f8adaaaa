/** Working memory of one query, reused by the next: no query allocates what grows with the dataset. */
import {Bitmap} from './bitmap.ts';

/** Elements retained between queries; an unusual query may take more. */
const RETAINED = 1 << 22;

/** Elements of the first array. */
const FIRST = 1 << 16;

/** Rows that are visited together. */
const BLOCK = 1 << 12;

/** Arrays that are cut out of a larger one, one behind the other. */
class Arena<T extends Uint32Array | Float64Array> {
  readonly #Elements: new (
    length: number,
  ) => T;
  #all: T;
  #used = 0;

  constructor(Elements: new (length: number) => T) {
    this.#Elements = Elements;
    this.#all = new Elements(FIRST);
  }

  take(length: number): T {
    if (this.#used + length > this.#all.length) {
      // Views of the previous array stay valid: they keep it alive.
      this.#all = new this.#Elements(Math.max(length, this.#all.length * 2));
      this.#used = 0;
    }
    const begin = this.#used;
    this.#used += length;
    return this.#all.subarray(begin, this.#used) as T;
  }

  /** Frees the last elements that were taken. */
  giveBack(length: number): void {
    this.#used -= length;
  }

  release(): void {
    this.#used = 0;
    if (this.#all.length > RETAINED) this.#all = new this.#Elements(FIRST);
  }
}

export class Scratch {
  /** Rows of one block, and what is listed beside them; the next block overwrites them. */
  readonly block = new Uint32Array(BLOCK);
  readonly pairs = {rows: new Uint32Array(BLOCK), cells: new Uint32Array(BLOCK)};
  readonly #u32 = new Arena(Uint32Array);
  readonly #f64 = new Arena(Float64Array);
  readonly #free = new Map<number, Bitmap[]>();
  readonly #taken: {rows: number; bitmap: Bitmap}[] = [];

  /**
   * Called for whatever is asked for, and for every block: between two calls is one pass over a column or a
   * list.
   */
  readonly check: () => void;

  /** `check` throws where the query takes too long. */
  constructor(check = (): void => {}) {
    this.check = check;
  }

  /** An array of `length` elements with any content, valid until `release`. */
  u32(length: number): Uint32Array {
    this.check();
    return this.#u32.take(length);
  }

  /** The numbers `from` up to `to`, valid until `release`. */
  range(from: number, to: number): Uint32Array {
    const numbers = this.u32(to - from);
    for (let i = 0; i < numbers.length; i++) numbers[i] = from + i;
    return numbers;
  }

  /** As `u32`. */
  f64(length: number): Float64Array {
    this.check();
    return this.#f64.take(length);
  }

  /** Frees the end of the `u32` array allocated last, of which only `used` elements are needed. */
  shrink(array: Uint32Array, used: number): Uint32Array {
    this.#u32.giveBack(array.length - used);
    return array.subarray(0, used);
  }

  /** An empty bitmap for `rows` rows, valid until `release`. */
  bitmap(rows: number): Bitmap {
    this.check();
    const bitmap = this.#free.get(rows)?.pop() ?? Bitmap.empty(rows);
    this.#taken.push({rows, bitmap});
    return bitmap;
  }

  /** Ends a query: all memory may be reused. */
  release(): void {
    this.#u32.release();
    this.#f64.release();
    for (const {rows, bitmap} of this.#taken) {
      bitmap.clear();
      const free = this.#free.get(rows);
      if (free) free.push(bitmap);
      else this.#free.set(rows, [bitmap]);
    }
    this.#taken.length = 0;
  }
}
