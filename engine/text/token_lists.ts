/** Reads the rows of tokens from the lists of a search file. */
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate} from '../rowset/set_ops.ts';
import {addListTo} from '../rowset/stored_list.ts';

/** Up to so many rows of several lists are sorted; more go into a bitmap. */
const MAX_SORTED = 512;

/**
 * Where the lists of some tokens lie: list `i` from word `begins[i]` up to `ends[i]`, with `counts[i]` rows.
 */
interface ListRanges {
  begins: Uint32Array;
  ends: Uint32Array;
  counts: Uint32Array;
  /** Rows of all lists; one that is in several is counted for each. */
  rows: number;
  /** Words of all lists. */
  words: number;
}

/**
 * Tokens are ordinals by ascending number of rows. Those with one row come first: their list is the word with
 * their ordinal. Then come those whose lists are 32-bit rows, which begin at their offsets; where the lists
 * of the others begin is stored.
 */
export class TokenLists {
  readonly #lists: FileSection;
  /** Rows of all tokens before each one, from the first token with several rows on. */
  readonly #offsets: Uint32Array;
  /** Words before the list of each token, from the first one on whose list is in another form. */
  readonly #starts: Uint32Array;
  /** Tokens with one row. */
  readonly #single: number;
  /** Tokens whose lists are 32-bit rows. */
  readonly #listed: number;
  readonly #rows: number;

  /** The lists of a table of `rows` rows. */
  constructor(sections: Sections, lists: FileSection, family: TokenFamily, rows: number) {
    const names = SECTIONS.search.index(family).lists;
    this.#lists = lists;
    this.#offsets = sections.u32(names.offsets);
    this.#starts = sections.u32(names.starts);
    // All offsets of tokens with one row are their ordinals: so is the first one that is stored.
    this.#single = this.#offsets[0]!;
    this.#listed = this.#single + this.#offsets.length - this.#starts.length;
    this.#rows = rows;
  }

  /** The rows that have any of some ascending tokens. Valid until the scratch is released. */
  union(tokens: Uint32Array, scratch: Scratch): RowSet {
    const {begins, ends, counts, rows, words} = this.#ranges(tokens, scratch);
    const lists = scratch.u32(words);
    this.#lists.readRanges(begins, ends, tokens.length, lists);
    // Those whose lists are 32-bit rows come first.
    const listed = lowerBound(tokens, this.#listed);
    if (listed === tokens.length && rows <= MAX_SORTED)
      return {kind: 'array', rows: deduplicate(lists.sort())};
    const bitmap = scratch.bitmap(this.#rows);
    let at = 0;
    for (let i = 0; i < listed; i++) at += counts[i]!;
    bitmap.addRows(lists, 0, at);
    for (let i = listed; i < tokens.length; i++) {
      const end = at + ends[i]! - begins[i]!;
      addListTo(bitmap, lists.subarray(at, end), counts[i]!, this.#rows);
      at = end;
    }
    return {kind: 'bitmap', bitmap, count: bitmap.count()};
  }

  #ranges(tokens: Uint32Array, scratch: Scratch): ListRanges {
    const count = tokens.length;
    const [begins, ends, counts] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    let [rows, words] = [0, 0];
    for (let i = 0; i < count; i++) {
      const token = tokens[i]!;
      const offset = this.#offsetOf(token);
      const next = this.#offsetOf(token + 1);
      const isListed = token < this.#listed;
      begins[i] = isListed ? offset : this.#starts[token - this.#listed]!;
      ends[i] = isListed ? next : this.#starts[token - this.#listed + 1]!;
      counts[i] = next - offset;
      rows += next - offset;
      words += ends[i]! - begins[i]!;
    }
    return {begins, ends, counts, rows, words};
  }

  #offsetOf(token: number): number {
    return token < this.#single ? token : this.#offsets[token - this.#single]!;
  }
}
