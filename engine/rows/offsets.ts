/** Byte offsets of rows in their file: of each block of rows in 32 bits, and of each row in its block. */

/** Rows of a block. */
export const ROWS_PER_BLOCK = 64;
const BLOCK_SHIFT = 6;

/** Offsets of blocks are stored modulo this. */
export const WRAP = 2 ** 32;

/** Where rows begin. */
export interface RowOffsets {
  /** By block: the byte at which it begins, modulo `wrap`; one more for the end. */
  blocks: Uint32Array;
  /** Blocks at which another multiple of `wrap` is passed. */
  wraps: ArrayLike<number>;
  wrap: number;
  /** By row: bytes from the beginning of its block; one more for the end. */
  within: Uint16Array | Uint32Array;
}

/** Byte at which a block begins. */
function blockOffset({blocks, wraps, wrap}: RowOffsets, block: number): number {
  let passed = 0;
  while (passed < wraps.length && wraps[passed]! <= block) passed++;
  return blocks[block]! + passed * wrap;
}

/** The block of a row. */
export const blockOfRow = (row: number): number => row >>> BLOCK_SHIFT;

/** Byte at which a row begins, or the last one ends. */
export const rowOffset = (offsets: RowOffsets, row: number): number =>
  blockOffset(offsets, row >>> BLOCK_SHIFT) + offsets.within[row]!;

/** Collects the offsets of rows that are appended one by one. */
export class RowOffsetsBuilder {
  readonly #blocks: Uint32Array;
  readonly #within: Uint32Array;
  readonly #wraps: number[] = [];
  readonly #wrap: number;
  /** Byte at which the block of the last row begins. */
  #begin = 0;
  #row = 0;

  constructor(rows: number, wrap: number) {
    this.#blocks = new Uint32Array((rows >>> BLOCK_SHIFT) + 1);
    this.#within = new Uint32Array(rows + 1);
    this.#wrap = wrap;
  }

  get count(): number {
    return this.#row;
  }

  /** Adds a row that ends at this byte. */
  add(end: number): void {
    this.#row++;
    if (this.#row % ROWS_PER_BLOCK === 0) this.#startBlock(end);
    this.#within[this.#row] = end - this.#begin;
  }

  #startBlock(begin: number): void {
    const block = this.#row >>> BLOCK_SHIFT;
    const multiples = (byte: number): number => Math.floor(byte / this.#wrap);
    for (let i = multiples(this.#begin); i < multiples(begin); i++) this.#wraps.push(block);
    this.#blocks[block] = begin % this.#wrap;
    this.#begin = begin;
  }

  build(): RowOffsets & {wraps: Uint32Array} {
    const within = this.#within;
    const isShort = within.every((offset) => offset < 1 << 16);
    return {
      blocks: this.#blocks,
      wraps: Uint32Array.from(this.#wraps),
      wrap: this.#wrap,
      within: isShort ? new Uint16Array(within) : within,
    };
  }
}
