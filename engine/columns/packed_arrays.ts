/** Packs arrays of numbers into the smallest element type that holds them. */
import {NULL_I32} from '../file/section_names.ts';

/** Ordinals in the smallest unsigned type; `max` is the largest that may occur. */
export function packOrdinals(ordinals: Uint32Array, max: number): Uint8Array | Uint16Array | Uint32Array {
  if (max < 1 << 8) return new Uint8Array(ordinals);
  if (max < 1 << 16) return new Uint16Array(ordinals);
  return ordinals;
}

/** 32-bit integers where all numbers fit (null is NULL_I32), else the doubles as they are (null is NaN). */
export function packNumbers(numbers: Float64Array): Int32Array | Float64Array {
  const fit = numbers.every(
    (value) => Number.isNaN(value) || (Number.isInteger(value) && Math.abs(value) < -NULL_I32),
  );
  if (!fit) return numbers;
  const packed = new Int32Array(numbers.length);
  for (let i = 0; i < packed.length; i++) packed[i] = Number.isNaN(numbers[i]!) ? NULL_I32 : numbers[i]!;
  return packed;
}

/** Whether the total may exceed the integers that a double holds exactly. */
export function exceedsExactRange(numbers: Float64Array): boolean {
  let sum = 0;
  for (const value of numbers) if (!Number.isNaN(value)) sum += Math.abs(value);
  return sum > Number.MAX_SAFE_INTEGER;
}
