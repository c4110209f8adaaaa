/** Working memory of one query, reused by the next: no query allocates what grows with the dataset. */
import {Bitmap} from './bitmap.ts';

/** Elements retained between queries; an unusual query may take more. */
const RETAINED = 1 << 22;

/** Elements of the first array. */
const FIRST = 1 << 16;

/** Rows that are visited together. */
const BLOCK = 1 << 12;

export class Scratch {
  /** Rows of one block, and what is listed beside them; the next block overwrites them. */
  readonly block = new Uint32Array(BLOCK);
  readonly pairs = {rows: new Uint32Array(BLOCK), cells: new Uint32Array(BLOCK)};
  #u32 = new Uint32Array(FIRST);
  #f64 = new Float64Array(0);
  #used = 0;
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
    if (this.#used + length > this.#u32.length) {
      // Views of the previous array stay valid: they keep it alive.
      this.#u32 = new Uint32Array(Math.max(length, this.#u32.length * 2));
      this.#used = 0;
    }
    const array = this.#u32.subarray(this.#used, this.#used + length);
    this.#used += length;
    return array;
  }

  /** The numbers `from` up to `to`, valid until `release`. */
  range(from: number, to: number): Uint32Array {
    const numbers = this.u32(to - from);
    for (let i = 0; i < numbers.length; i++) numbers[i] = from + i;
    return numbers;
  }

  /**
   * An array of `length` elements with any content; there is one only, so that every call returns the same
   * memory.
   */
  f64(length: number): Float64Array {
    this.check();
    if (length > this.#f64.length) this.#f64 = new Float64Array(length);
    return this.#f64.subarray(0, length);
  }

  /** Frees the end of the `u32` array allocated last, of which only `used` elements are needed. */
  shrink(array: Uint32Array, used: number): Uint32Array {
    this.#used -= array.length - used;
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
    this.#used = 0;
    if (this.#u32.length > RETAINED) this.#u32 = new Uint32Array(RETAINED);
    if (this.#f64.length > RETAINED) this.#f64 = new Float64Array(0);
    for (const {rows, bitmap} of this.#taken) {
      bitmap.clear();
      const free = this.#free.get(rows);
      if (free) free.push(bitmap);
      else this.#free.set(rows, [bitmap]);
    }
    this.#taken.length = 0;
  }
}
