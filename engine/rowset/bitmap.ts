/** A bitmap of rows, and the arithmetic of 32-bit words. */

/** A bitset with a second level that says which of its words are not empty, so that few bits cost little. */
export class Bitmap {
  readonly words: Uint32Array;
  /** A bit for each word, set wherever the word is not empty. */
  readonly summary: Uint32Array;

  /** `words` has a bit for each place; `marked` where it already holds some. */
  constructor(words: Uint32Array, marked = false) {
    this.words = words;
    this.summary = new Uint32Array((words.length + 31) >>> 5);
    if (!marked) return;
    for (let word = 0; word < words.length; word++) {
      if (words[word] !== 0) this.summary[word >>> 5]! |= 1 << (word & 31);
    }
  }

  static of(places: number): Bitmap {
    return new Bitmap(new Uint32Array((places + 31) >>> 5));
  }

  add(place: number): void {
    const word = place >>> 5;
    this.words[word]! |= 1 << (place & 31);
    this.summary[word >>> 5]! |= 1 << (word & 31);
  }

  addSorted(places: Uint32Array): void {
    this.addSortedSlice(places, 0, places.length);
  }

  has(place: number): boolean {
    return ((this.words[place >>> 5]! >>> (place & 31)) & 1) === 1;
  }

  /** Adds those of an ascending list from one index up to another. */
  addSortedSlice(places: Uint32Array, from: number, to: number): void {
    const {words, summary: marks} = this;
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
  addSortedWithin(places: Uint32Array, begin: number, end: number, from: number, to: number): void {
    const {words, summary: marks} = this;
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
  removeSlice(places: Uint32Array, from: number, to: number): void {
    const {words} = this;
    for (let i = from; i < to; i++) {
      const place = places[i]!;
      words[place >>> 5]! &= ~(1 << (place & 31));
    }
  }

  /** Adds the first of a list in any order. */
  addUnsorted(places: Uint32Array, count: number): void {
    const {words, summary: marks} = this;
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      const word = place >>> 5;
      words[word]! |= 1 << (place & 31);
      marks[word >>> 5]! |= 1 << (word & 31);
    }
  }

  /** Adds all places from one up to another. */
  addRange(from: number, to: number): void {
    for (let word = from >>> 5; word << 5 < to; word++) {
      const start = word << 5;
      const first = from > start ? -1 << (from & 31) : -1;
      this.setWord(word, this.words[word]! | (to - start < 32 ? first & ~(-1 << (to & 31)) : first));
    }
  }

  /** Puts 32 places at once. */
  setWord(word: number, bits: number): void {
    this.words[word] = bits;
    this.summary[word >>> 5]! |= 1 << (word & 31);
  }

  /** Calls back for every word that is not empty, in order, until it returns false. */
  forEachWord(found: (word: number, bits: number) => boolean, from = 0): void {
    const {words, summary: marks} = this;
    let mark = from >>> 5;
    if (mark >= marks.length) return;
    let left = marks[mark]! & (-1 << (from & 31));
    for (;;) {
      while (left !== 0) {
        const word = (mark << 5) + ctz32(left);
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
  predecessor(place: number): number {
    const last = place >>> 5;
    const here = (this.words[last] ?? 0) & ~(-1 << (place & 31));
    if (here !== 0) return (last << 5) + 31 - Math.clz32(here);
    const {summary: marks} = this;
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
    const {words, summary: marks} = this;
    let count = 0;
    // Loops of their own, here and below: a call back for every word would cost more than the word.
    for (let mark = 0; mark < marks.length; mark++) {
      if (marks[mark] === 0) continue;
      const end = Math.min(words.length, (mark + 1) << 5);
      for (let word = mark << 5; word < end; word++) {
        const kept = words[word]! & other[word]!;
        words[word] = kept;
        count += popcount32(kept);
      }
    }
    return count;
  }

  /** Keeps the members that pass a test; gives how many these are. */
  retain(passes: (place: number) => boolean): number {
    const {words, summary: marks} = this;
    let count = 0;
    for (let mark = 0; mark < marks.length; mark++) {
      if (marks[mark] === 0) continue;
      const end = Math.min(words.length, (mark + 1) << 5);
      for (let word = mark << 5; word < end; word++) {
        let kept = 0;
        for (let left = words[word]!; left !== 0; left &= left - 1) {
          const bit = ctz32(left);
          if (passes((word << 5) + bit)) kept |= 1 << bit;
        }
        words[word] = kept;
        count += popcount32(kept);
      }
    }
    return count;
  }

  count(): number {
    const {words, summary: marks} = this;
    let count = 0;
    for (let mark = 0; mark < marks.length; mark++) {
      if (marks[mark] === 0) continue;
      const end = Math.min(words.length, (mark + 1) << 5);
      for (let word = mark << 5; word < end; word++) count += popcount32(words[word]!);
    }
    return count;
  }

  clear(): void {
    const {words, summary: marks} = this;
    for (let mark = 0; mark < marks.length; mark++) {
      if (marks[mark] === 0) continue;
      words.fill(0, mark << 5, (mark + 1) << 5);
      marks[mark] = 0;
    }
  }
}

/** Set bits of a word. */
export function popcount32(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Number of trailing zero bits of a word, which is not 0. */
export const ctz32 = (word: number): number => 31 - Math.clz32(word & -word);
