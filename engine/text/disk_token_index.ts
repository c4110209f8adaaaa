/** The inverted index of a table's tokens, whose rows are on disk: the rows in which every term occurs inside a token. */
import {type ByteSource, requestAll} from '../file/byte_source.ts';
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {EMPTY_SET, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate, intersection, toArray} from '../rowset/set_ops.ts';
import {TermDictionary} from './term_dictionary.ts';
import {openTokenLists, type TokenLists} from './token_lists.ts';

/** Up to so many rows are handled as an array, more as a bitmap. */
const MAX_ARRAY = 512;

export class DiskTokenIndex {
  readonly #tokens: TokenLists;
  readonly #rows: FileSection;
  /** Frequent substrings, whose rows are stored as bitmaps. */
  readonly #substrings: TermDictionary;
  readonly #slots: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #bitmaps: FileSection;
  readonly #source: ByteSource;

  /** `sections` are those of the index file, `onDisk` those of the `.found` file. */
  constructor(sections: Sections, onDisk: (name: string) => FileSection, family: TokenFamily) {
    const names = SECTIONS.search.index(family);
    this.#source = sections.source;
    const postings = SECTIONS.postings(names.tokens);
    this.#tokens = openTokenLists(sections, onDisk, family);
    this.#rows = onDisk(postings.rows);
    this.#substrings = new TermDictionary(sections, names.substrings, false);
    this.#slots = sections.u32(names.substring_slots);
    this.#counts = sections.u32(names.substring_counts);
    this.#bitmaps = onDisk(names.bitmaps);
  }

  /**
   * The rows of a table of `rows` rows that have, for every term, a token that contains it. Needs at least one term.
   * Valid until the scratch is released.
   */
  rows(terms: readonly string[], rows: number, scratch: Scratch): RowSet {
    if (!this.#source.complete) {
      requestAll(this.#source, [this.#slots, this.#counts]);
      this.#source.fetch();
    }
    const prepared: number[] = [];
    const unions: RowSet[] = [];
    for (const term of terms) {
      const substring = Buffer.from(term);
      const [slot, end] = this.#substrings.equalTo(substring);
      if (slot < end) {
        prepared.push(slot);
        continue;
      }
      const set = this.#union(substring, rows, scratch);
      if (sizeOf(set) === 0) return EMPTY_SET;
      unions.push(set);
    }
    unions.sort((a, b) => sizeOf(a) - sizeOf(b));
    prepared.sort((a, b) => this.#counts[a]! - this.#counts[b]!);
    let matching: RowSet | null = null;
    for (const set of unions) matching = matching ? intersection(matching, set, scratch) : set;
    for (const slot of prepared) matching = this.#intersectBitmap(matching, slot, rows, scratch);
    return matching ?? EMPTY_SET;
  }

  /** The rows of all tokens that contain a substring. */
  #union(substring: Buffer, rows: number, scratch: Scratch): RowSet {
    const tokens = this.#tokens.containing(substring, scratch);
    if (substring.length < 3) tokens.sort();
    const count = tokens.length;
    const [begins, ends] = [scratch.u32(count), scratch.u32(count)];
    this.#tokens.ranges(tokens, begins, ends, scratch);
    let length = 0;
    for (let i = 0; i < count; i++) length += ends[i]! - begins[i]!;
    const all = scratch.u32(length);
    this.#rows.readRanges(begins, ends, count, all);
    if (length <= MAX_ARRAY) return {kind: 'array', rows: count === 1 ? all : deduplicate(all.sort())};
    const bitmap = scratch.bitmap(rows);
    bitmap.addUnsorted(all, length);
    return {kind: 'bitmap', bitmap, count: bitmap.count()};
  }

  /** The rows of a set, or of the table, that are in a stored bitmap. */
  #intersectBitmap(set: RowSet | null, slot: number, rows: number, scratch: Scratch): RowSet {
    const length = (rows + 31) >>> 5;
    const first = this.#slots[slot]! * length;
    if (set && sizeOf(set) <= MAX_ARRAY) return this.#intersectArray(toArray(set, scratch), first, scratch);
    const words = scratch.u32(length);
    this.#bitmaps.read(first, first + length, words);
    const stored: RowSet = {kind: 'bitmap', bitmap: new Bitmap(words, true), count: this.#counts[slot]!};
    return set ? intersection(set, stored, scratch) : stored;
  }

  /** For few rows only their own words of the bitmap are read. */
  #intersectArray(rows: Uint32Array, first: number, scratch: Scratch): RowSet {
    const count = rows.length;
    const [from, to, words] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    for (let i = 0; i < count; i++) {
      from[i] = first + (rows[i]! >>> 5);
      to[i] = from[i]! + 1;
    }
    this.#bitmaps.readRanges(from, to, count, words);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (((words[i]! >>> (rows[i]! & 31)) & 1) === 1) from[kept++] = rows[i]!;
    }
    return {kind: 'array', rows: from.subarray(0, kept)};
  }
}
