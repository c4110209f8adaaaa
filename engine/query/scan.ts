/** The inner loops of filtering: one for each kind of work, so that each is compiled for what it does. */
import {type Bitmap, ctz32, popcount32} from '../rowset/bitmap.ts';

type Codes = Uint8Array | Uint16Array | Uint32Array;
type Numbers = Int32Array | Float64Array;

/** Adds to an empty set the ranks from one up to another whose code is in the mask; gives how many. */
export function addByOrdinal(
  bits: Bitmap,
  codes: Codes,
  mask: Uint32Array,
  from: number,
  to: number,
): number {
  let count = 0;
  for (let word = from >>> 5; word << 5 < to; word++) {
    const start = word << 5;
    const end = Math.min(to, start + 32);
    let found = 0;
    for (let rank = Math.max(from, start); rank < end; rank++) {
      const code = codes[rank]!;
      found |= ((mask[code >>> 5]! >>> (code & 31)) & 1) << (rank & 31);
    }
    if (found === 0) continue;
    bits.setWord(word, found);
    count += popcount32(found);
  }
  return count;
}

/** Adds to an empty set the ranks from one up to another whose number lies within the bounds; gives how many. */
export function addByNumber(
  bits: Bitmap,
  numbers: Numbers,
  low: number,
  high: number,
  from: number,
  to: number,
): number {
  let count = 0;
  for (let word = from >>> 5; word << 5 < to; word++) {
    const start = word << 5;
    const end = Math.min(to, start + 32);
    let found = 0;
    for (let rank = Math.max(from, start); rank < end; rank++) {
      const value = numbers[rank]!;
      // Without a branch: which rows pass cannot be foreseen.
      found |= ((value >= low ? 1 : 0) & (value <= high ? 1 : 0)) << (rank & 31);
    }
    if (found === 0) continue;
    bits.setWord(word, found);
    count += popcount32(found);
  }
  return count;
}

/** Keeps the ranks whose code is in the mask; gives how many are left. */
export function retainByOrdinal(bits: Bitmap, codes: Codes, mask: Uint32Array): number {
  const {words, summary: marks} = bits;
  let count = 0;
  for (let mark = 0; mark < marks.length; mark++) {
    if (marks[mark] === 0) continue;
    const end = Math.min(words.length, (mark + 1) << 5);
    for (let word = mark << 5; word < end; word++) {
      let kept = 0;
      for (let left = words[word]!; left !== 0; left &= left - 1) {
        const bit = ctz32(left);
        const code = codes[(word << 5) + bit]!;
        kept |= ((mask[code >>> 5]! >>> (code & 31)) & 1) << bit;
      }
      words[word] = kept;
      count += popcount32(kept);
    }
  }
  return count;
}

/** Keeps the ranks whose place lies from one up to another; gives how many are left. */
export function retainByPosition(bits: Bitmap, places: Uint32Array, from: number, to: number): number {
  const {words, summary: marks} = bits;
  const width = to - from;
  let count = 0;
  for (let mark = 0; mark < marks.length; mark++) {
    if (marks[mark] === 0) continue;
    const end = Math.min(words.length, (mark + 1) << 5);
    for (let word = mark << 5; word < end; word++) {
      let kept = 0;
      for (let left = words[word]!; left !== 0; left &= left - 1) {
        const bit = ctz32(left);
        // Places below the range wrap round to numbers beyond its width.
        kept |= ((places[(word << 5) + bit]! - from) >>> 0 < width ? 1 : 0) << bit;
      }
      words[word] = kept;
      count += popcount32(kept);
    }
  }
  return count;
}

/** Keeps the ranks whose number lies within the bounds; gives how many are left. */
export function retainByNumber(bits: Bitmap, numbers: Numbers, low: number, high: number): number {
  const {words, summary: marks} = bits;
  let count = 0;
  for (let mark = 0; mark < marks.length; mark++) {
    if (marks[mark] === 0) continue;
    const end = Math.min(words.length, (mark + 1) << 5);
    for (let word = mark << 5; word < end; word++) {
      let kept = 0;
      for (let left = words[word]!; left !== 0; left &= left - 1) {
        const bit = ctz32(left);
        const value = numbers[(word << 5) + bit]!;
        kept |= ((value >= low ? 1 : 0) & (value <= high ? 1 : 0)) << bit;
      }
      words[word] = kept;
      count += popcount32(kept);
    }
  }
  return count;
}

/** Puts into an empty set the members of another one that are in a list, from one index up to another; gives how many are new. */
export function addCommon(
  into: Bitmap,
  {words}: Bitmap,
  ranks: Uint32Array,
  from: number,
  to: number,
): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const rank = ranks[i]!;
    if (((words[rank >>> 5]! >>> (rank & 31)) & 1) === 0 || into.has(rank)) continue;
    into.add(rank);
    count++;
  }
  return count;
}
