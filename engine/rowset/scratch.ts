/** Room for what one query needs and the next one overwrites: no query allocates what grows with the dataset. */
import {Bitmap} from './bitmap.ts';

/** Numbers that are kept between queries; an unusual query may take more. */
const KEPT = 1 << 22;

export class Scratch {
  #numbers = new Uint32Array(1 << 16);
  #doubles = new Float64Array(0);
  #used = 0;
  readonly #free = new Map<number, Bitmap[]>();
  readonly #taken: {places: number; bitmap: Bitmap}[] = [];

  /** Room for `length` numbers, valid until `release`. */
  u32(length: number): Uint32Array {
    if (this.#used + length > this.#numbers.length) {
      // Views of the old room stay valid: it lives as long as they do.
      this.#numbers = new Uint32Array(Math.max(length, this.#numbers.length * 2));
      this.#used = 0;
    }
    const room = this.#numbers.subarray(this.#used, this.#used + length);
    this.#used += length;
    return room;
  }

  /** Room for `length` numbers of any size, one at a time: what was given before is given again. */
  f64(length: number): Float64Array {
    if (length > this.#doubles.length) this.#doubles = new Float64Array(length);
    return this.#doubles.subarray(0, length);
  }

  /** Gives back the end of the room taken last: only `used` of its numbers are needed. */
  shrink(room: Uint32Array, used: number): Uint32Array {
    this.#used -= room.length - used;
    return room.subarray(0, used);
  }

  /** An empty bitset for so many places, valid until `release`. */
  bits(places: number): Bitmap {
    const bits = this.#free.get(places)?.pop() ?? Bitmap.of(places);
    this.#taken.push({places, bitmap: bits});
    return bits;
  }

  /** Ends a query: everything that was taken may be given out again. */
  release(): void {
    this.#used = 0;
    if (this.#numbers.length > KEPT) this.#numbers = new Uint32Array(KEPT);
    if (this.#doubles.length > KEPT) this.#doubles = new Float64Array(0);
    for (const {places, bitmap: bits} of this.#taken) {
      bits.clear();
      const free = this.#free.get(places);
      if (free) free.push(bits);
      else this.#free.set(places, [bits]);
    }
    this.#taken.length = 0;
  }
}
