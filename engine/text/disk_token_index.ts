/** The inverted index of a table's tokens, whose rows are on disk: the rows in which every term occurs inside a token. */
import {type ByteSource, requestAll} from '../file/byte_source.ts';
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {listProgram} from '../rowset/list_program.ts';
import {EMPTY_SET, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersectWords} from '../rowset/set_ops.ts';
import {TermDictionary} from './term_dictionary.ts';
import {openTokenLists, type TokenLists} from './token_lists.ts';

/** Up to so many rows are an array, more are a bitmap. */
const MAX_ARRAY = 1 << 15;

/** For up to so many rows their words of a stored bitmap are read; for more the whole. */
const MAX_SCATTERED = 512;

/** The rows of token number `i` of `count` lie in the file from `begins[i]` up to `ends[i]`; in all there are `length`. */
interface TokenRanges {
  begins: Uint32Array;
  ends: Uint32Array;
  count: number;
  length: number;
}

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
    const unions: TokenRanges[] = [];
    for (const term of terms) {
      const substring = Buffer.from(term);
      const [slot, end] = this.#substrings.equalTo(substring);
      if (slot < end) {
        prepared.push(slot);
        continue;
      }
      const ranges = this.#rangesOf(substring, scratch);
      if (ranges.length === 0) return EMPTY_SET;
      unions.push(ranges);
    }
    unions.sort((a, b) => a.length - b.length);
    prepared.sort((a, b) => this.#counts[a]! - this.#counts[b]!);
    let matching = unions.length > 0 ? this.#intersectUnions(unions, rows, scratch) : null;
    if (matching && sizeOf(matching) === 0) return EMPTY_SET;
    for (const slot of prepared) matching = this.#intersectBitmap(matching, slot, rows, scratch);
    return matching ?? EMPTY_SET;
  }

  /** Where the rows of all tokens that contain a substring are. */
  #rangesOf(substring: Buffer, scratch: Scratch): TokenRanges {
    const tokens = this.#tokens.containing(substring, scratch);
    if (substring.length < 3) tokens.sort();
    const count = tokens.length;
    const [begins, ends] = [scratch.u32(count), scratch.u32(count)];
    this.#tokens.ranges(tokens, begins, ends, scratch);
    let length = 0;
    for (let i = 0; i < count; i++) length += ends[i]! - begins[i]!;
    return {begins, ends, count, length};
  }

  /** The rows that are in the union of the lists of each term, of which the first has the fewest. */
  #intersectUnions(unions: readonly TokenRanges[], rows: number, scratch: Scratch): RowSet {
    const [first, ...others] = unions as [TokenRanges, ...TokenRanges[]];
    const longest = Math.max(0, ...others.map(({length}) => length));
    const program = listProgram(rows, first.length + longest);
    const {elements} = program;
    let count = this.#read(first, elements);
    if (others.length === 0 && count > MAX_ARRAY) {
      const bitmap = scratch.bitmap(rows);
      bitmap.addUnsorted(elements, count);
      return {kind: 'bitmap', bitmap, count: first.count === 1 ? count : bitmap.count()};
    }
    // Lists of several tokens are in no order and have rows twice: only the result must not.
    let isSorted = first.count === 1;
    for (const ranges of others) {
      if (count === 0) break;
      const second = count;
      const length = this.#read(ranges, elements.subarray(second));
      isSorted = ranges.count === 1;
      count = program.intersect(0, second, second, length, !isSorted);
      elements.copyWithin(0, second, second + count);
    }
    if (!isSorted) count = program.sortDistinct(0, count);
    const result = scratch.u32(count);
    result.set(elements.subarray(0, count));
    if (count <= MAX_ARRAY) return {kind: 'array', rows: result};
    const bitmap = scratch.bitmap(rows);
    bitmap.addSorted(result);
    return {kind: 'bitmap', bitmap, count};
  }

  #read({begins, ends, count}: TokenRanges, into: Uint32Array): number {
    return this.#rows.readRanges(begins, ends, count, into);
  }

  /** The rows of a set, or of the table, that are in a stored bitmap. A bitmap of the set is overwritten. */
  #intersectBitmap(set: RowSet | null, slot: number, rows: number, scratch: Scratch): RowSet {
    const length = (rows + 31) >>> 5;
    const first = this.#slots[slot]! * length;
    if (set?.kind === 'array' && set.rows.length <= MAX_SCATTERED)
      return this.#intersectArray(set.rows, first, scratch);
    const words = scratch.u32(length);
    this.#bitmaps.read(first, first + length, words);
    if (!set) return {kind: 'bitmap', bitmap: new Bitmap(words, true), count: this.#counts[slot]!};
    if (set.kind === 'bitmap') return {...set, count: set.bitmap.and(words)};
    return intersectWords(set, words, rows, scratch);
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
