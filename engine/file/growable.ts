/** A typed array that grows, for results of unknown length. */

/** Integers below 2^32. */
export class GrowableUint32 {
  length = 0;
  #items: Uint32Array;

  constructor(first = 1 << 12) {
    this.#items = new Uint32Array(first);
  }

  push(item: number): void {
    if (this.length === this.#items.length) this.#grow(this.length + 1);
    this.#items[this.length++] = item;
  }

  at(index: number): number {
    return this.#items[index]!;
  }

  set(index: number, item: number): void {
    this.#items[index] = item;
  }

  /** Appends so many zeros; returns the index of the first. */
  reserve(count: number): number {
    const begin = this.length;
    this.#grow(begin + count);
    this.length += count;
    return begin;
  }

  /** All items, not copied. */
  toArray(): Uint32Array {
    return this.#items.subarray(0, this.length);
  }

  #grow(length: number): void {
    if (length <= this.#items.length) return;
    const grown = new Uint32Array(Math.max(length, 2 * this.#items.length));
    grown.set(this.#items);
    this.#items = grown;
  }
}
