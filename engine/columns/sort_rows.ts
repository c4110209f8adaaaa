/** Sorts rows by a key of 32 bits: keys and ties are one integer of 64 bits, which the engine sorts without a callback. */
import {lowerBound} from '../rowset/partition_point.ts';

/** The key of rows without a value, which come last. */
export const NO_KEY = 2 ** 32 - 1;

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
  return ordinals.map((ordinal) => {
    if (ordinal >= values) return NO_KEY;
    return direction === 'asc' ? ordinal : last - ordinal;
  });
}

/** Keys of numbers; NaN encodes null. */
export function keysOfNumbers(numbers: Float64Array, direction: 'asc' | 'desc'): Uint32Array {
  let [min, max, whole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]!;
    if (Number.isNaN(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    whole &&= Number.isInteger(value);
  }
  if (whole && max - min < NO_KEY) {
    const keyOf = direction === 'asc' ? (value: number) => value - min : (value: number) => max - value;
    return Uint32Array.from(numbers, (value) => (Number.isNaN(value) ? NO_KEY : keyOf(value)));
  }
  const distinct = distinctOf(numbers);
  const last = distinct.length - 1;
  return Uint32Array.from(numbers, (value) => {
    if (Number.isNaN(value)) return NO_KEY;
    const rank = lowerBound(distinct, value);
    return direction === 'asc' ? rank : last - rank;
  });
}

/** The distinct numbers but NaN, ascending. */
function distinctOf(numbers: Float64Array): Float64Array {
  const sorted = numbers.filter((value) => !Number.isNaN(value)).sort();
  return sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
}
