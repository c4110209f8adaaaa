/** The first rows of a query that finds them in no order. */
import {NO_ROW} from '../file/section_names.ts';

/** The lowest of many rows: what is collected is sorted and cut whenever it is full. */
export class FirstRows {
  readonly #limit: number;
  readonly #rows: Uint32Array;
  #count = 0;
  #below = NO_ROW;

  constructor(limit: number) {
    this.#limit = limit;
    this.#rows = new Uint32Array(2 * limit + 64);
  }

  add(row: number): void {
    if (row >= this.#below) return;
    this.#rows[this.#count++] = row;
    if (this.#count < this.#rows.length) return;
    this.#rows.sort();
    this.#count = this.#limit;
    this.#below = this.#limit === 0 ? 0 : this.#rows[this.#limit - 1]! + 1;
  }

  /** Those behind the first `skipped`. */
  ascending(skipped: number): Uint32Array {
    return this.#rows.slice(0, this.#count).sort().subarray(skipped, this.#limit);
  }
}
