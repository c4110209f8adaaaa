/** Arrays of numbers in the smallest element type that holds them. */
import {NULL_I32} from '../file/section_names.ts';

/** Codes in the smallest unsigned elements; `most` is the largest number that occurs. */
export function packOrdinals(codes: Uint32Array, most: number): Uint8Array | Uint16Array | Uint32Array {
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

/** Whether the values may add up to more than a number holds exactly. */
export function exceedsExactRange(numbers: Float64Array): boolean {
  let sum = 0;
  for (const value of numbers) if (!Number.isNaN(value)) sum += Math.abs(value);
  return sum > Number.MAX_SAFE_INTEGER;
}
