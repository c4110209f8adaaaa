/** Typed arrays that grow: for what is counted only by making it. */

/** Whole numbers below 2^32. */
export class GrowableUint32 {
  length = 0;
  #items = new Uint32Array(1 << 12);

  push(item: number): void {
    if (this.length === this.#items.length) this.#grow(this.length + 1);
    this.#items[this.length++] = item;
  }

  at(place: number): number {
    return this.#items[place]!;
  }

  set(place: number, item: number): void {
    this.#items[place] = item;
  }

  /** Adds so many zeros; gives the place of the first. */
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

  #grow(least: number): void {
    if (least <= this.#items.length) return;
    const grown = new Uint32Array(Math.max(least, 2 * this.#items.length));
    grown.set(this.#items);
    this.#items = grown;
  }
}

/** Numbers. */
export class GrowableFloat64 {
  length = 0;
  #items = new Float64Array(1 << 12);

  push(one: number, two: number): void {
    if (this.length + 2 > this.#items.length) {
      const grown = new Float64Array(2 * this.#items.length);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.length++] = one;
    this.#items[this.length++] = two;
  }

  /** All items, not copied. */
  toArray(): Float64Array {
    return this.#items.subarray(0, this.length);
  }
}
