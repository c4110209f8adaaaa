/** Byte offsets of rows in their file, kept in 32 bits. */

/** Offsets are stored modulo this. */
export const WRAP = 2 ** 32;

/** Byte at which row `row` begins, from the offsets modulo `wrap` and the rows at which another multiple is passed. */
export function rowOffset(offsets: Uint32Array, wraps: ArrayLike<number>, wrap: number, row: number): number {
  let passed = 0;
  while (passed < wraps.length && wraps[passed]! <= row) passed++;
  return offsets[row]! + passed * wrap;
}
