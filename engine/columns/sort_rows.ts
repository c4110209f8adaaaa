/** Sorts rows by a key of 32 bits: keys and ties are one integer of 64 bits, which the engine sorts without a callback. */
import {lowerBound} from '../rowset/partition_point.ts';

/** The key of rows without a value, which come last. */
export const NO_KEY = 2 ** 32 - 1;

/** The numbers of so many rows. */
export function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

/** Rows in the order of their keys; `ties` are all rows in the order of those with the same key. */
export function sortRows(keys: Uint32Array, ties: Uint32Array): Uint32Array {
  const pairs = new BigUint64Array(ties.length);
  const words = new Uint32Array(pairs.buffer);
  for (let i = 0; i < ties.length; i++) {
    words[2 * i] = i;
    words[2 * i + 1] = keys[ties[i]!]!;
  }
  pairs.sort();
  const sorted = new Uint32Array(ties.length);
  for (let i = 0; i < sorted.length; i++) sorted[i] = ties[words[2 * i]!]!;
  return sorted;
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

/** Keys of numbers; NaN encodes null. */
export function keysOfNumbers(numbers: Float64Array, direction: 'asc' | 'desc'): Uint32Array {
  const {min, max, whole} = rangeOf(numbers);
  if (!whole || max - min >= NO_KEY) {
    const distinct = distinctOf(numbers);
    const ranks = new Uint32Array(numbers.length).fill(distinct.length);
    for (let i = 0; i < ranks.length; i++) {
      if (!Number.isNaN(numbers[i]!)) ranks[i] = lowerBound(distinct, numbers[i]!);
    }
    return keysOfOrdinals(ranks, distinct.length, direction);
  }
  const keys = new Uint32Array(numbers.length).fill(NO_KEY);
  for (let i = 0; i < keys.length; i++) {
    const value = numbers[i]!;
    if (!Number.isNaN(value)) keys[i] = direction === 'asc' ? value - min : max - value;
  }
  return keys;
}

/** The least and the greatest number but NaN, and whether all are whole. */
function rangeOf(numbers: Float64Array): {min: number; max: number; whole: boolean} {
  let [min, max, whole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]!;
    if (Number.isNaN(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    whole &&= Number.isInteger(value);
  }
  return {min, max, whole};
}

/** The distinct numbers but NaN, ascending. */
function distinctOf(numbers: Float64Array): Float64Array {
  const sorted = numbers.filter((value) => !Number.isNaN(value)).sort();
  return sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
}
