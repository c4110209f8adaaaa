/** Sets of places (ranks, or places in another order): an interval, sorted numbers or a bitset. */

/** A bitset with a second level that says which of its words are not empty, so that few bits cost little. */
export class Bits {
  readonly words: Uint32Array;
  /** A bit for each word, set wherever the word is not empty. */
  readonly marks: Uint32Array;

  /** `words` has a bit for each place; `marked` where it already holds some. */
  constructor(words: Uint32Array, marked = false) {
    this.words = words;
    this.marks = new Uint32Array((words.length + 31) >>> 5);
    if (!marked) return;
    for (let word = 0; word < words.length; word++) {
      if (words[word] !== 0) this.marks[word >>> 5]! |= 1 << (word & 31);
    }
  }

  static of(places: number): Bits {
    return new Bits(new Uint32Array((places + 31) >>> 5));
  }

  add(place: number): void {
    const word = place >>> 5;
    this.words[word]! |= 1 << (place & 31);
    this.marks[word >>> 5]! |= 1 << (word & 31);
  }

  addAll(places: Uint32Array): void {
    this.addFrom(places, 0, places.length);
  }

  has(place: number): boolean {
    return ((this.words[place >>> 5]! >>> (place & 31)) & 1) === 1;
  }

  /** Adds those of an ascending list from one index up to another. */
  addFrom(places: Uint32Array, from: number, to: number): void {
    const {words, marks} = this;
    let word = 0;
    let bits = 0;
    for (let i = from; i < to; i++) {
      const place = places[i]!;
      if (place >>> 5 !== word) {
        if (bits !== 0) {
          words[word]! |= bits;
          marks[word >>> 5]! |= 1 << (word & 31);
        }
        word = place >>> 5;
        bits = 0;
      }
      bits |= 1 << (place & 31);
    }
    if (bits === 0) return;
    words[word]! |= bits;
    marks[word >>> 5]! |= 1 << (word & 31);
  }

  /** Adds those of an ascending list from one index up to another that lie in an interval. */
  addWithin(places: Uint32Array, begin: number, end: number, from: number, to: number): void {
    const {words, marks} = this;
    for (let i = begin; i < end; i++) {
      const place = places[i]!;
      if (place < from) continue;
      if (place >= to) return;
      const word = place >>> 5;
      words[word]! |= 1 << (place & 31);
      marks[word >>> 5]! |= 1 << (word & 31);
    }
  }

  /** Takes away those of a list from one index up to another. */
  removeFrom(places: Uint32Array, from: number, to: number): void {
    const {words} = this;
    for (let i = from; i < to; i++) {
      const place = places[i]!;
      words[place >>> 5]! &= ~(1 << (place & 31));
    }
  }

  /** Adds the first of a list in any order. */
  scatter(places: Uint32Array, count: number): void {
    const {words, marks} = this;
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      const word = place >>> 5;
      words[word]! |= 1 << (place & 31);
      marks[word >>> 5]! |= 1 << (word & 31);
    }
  }

  /** Adds all places from one up to another. */
  addInterval(from: number, to: number): void {
    for (let word = from >>> 5; word << 5 < to; word++) {
      const start = word << 5;
      const first = from > start ? -1 << (from & 31) : -1;
      this.setWord(word, this.words[word]! | (to - start < 32 ? first & ~(-1 << (to & 31)) : first));
    }
  }

  /** Puts 32 places at once. */
  setWord(word: number, bits: number): void {
    this.words[word] = bits;
    this.marks[word >>> 5]! |= 1 << (word & 31);
  }

  /** Calls back for every word that is not empty, in order, until it returns false. */
  eachWord(found: (word: number, bits: number) => boolean, from = 0): void {
    const {words, marks} = this;
    let mark = from >>> 5;
    if (mark >= marks.length) return;
    let left = marks[mark]! & (-1 << (from & 31));
    for (;;) {
      while (left !== 0) {
        const word = (mark << 5) + 31 - Math.clz32(left & -left);
        left &= left - 1;
        const bits = words[word]!;
        if (bits !== 0 && !found(word, bits)) return;
      }
      mark++;
      if (mark >= marks.length) return;
      left = marks[mark]!;
    }
  }

  /** The last place below this one, or -1. */
  before(place: number): number {
    const last = place >>> 5;
    const here = (this.words[last] ?? 0) & ~(-1 << (place & 31));
    if (here !== 0) return (last << 5) + 31 - Math.clz32(here);
    const {marks} = this;
    let mark = last >>> 5;
    let left = (marks[mark] ?? 0) & ~(-1 << (last & 31));
    for (;;) {
      while (left !== 0) {
        const word = (mark << 5) + 31 - Math.clz32(left);
        const bits = this.words[word]!;
        if (bits !== 0) return (word << 5) + 31 - Math.clz32(bits);
        left &= ~(1 << (word & 31));
      }
      if (--mark < 0) return -1;
      left = marks[mark]!;
    }
  }

  /** Keeps what the other has too; gives how many these are. */
  and(other: Uint32Array): number {
    const {words, marks} = this;
    let count = 0;
    // Loops of their own, here and below: a call back for every word would cost more than the word.
    for (let mark = 0; mark < marks.length; mark++) {
      if (marks[mark] === 0) continue;
      const end = Math.min(words.length, (mark + 1) << 5);
      for (let word = mark << 5; word < end; word++) {
        const kept = words[word]! & other[word]!;
        words[word] = kept;
        count += bitCount(kept);
      }
    }
    return count;
  }

  /** Keeps the members that pass a test; gives how many these are. */
  keep(passes: (place: number) => boolean): number {
    const {words, marks} = this;
    let count = 0;
    for (let mark = 0; mark < marks.length; mark++) {
      if (marks[mark] === 0) continue;
      const end = Math.min(words.length, (mark + 1) << 5);
      for (let word = mark << 5; word < end; word++) {
        let kept = 0;
        for (let left = words[word]!; left !== 0; left &= left - 1) {
          const bit = 31 - Math.clz32(left & -left);
          if (passes((word << 5) + bit)) kept |= 1 << bit;
        }
        words[word] = kept;
        count += bitCount(kept);
      }
    }
    return count;
  }

  count(): number {
    const {words, marks} = this;
    let count = 0;
    for (let mark = 0; mark < marks.length; mark++) {
      if (marks[mark] === 0) continue;
      const end = Math.min(words.length, (mark + 1) << 5);
      for (let word = mark << 5; word < end; word++) count += bitCount(words[word]!);
    }
    return count;
  }

  clear(): void {
    const {words, marks} = this;
    for (let mark = 0; mark < marks.length; mark++) {
      if (marks[mark] === 0) continue;
      words.fill(0, mark << 5, (mark + 1) << 5);
      marks[mark] = 0;
    }
  }
}

/** Set bits of a word. */
export function bitCount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export type RowSet =
  | {kind: 'interval'; from: number; to: number}
  /** Ascending, each once. */
  | {kind: 'ranks'; ranks: Uint32Array}
  | {kind: 'bits'; bits: Bits; count: number};

export const NOTHING: RowSet = {kind: 'interval', from: 0, to: 0};

export function sizeOf(set: RowSet): number {
  switch (set.kind) {
    case 'interval':
      return set.to - set.from;
    case 'ranks':
      return set.ranks.length;
    case 'bits':
      return set.count;
  }
}

/** First index whose number is not below `place`. */
export function lowerBound(ranks: ArrayLike<number>, place: number, from = 0, to = ranks.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranks[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many members lie below `place`. */
export function below(set: RowSet, place: number): number {
  switch (set.kind) {
    case 'interval':
      return Math.min(Math.max(place - set.from, 0), set.to - set.from);
    case 'ranks':
      return lowerBound(set.ranks, place);
    case 'bits': {
      const last = place >>> 5;
      let count = 0;
      set.bits.eachWord((word, bits) => {
        if (word > last) return false;
        if (word < last) count += bitCount(bits);
        else count += bitCount(bits & ~(-1 << (place & 31)));
        return word < last;
      });
      return count;
    }
  }
}

/**
 * Members from the `index`-th on, ascending, as many as `into` takes; gives how many were put there. An index past
 * the end gives none.
 */
export function slice(set: RowSet, index: number, into: Uint32Array): number {
  const count = Math.min(into.length, Math.max(0, sizeOf(set) - index));
  if (count === 0) return 0;
  if (set.kind === 'interval') {
    for (let i = 0; i < count; i++) into[i] = set.from + index + i;
  } else if (set.kind === 'ranks') {
    into.set(set.ranks.subarray(index, index + count));
  } else {
    sliceBits(set.bits, index, into.subarray(0, count));
  }
  return count;
}

function sliceBits(bits: Bits, index: number, into: Uint32Array): void {
  let skip = index;
  let taken = 0;
  bits.eachWord((word, held) => {
    let left = held;
    if (skip > 0) {
      const here = bitCount(left);
      if (here <= skip) {
        skip -= here;
        return true;
      }
      for (; skip > 0; skip--) left &= left - 1;
    }
    for (; left !== 0 && taken < into.length; left &= left - 1) {
      into[taken++] = (word << 5) + 31 - Math.clz32(left & -left);
    }
    return taken < into.length;
  });
}

/** Members from a place up to another, as many as `into` takes; gives how many were put there. */
export function between(set: RowSet, from: number, to: number, into: Uint32Array): number {
  if (set.kind !== 'bits') {
    const index = below(set, from);
    return slice(set, index, into.subarray(0, Math.max(0, below(set, to) - index)));
  }
  let taken = 0;
  set.bits.eachWord((word, held) => {
    const start = word << 5;
    if (start >= to) return false;
    for (let left = start < from ? held & (-1 << (from & 31)) : held; left !== 0; left &= left - 1) {
      const place = start + 31 - Math.clz32(left & -left);
      if (place >= to || taken === into.length) return false;
      into[taken++] = place;
    }
    return taken < into.length;
  }, from >>> 5);
  return taken;
}

/** The last member below a place, or -1. */
export function lastBefore(set: RowSet, place: number): number {
  switch (set.kind) {
    case 'interval': {
      const last = Math.min(place, set.to) - 1;
      return last >= set.from ? last : -1;
    }
    case 'ranks':
      return set.ranks[lowerBound(set.ranks, place) - 1] ?? -1;
    case 'bits':
      return set.bits.before(place);
  }
}

/** Calls back for every member in ascending order. */
export function each(set: RowSet, found: (place: number) => void): void {
  switch (set.kind) {
    case 'interval':
      for (let place = set.from; place < set.to; place++) found(place);
      return;
    case 'ranks':
      for (let i = 0; i < set.ranks.length; i++) found(set.ranks[i]!);
      return;
    case 'bits':
      set.bits.eachWord((word, bits) => {
        for (let left = bits; left !== 0; left &= left - 1) {
          found((word << 5) + 31 - Math.clz32(left & -left));
        }
        return true;
      });
  }
}

/** Fills the room with members in ascending order again and again, and says each time how many it holds. */
export function eachBlock(set: RowSet, room: Uint32Array, found: (count: number) => void): void {
  let count = 0;
  if (set.kind !== 'bits') {
    const size = sizeOf(set);
    for (let index = 0; index < size; index += room.length) found(slice(set, index, room));
    return;
  }
  set.bits.eachWord((word, bits) => {
    if (count + 32 > room.length) {
      found(count);
      count = 0;
    }
    for (let left = bits; left !== 0; left &= left - 1) {
      room[count++] = (word << 5) + 31 - Math.clz32(left & -left);
    }
    return true;
  });
  if (count > 0) found(count);
}
