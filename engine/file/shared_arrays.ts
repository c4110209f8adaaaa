/** Arrays that other threads may read without a copy. */

/** Numbers of 32 bits, all zero, in memory that threads share. */
export const sharedU32 = (length: number): Uint32Array =>
  new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));

/** Doubles, all zero, in memory that threads share. */
export const sharedF64 = (length: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
