/** The inner loops of filtering, one for each kind of work so that each is compiled for its types. */
import {elementsFor} from '../file/far_elements.ts';
import {type Bitmap, bitAt, ctz32, popcount32} from '../rowset/bitmap.ts';

type Ordinals = Uint8Array | Uint16Array | Uint32Array;
type Numbers = Int32Array | Float64Array;

/** Adds to an empty bitmap the rows `from` to `to` whose ordinal is in the mask; returns how many. */
export function addByOrdinal(
  bitmap: Bitmap,
  stored: Ordinals,
  mask: Uint32Array,
  from: number,
  to: number,
): number {
  const ordinals = elementsFor(stored, to - from);
  let count = 0;
  for (let word = from >>> 5; word << 5 < to; word++) {
    const start = word << 5;
    const end = Math.min(to, start + 32);
    let bits = 0;
    for (let row = Math.max(from, start); row < end; row++) {
      bits |= bitAt(mask, ordinals[row]!) << (row & 31);
    }
    if (bits === 0) continue;
    bitmap.setWord(word, bits);
    count += popcount32(bits);
  }
  return count;
}

/**
 * Copies the first `most` of the rows `from` to `to` whose ordinal is in the mask to `into`, which has room
 * for one more; returns how many there are.
 */
export function collectByOrdinal(
  ordinals: Ordinals,
  mask: Uint32Array,
  from: number,
  to: number,
  into: Uint32Array,
  most: number,
): number {
  let count = 0;
  for (let row = from; row < to && count < most; row++) {
    into[count] = row;
    count += bitAt(mask, ordinals[row]!);
  }
  return count;
}

/**
 * Adds to an empty bitmap the rows `from` to `to` whose number lies between `low` and `high`; returns how
 * many.
 */
export function addByNumber(
  bitmap: Bitmap,
  stored: Numbers,
  low: number,
  high: number,
  from: number,
  to: number,
): number {
  const numbers = elementsFor(stored, to - from);
  let count = 0;
  for (let word = from >>> 5; word << 5 < to; word++) {
    const start = word << 5;
    const end = Math.min(to, start + 32);
    let bits = 0;
    for (let row = Math.max(from, start); row < end; row++) {
      const value = numbers[row]!;
      // Branchless: whether a row passes is unpredictable.
      // As numbers the comparisons of doubles need no branch; as a choice of 1 or 0 they do.
      bits |= (Number(value >= low) & Number(value <= high)) << (row & 31);
    }
    if (bits === 0) continue;
    bitmap.setWord(word, bits);
    count += popcount32(bits);
  }
  return count;
}

/** Removes the rows whose ordinal is not in the mask; returns the count of the others. */
export function retainByOrdinal(bitmap: Bitmap, stored: Ordinals, mask: Uint32Array): number {
  const ordinals = elementsFor(stored, stored.length);
  const {words, summary} = bitmap;
  let count = 0;
  for (let group = 0; group < summary.length; group++) {
    if (summary[group] === 0) continue;
    const end = Math.min(words.length, (group + 1) << 5);
    for (let word = group << 5; word < end; word++) {
      let bits = 0;
      for (let rest = words[word]!; rest !== 0; rest &= rest - 1) {
        const bit = ctz32(rest);
        bits |= bitAt(mask, ordinals[(word << 5) + bit]!) << bit;
      }
      words[word] = bits;
      count += popcount32(bits);
    }
  }
  return count;
}

/** Removes the rows whose number does not lie between `low` and `high`; returns the count of the others. */
export function retainByNumber(bitmap: Bitmap, stored: Numbers, low: number, high: number): number {
  const numbers = elementsFor(stored, stored.length);
  const {words, summary} = bitmap;
  let count = 0;
  for (let group = 0; group < summary.length; group++) {
    if (summary[group] === 0) continue;
    const end = Math.min(words.length, (group + 1) << 5);
    for (let word = group << 5; word < end; word++) {
      let bits = 0;
      for (let rest = words[word]!; rest !== 0; rest &= rest - 1) {
        const bit = ctz32(rest);
        const value = numbers[(word << 5) + bit]!;
        bits |= (Number(value >= low) & Number(value <= high)) << bit;
      }
      words[word] = bits;
      count += popcount32(bits);
    }
  }
  return count;
}

/** Adds items `from` to `to` of a list that are members of another bitmap; returns how many were new. */
export function addMembers(
  into: Bitmap,
  {words}: Bitmap,
  rows: Uint32Array,
  from: number,
  to: number,
): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const row = rows[i]!;
    if (bitAt(words, row) === 0 || into.has(row)) continue;
    into.add(row);
    count++;
  }
  return count;
}
