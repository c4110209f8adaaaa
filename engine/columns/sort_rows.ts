/** Sorts rows by a key of 32 bits. */
import {lowerBound} from '../rowset/partition_point.ts';

/** The key of rows without a value, which come last. */
export const NO_KEY = 2 ** 32 - 1;

/** The numbers of so many rows. */
export function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

/**
 * Rows in the order of their keys; `ties` are all rows in the order of those with the same key. Key and place
 * in `ties` are one integer of 64 bits, since the engine sorts those without a callback.
 */
export function sortRows(keys: Uint32Array, ties: Uint32Array): Uint32Array {
  const pairs = new BigUint64Array(ties.length);
  const halves = new Uint32Array(pairs.buffer);
  for (let i = 0; i < ties.length; i++) {
    halves[2 * i + 1] = keys[ties[i]!]!;
    halves[2 * i] = i;
  }
  pairs.sort();
  const rows = new Uint32Array(ties.length);
  for (let i = 0; i < rows.length; i++) rows[i] = ties[halves[2 * i]!]!;
  return rows;
}

/** Keys of ordinals; the number of values encodes null. */
export function keysOfOrdinals(
  ordinals: Uint32Array,
  values: number,
  direction: 'asc' | 'desc',
): Uint32Array {
  const last = values - 1;
  const keys = new Uint32Array(ordinals.length).fill(NO_KEY);
  for (let i = 0; i < keys.length; i++) {
    const ordinal = ordinals[i]!;
    if (ordinal < values) keys[i] = direction === 'asc' ? ordinal : last - ordinal;
  }
  return keys;
}

/** Keys of numbers, by their place among the distinct ones; NaN encodes null. */
export function keysOfNumbers(numbers: Float64Array, direction: 'asc' | 'desc'): Uint32Array {
  const sorted = numbers.filter((value) => !Number.isNaN(value)).sort();
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  const ordinals = new Uint32Array(numbers.length).fill(distinct.length);
  for (let i = 0; i < ordinals.length; i++) {
    if (!Number.isNaN(numbers[i]!)) ordinals[i] = lowerBound(distinct, numbers[i]!);
  }
  return keysOfOrdinals(ordinals, distinct.length, direction);
}
