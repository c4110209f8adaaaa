/** A bitmap of rows, and the arithmetic of 32-bit words. */

/** A bitmap with a summary of its words that are not empty: walking or clearing few bits skips the rest. */
export class Bitmap {
  readonly words: Uint32Array;
  /** A bit for each word; set wherever the word may not be empty. */
  readonly summary: Uint32Array;

  /** `words` has a bit for each row; `filled` if some may be set already. */
  constructor(words: Uint32Array, filled = false) {
    this.words = words;
    this.summary = new Uint32Array((words.length + 31) >>> 5);
    if (!filled) return;
    for (let word = 0; word < words.length; word++) {
      if (words[word] !== 0) this.summary[word >>> 5]! |= 1 << (word & 31);
    }
  }

  static empty(rows: number): Bitmap {
    return new Bitmap(new Uint32Array((rows + 31) >>> 5));
  }

  add(row: number): void {
    const word = row >>> 5;
    this.words[word]! |= 1 << (row & 31);
    this.summary[word >>> 5]! |= 1 << (word & 31);
  }

  has(row: number): boolean {
    return bitAt(this.words, row) === 1;
  }

  /** Adds items `from` to `to` of a list, in any order; neighbours in one word cost least. */
  addRows(rows: Uint32Array, from = 0, to = rows.length): void {
    const {words, summary} = this;
    let word = 0;
    let bits = 0;
    for (let i = from; i < to; i++) {
      const row = rows[i]!;
      if (row >>> 5 !== word) {
        if (bits !== 0) {
          words[word]! |= bits;
          summary[word >>> 5]! |= 1 << (word & 31);
        }
        word = row >>> 5;
        bits = 0;
      }
      bits |= 1 << (row & 31);
    }
    if (bits === 0) return;
    words[word]! |= bits;
    summary[word >>> 5]! |= 1 << (word & 31);
  }

  /** Removes items `from` to `to` of a list. */
  removeSlice(rows: Uint32Array, from: number, to: number): void {
    const {words} = this;
    for (let i = from; i < to; i++) {
      const row = rows[i]!;
      words[row >>> 5]! &= ~(1 << (row & 31));
    }
  }

  /** Adds all rows from `from` up to `to`. */
  addRange(from: number, to: number): void {
    for (let word = from >>> 5; word << 5 < to; word++) {
      const start = word << 5;
      const first = from > start ? -1 << (from & 31) : -1;
      this.setWord(word, this.words[word]! | (to - start < 32 ? first & ~(-1 << (to & 31)) : first));
    }
  }

  /** Replaces all members by those of another bitmap of as many rows. */
  assign({words, summary}: Bitmap): void {
    this.words.set(words);
    this.summary.set(summary);
  }

  /** Replaces a whole word. */
  setWord(word: number, bits: number): void {
    this.words[word] = bits;
    this.summary[word >>> 5]! |= 1 << (word & 31);
  }

  /**
   * Visits every word that is not empty in ascending order, from word `from`, until the callback returns
   * false.
   */
  forEachWord(visit: (word: number, bits: number) => boolean, from = 0): void {
    const {words, summary} = this;
    let group = from >>> 5;
    if (group >= summary.length) return;
    let rest = summary[group]! & (-1 << (from & 31));
    for (;;) {
      while (rest !== 0) {
        const word = (group << 5) + ctz32(rest);
        rest &= rest - 1;
        const bits = words[word]!;
        if (bits !== 0 && !visit(word, bits)) return;
      }
      group++;
      if (group >= summary.length) return;
      rest = summary[group]!;
    }
  }

  /** The greatest member below `row`, or -1. */
  predecessor(row: number): number {
    const last = row >>> 5;
    const here = (this.words[last] ?? 0) & ~(-1 << (row & 31));
    if (here !== 0) return (last << 5) + 31 - Math.clz32(here);
    const {summary} = this;
    let group = last >>> 5;
    let rest = (summary[group] ?? 0) & ~(-1 << (last & 31));
    for (;;) {
      while (rest !== 0) {
        const word = (group << 5) + 31 - Math.clz32(rest);
        const bits = this.words[word]!;
        if (bits !== 0) return (word << 5) + 31 - Math.clz32(bits);
        rest &= ~(1 << (word & 31));
      }
      if (--group < 0) return -1;
      rest = summary[group]!;
    }
  }

  /** Intersects with the words of another bitmap in place; returns the count. */
  and(other: Uint32Array): number {
    return this.addCommon(this, other);
  }

  /**
   * Adds the members of a set that another bitmap has, too; returns how many there are. This one must be
   * empty, or the set itself.
   */
  addCommon(set: Bitmap, other: Uint32Array): number {
    const {words, summary} = set;
    let count = 0;
    // Inlined here and below: a callback for every word would cost more than the word.
    for (let group = 0; group < summary.length; group++) {
      if (summary[group] === 0) continue;
      this.summary[group] = summary[group]!;
      const end = Math.min(words.length, (group + 1) << 5);
      for (let word = group << 5; word < end; word++) {
        const common = words[word]! & other[word]!;
        this.words[word] = common;
        count += popcount32(common);
      }
    }
    return count;
  }

  /** Removes the members of another bitmap of as many rows. */
  subtract({words}: Bitmap): void {
    for (let word = 0; word < words.length; word++) this.words[word]! &= ~words[word]!;
  }

  count(): number {
    const {words, summary} = this;
    let count = 0;
    for (let group = 0; group < summary.length; group++) {
      if (summary[group] === 0) continue;
      const end = Math.min(words.length, (group + 1) << 5);
      for (let word = group << 5; word < end; word++) count += popcount32(words[word]!);
    }
    return count;
  }

  clear(): void {
    const {words, summary} = this;
    for (let group = 0; group < summary.length; group++) {
      if (summary[group] === 0) continue;
      // A call for each run of groups: most are next to each other.
      const first = group;
      while (group < summary.length && summary[group] !== 0) group++;
      words.fill(0, first << 5, group << 5);
      summary.fill(0, first, group);
    }
  }
}

/** The bit of a row in words with a bit for each. */
export const bitAt = (words: Uint32Array, row: number): number => (words[row >>> 5]! >>> (row & 31)) & 1;

/** Number of set bits of a word. */
export function popcount32(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Number of trailing zero bits of a word, which is not 0. */
export const ctz32 = (word: number): number => 31 - Math.clz32(word & -word);
