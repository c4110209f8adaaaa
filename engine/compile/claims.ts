/** Items that several threads share out among them: each is taken once. */

/** Passed from thread to thread as its memory. */
export class Claims {
  /** By item: 1 once it is taken. */
  readonly taken: Int32Array<SharedArrayBuffer>;

  constructor(taken: Int32Array<SharedArrayBuffer>) {
    this.taken = taken;
  }

  /** Nothing claimed yet of `items` items. */
  static of(items: number): Claims {
    return new Claims(new Int32Array(new SharedArrayBuffer(items * Int32Array.BYTES_PER_ELEMENT)));
  }

  /** Takes the first item that is left, or the last one; null where none is. */
  take(end: 'first' | 'last'): number | null {
    const {length} = this.taken;
    for (let i = 0; i < length; i++) {
      const item = end === 'first' ? i : length - 1 - i;
      if (Atomics.compareExchange(this.taken, item, 0, 1) === 0) return item;
    }
    return null;
  }

  /** Leaves nothing to take. */
  stop(): void {
    for (let item = 0; item < this.taken.length; item++) Atomics.store(this.taken, item, 1);
  }
}
