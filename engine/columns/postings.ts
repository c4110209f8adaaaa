/** Arrays of an index: the smallest element that holds the numbers, rows by code, exact sums. */

import type {IndexWriter} from '../file/index_file.ts';
import {NULL_I32, SECTIONS} from '../file/section_names.ts';

/** Codes in the smallest unsigned elements; `most` is the largest number that occurs. */
export function packCodes(codes: Uint32Array, most: number): Uint8Array | Uint16Array | Uint32Array {
  if (most < 1 << 8) return Uint8Array.from(codes);
  if (most < 1 << 16) return Uint16Array.from(codes);
  return codes;
}

/** Numbers in 32 bits where all are whole and small, else as they are; null is NULL_I32 or NaN. */
export function packNumbers(numbers: Float64Array): Int32Array | Float64Array {
  const small = numbers.every(
    (value) => Number.isNaN(value) || (Number.isInteger(value) && Math.abs(value) < -NULL_I32),
  );
  if (!small) return numbers;
  return Int32Array.from(numbers, (value) => (Number.isNaN(value) ? NULL_I32 : value));
}

/** Pairs of code and rank; called twice, with the ranks of each code ascending. */
export type Pairs = (found: (code: number, rank: number) => void) => void;

/** The code of each rank; the number of values stands for none. */
export const byRank =
  (codes: Uint32Array, values: number): Pairs =>
  (found) => {
    for (let rank = 0; rank < codes.length; rank++) {
      const code = codes[rank]!;
      if (code < values) found(code, rank);
    }
  };

/** Ranks by code: those of a code stand from its place in `at` up to the next. */
export interface Postings {
  at: Uint32Array;
  ranks: Uint32Array;
}

/** Writes the ranks of each code, and gives them. */
export function writePostings(index: IndexWriter, of: string, values: number, each: Pairs): Postings {
  const at = new Uint32Array(values + 1);
  each((code) => {
    at[code + 1]!++;
  });
  for (let code = 0; code < values; code++) at[code + 1]! += at[code]!;
  const next = at.slice(0, values);
  const ranks = new Uint32Array(at[values]!);
  each((code, rank) => {
    ranks[next[code]!++] = rank;
  });
  const names = SECTIONS.postings(of);
  index.section(names.at, at);
  index.section(names.ranks, ranks);
  return {at, ranks};
}

/** Whether the values may add up to more than a number holds exactly. */
export function isWide(numbers: Float64Array): boolean {
  let sum = 0;
  for (const value of numbers) if (!Number.isNaN(value)) sum += Math.abs(value);
  return sum > Number.MAX_SAFE_INTEGER;
}
