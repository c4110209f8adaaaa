/** Reads a section by range, whether it is in memory or on disk. */

/** A section of 32-bit integers or bytes; `FileSection` is one on disk. */
export interface SectionReader {
  /** In elements. */
  readonly length: number;
  /** Copies the elements of a range to the start of the target. */
  read(from: number, to: number, target: Uint8Array | Uint32Array): void;
  /** Copies the first `count` ranges of elements, one after the other; returns the number of elements. */
  readRanges(
    from: ArrayLike<number>,
    to: ArrayLike<number>,
    count: number,
    target: Uint8Array | Uint32Array,
  ): number;
}

/** A section in memory. */
export class MemorySection implements SectionReader {
  readonly #elements: Uint8Array | Uint32Array;

  constructor(elements: Uint8Array | Uint32Array) {
    this.#elements = elements;
  }

  get length(): number {
    return this.#elements.length;
  }

  read(from: number, to: number, target: Uint8Array | Uint32Array): void {
    target.set(this.#elements.subarray(from, to));
  }

  readRanges(
    from: ArrayLike<number>,
    to: ArrayLike<number>,
    count: number,
    target: Uint8Array | Uint32Array,
  ): number {
    let at = 0;
    for (let i = 0; i < count; i++) {
      for (let element = from[i]!; element < to[i]!; element++) target[at++] = this.#elements[element]!;
    }
    return at;
  }
}
