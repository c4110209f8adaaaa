/** Words of a table that stay in a file: which rows have a word with each of some parts. */

import type {FileSection} from '../file/file_section.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {EMPTY_SET, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate, intersection, toArray} from '../rowset/set_ops.ts';
import {DiskTermDictionary} from './disk_term_dictionary.ts';
import {TermDictionary} from './term_dictionary.ts';

/** So many rows are tested one by one; more as a bitset. */
const FEW = 512;

export class DiskTokenIndex {
  readonly #lexicon: DiskTermDictionary;
  readonly #at: FileSection;
  readonly #ranks: FileSection;
  /** Parts whose rows are prepared. */
  readonly #parts: TermDictionary;
  readonly #partBits: Uint32Array;
  readonly #partCounts: Uint32Array;
  readonly #bits: FileSection;

  /** `sections` are those of the index, `stored` those of the file. */
  constructor(sections: Sections, stored: (name: string) => FileSection) {
    const names = SECTIONS.search;
    const postings = SECTIONS.postings(names.tokens);
    this.#lexicon = new DiskTermDictionary(sections, stored, names.tokens);
    this.#at = stored(postings.offsets);
    this.#ranks = stored(postings.rows);
    this.#parts = new TermDictionary(sections, names.substrings, false);
    this.#partBits = sections.u32(names.substring_slots);
    this.#partCounts = sections.u32(names.substring_counts);
    this.#bits = stored(names.bitmaps);
  }

  /**
   * The rows, of so many, that have for every term a word that contains it; there is one term at least. Valid until
   * the scratch is released.
   */
  rows(terms: readonly string[], rows: number, scratch: Scratch): RowSet {
    const prepared: number[] = [];
    const gathered: RowSet[] = [];
    for (const term of terms) {
      const part = Buffer.from(term);
      const [slot, end] = this.#parts.equalTo(part);
      if (slot < end) {
        prepared.push(slot);
        continue;
      }
      const set = this.#gather(part, rows, scratch);
      if (sizeOf(set) === 0) return EMPTY_SET;
      gathered.push(set);
    }
    gathered.sort((a, b) => sizeOf(a) - sizeOf(b));
    prepared.sort((a, b) => this.#partCounts[a]! - this.#partCounts[b]!);
    let found: RowSet | null = null;
    for (const set of gathered) found = found ? intersection(found, set, scratch) : set;
    for (const slot of prepared) found = this.#keep(found, slot, rows, scratch);
    return found ?? EMPTY_SET;
  }

  /** Rows of all words with a part. */
  #gather(part: Buffer, rows: number, scratch: Scratch): RowSet {
    const wanted = this.#lexicon.containing(part, scratch);
    if (part.length < 3) wanted.sort();
    const count = wanted.length;
    const [to, begins, ends] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    for (let i = 0; i < count; i++) to[i] = wanted[i]! + 2;
    const pairs = scratch.u32(count * 2);
    this.#at.readRanges(wanted, to, count, pairs);
    let length = 0;
    for (let i = 0; i < count; i++) {
      begins[i] = pairs[i * 2]!;
      ends[i] = pairs[i * 2 + 1]!;
      length += ends[i]! - begins[i]!;
    }
    const ranks = scratch.u32(length);
    this.#ranks.readRanges(begins, ends, count, ranks);
    if (length <= FEW) return {kind: 'array', rows: count === 1 ? ranks : deduplicate(ranks.sort())};
    const bits = scratch.bitmap(rows);
    bits.addUnsorted(ranks, length);
    return {kind: 'bitmap', bitmap: bits, count: bits.count()};
  }

  /** Those of a set, or of all rows, that have a prepared part. */
  #keep(set: RowSet | null, slot: number, rows: number, scratch: Scratch): RowSet {
    const length = (rows + 31) >>> 5;
    const first = this.#partBits[slot]! * length;
    if (set && sizeOf(set) <= FEW) return this.#keepFew(toArray(set, scratch), first, scratch);
    const words = scratch.u32(length);
    this.#bits.read(first, first + length, words);
    const part: RowSet = {kind: 'bitmap', bitmap: new Bitmap(words, true), count: this.#partCounts[slot]!};
    return set ? intersection(set, part, scratch) : part;
  }

  /** Of few rows only their own words of the bitset are read. */
  #keepFew(ranks: Uint32Array, first: number, scratch: Scratch): RowSet {
    const count = ranks.length;
    const [from, to, words] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    for (let i = 0; i < count; i++) {
      from[i] = first + (ranks[i]! >>> 5);
      to[i] = from[i]! + 1;
    }
    this.#bits.readRanges(from, to, count, words);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (((words[i]! >>> (ranks[i]! & 31)) & 1) === 1) from[kept++] = ranks[i]!;
    }
    return {kind: 'array', rows: from.subarray(0, kept)};
  }
}
