/** Words of a table that stay in a file: which rows have a word with a part. */
import {SECTIONS} from '../facts.ts';
import type {Stored} from '../stored.ts';
import type {Criterion} from './criteria.ts';
import {Lexicon} from './lexicon.ts';
import type {Scratch} from './scratch.ts';
import type {Sections} from './sections.ts';
import {StoredLexicon} from './stored_lexicon.ts';

export class FoundWords {
  readonly #lexicon: StoredLexicon;
  readonly #at: Stored;
  readonly #ranks: Stored;
  /** Parts whose rows are prepared. */
  readonly #parts: Lexicon;
  readonly #partBits: Uint32Array;
  readonly #partCounts: Uint32Array;
  readonly #bits: Stored;

  /** `sections` are those of the index, `stored` those of the file. */
  constructor(sections: Sections, stored: (name: string) => Stored) {
    const names = SECTIONS.found;
    const postings = SECTIONS.postings(names.words);
    this.#lexicon = new StoredLexicon(sections, stored, names.words);
    this.#at = stored(postings.at);
    this.#ranks = stored(postings.ranks);
    this.#parts = new Lexicon(sections, names.parts, false);
    this.#partBits = sections.u32(names.part_bits);
    this.#partCounts = sections.u32(names.part_counts);
    this.#bits = stored(names.bits);
  }

  /** The rows, of so many, that have a word with this part. */
  criterion(part: Buffer, rows: number, scratch: Scratch): Criterion {
    const [slot, end] = this.#parts.equal(part);
    if (slot < end) {
      const length = (rows + 31) >>> 5;
      const words = scratch.numbers(length);
      const first = this.#partBits[slot]! * length;
      this.#bits.read(first, first + length, words);
      return {kind: 'prepared', most: this.#partCounts[slot]!, words};
    }
    const wanted = this.#lexicon.containing(part, scratch);
    if (part.length < 3) wanted.sort();
    return this.#rowsOf(wanted, scratch);
  }

  #rowsOf(wanted: Uint32Array, scratch: Scratch): Criterion {
    const count = wanted.length;
    const to = scratch.numbers(count);
    for (let i = 0; i < count; i++) to[i] = wanted[i]! + 2;
    const pairs = scratch.numbers(count * 2);
    this.#at.gather(wanted, to, count, pairs);
    const [begins, ends, at] = [scratch.numbers(count), to, scratch.numbers(count + 1)];
    at[0] = 0;
    for (let i = 0; i < count; i++) {
      begins[i] = pairs[i * 2]!;
      ends[i] = pairs[i * 2 + 1]!;
      at[i + 1] = at[i]! + ends[i]! - begins[i]!;
    }
    const ranks = scratch.numbers(at[count]!);
    this.#ranks.gather(begins, ends, count, ranks);
    const all = scratch.numbers(count);
    for (let i = 0; i < count; i++) all[i] = i;
    return {kind: 'codes', most: at[count]!, wanted: all, postings: {ranks, at}, codes: null, values: count};
  }
}
