/** Sorts strings by their bytes, which for UTF-8 is the order of code points. */
import type {StringArray} from './string_array.ts';

/** Numbers of the strings in their order; equal ones are ordered by `ties`, then by number. */
export function sortStrings(texts: StringArray, ties: StringArray | null = null): Uint32Array {
  const numbers = Uint32Array.from({length: texts.offsets.length - 1}, (_, i) => i);
  return numbers.sort((a, b) => compare(texts, a, b) || (ties ? compare(ties, a, b) : 0) || a - b);
}

function compare({bytes, offsets}: StringArray, a: number, b: number): number {
  let [i, j] = [offsets[a]!, offsets[b]!];
  const [endA, endB] = [offsets[a + 1]!, offsets[b + 1]!];
  while (i < endA && j < endB && bytes[i] === bytes[j]) {
    i++;
    j++;
  }
  if (i >= endA || j >= endB) return endA - i - (endB - j);
  return bytes[i]! - bytes[j]!;
}
