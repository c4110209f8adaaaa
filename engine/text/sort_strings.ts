/** Sorts strings by their bytes, which for UTF-8 is the order of code points. */
import type {StringArray} from './string_array.ts';

/** Ranges of fewer strings are sorted by comparing them. */
const FEW = 24;

/** Bytes by which a range is sorted at once. */
const STEP = 4;

/** The order of two strings of which the first `depth` bytes are the same. */
function compareFrom({bytes, offsets}: StringArray, a: number, b: number, depth: number): number {
  let [i, j] = [offsets[a]! + depth, offsets[b]! + depth];
  const [endA, endB] = [offsets[a + 1]!, offsets[b + 1]!];
  while (i < endA && j < endB && bytes[i] === bytes[j]) {
    i++;
    j++;
  }
  if (i >= endA || j >= endB) return endA - i - (endB - j);
  return bytes[i]! - bytes[j]!;
}

/**
 * Numbers of the strings in their order; equal ones are ordered by `ties`, then by number. Four bytes and the number of each string are one
 * integer of 64 bits, so that the engine sorts without a callback; ranges of the same four bytes are sorted by the next.
 */
export function sortStrings(texts: StringArray, ties: StringArray | null = null): Uint32Array {
  const {bytes, offsets} = texts;
  const count = offsets.length - 1;
  const keys = new BigUint64Array(count);
  const words = new Uint32Array(keys.buffer);
  for (let i = 0; i < count; i++) words[2 * i] = i;
  const compare = (a: number, b: number, depth: number): number =>
    compareFrom(texts, a, b, depth) || (ties ? compareFrom(ties, a, b, 0) : 0) || a - b;

  const insertionSort = (from: number, to: number, depth: number): void => {
    for (let i = from + 1; i < to; i++) {
      const one = words[2 * i]!;
      let at = i;
      for (; at > from && compare(words[2 * at - 2]!, one, depth) > 0; at--)
        words[2 * at] = words[2 * at - 2]!;
      words[2 * at] = one;
    }
  };
  const bySort = (from: number, to: number, depth: number): void => {
    const numbers = Uint32Array.from({length: to - from}, (_, i) => words[2 * (from + i)]!);
    numbers.sort((a, b) => compare(a, b, depth));
    for (const [i, number] of numbers.entries()) words[2 * (from + i)] = number;
  };
  /** Strings that are no longer than the bytes sorted by get zeros, which texts may have too: such ranges are compared. */
  const sortRange = (from: number, to: number, depth: number): void => {
    if (to - from <= FEW) {
      insertionSort(from, to, depth);
      return;
    }
    for (let i = from; i < to; i++) {
      const at = offsets[words[2 * i]!]! + depth;
      const left = offsets[words[2 * i]! + 1]! - at;
      const [second, third, fourth] = [
        left > 1 ? bytes[at + 1]! : 0,
        left > 2 ? bytes[at + 2]! : 0,
        left > 3 ? bytes[at + 3]! : 0,
      ];
      words[2 * i + 1] = left > 0 ? (bytes[at]! << 24) | (second << 16) | (third << 8) | fourth : 0;
    }
    keys.subarray(from, to).sort();
    const ends: number[] = [];
    for (let i = from + 1; i < to; i++) if (words[2 * i + 1] !== words[2 * i - 1]) ends.push(i);
    ends.push(to);
    let begin = from;
    for (const end of ends) {
      if (end - begin > 1) {
        if ((words[2 * begin + 1]! & 0xff) !== 0) sortRange(begin, end, depth + STEP);
        else bySort(begin, end, depth);
      }
      begin = end;
    }
  };
  sortRange(0, count, 0);
  const sorted = new Uint32Array(count);
  for (let i = 0; i < count; i++) sorted[i] = words[2 * i]!;
  return sorted;
}
