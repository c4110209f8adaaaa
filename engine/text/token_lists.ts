/** The tokens of an inverted index whose rows are on disk: which contain a text, and where the list of each lies. */
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {TermDictionary} from './term_dictionary.ts';

/** The lists of some tokens, by rows of each: list number `i` of `count` lies in the file from word `begins[i]` up to `ends[i]`. */
export interface TokenRanges {
  begins: Uint32Array;
  ends: Uint32Array;
  /** Rows of each list. */
  rows: Uint32Array;
  count: number;
  /** Rows of all lists; one that is in several is counted for each. */
  length: number;
  /** Words of all lists. */
  words: number;
}

/**
 * Tokens are ordinals by ascending number of rows. Those with one row come first: their offsets are not stored. Then come those whose lists
 * are `listed`, which begin at their offsets; where the others begin is stored.
 */
export class TokenLists {
  readonly #terms: TermDictionary;
  readonly #offsets: Uint32Array | FileSection;
  /** Tokens with one row. */
  readonly #single: number;
  /** Tokens whose lists are listed. */
  readonly #listed: number;
  readonly #starts: Uint32Array;

  /** `sections` are those of the index file, `onDisk` those of the `.found` file. */
  constructor(sections: Sections, onDisk: (name: string) => FileSection, family: TokenFamily) {
    const {tokens, lists} = SECTIONS.search.index(family);
    // Words of texts are few and are kept in memory; numbers are nearly as many as rows and stay on disk.
    const isInMemory = family === 'found';
    this.#terms = new TermDictionary(sections, tokens, true);
    this.#offsets = isInMemory ? sections.u32(lists.offsets) : onDisk(lists.offsets);
    this.#starts = sections.u32(lists.starts);
    this.#single = this.#terms.count + 1 - this.#offsets.length;
    this.#listed = this.#terms.count + 1 - this.#starts.length;
  }

  /** Ordinals of the tokens that contain a text, ascending. */
  containing(text: Buffer, scratch: Scratch): Uint32Array {
    const tokens = this.#terms.containing(text, scratch);
    return text.length < 3 ? tokens.sort() : tokens;
  }

  /** Ordinals of the tokens that equal a text. */
  equalTo(text: Buffer, scratch: Scratch): Uint32Array {
    return this.#terms.ofLength(this.containing(text, scratch), text.length, scratch);
  }

  /** Where the lists of some ascending tokens lie; valid until the scratch is released. */
  ranges(tokens: Uint32Array, scratch: Scratch): TokenRanges {
    const count = tokens.length;
    const [begins, ends, rows] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    const single = lowerBound(tokens, this.#single);
    const listed = lowerBound(tokens, this.#listed);
    this.#readOffsets(tokens, single, begins, ends, scratch);
    let [length, words] = [0, 0];
    for (let i = 0; i < count; i++) {
      rows[i] = ends[i]! - begins[i]!;
      length += rows[i]!;
      if (i >= listed) {
        const at = tokens[i]! - this.#listed;
        begins[i] = this.#starts[at]!;
        ends[i] = this.#starts[at + 1]!;
      }
      words += ends[i]! - begins[i]!;
    }
    return {begins, ends, rows, count, length, words};
  }

  /** Puts the offsets of tokens and those of the next ones into two arrays; the first `single` have one row each. */
  #readOffsets(
    tokens: Uint32Array,
    single: number,
    begins: Uint32Array,
    ends: Uint32Array,
    scratch: Scratch,
  ): void {
    for (let i = 0; i < single; i++) {
      begins[i] = tokens[i]!;
      ends[i] = tokens[i]! + 1;
    }
    const count = tokens.length - single;
    if (count === 0) return;
    const pairs = this.#pairs(tokens.subarray(single), scratch);
    for (let i = 0; i < count; i++) {
      begins[single + i] = pairs[2 * i]!;
      ends[single + i] = pairs[2 * i + 1]!;
    }
  }

  /** The offsets of tokens with several rows and those of the next ones. */
  #pairs(tokens: Uint32Array, scratch: Scratch): Uint32Array {
    const [count, offsets] = [tokens.length, this.#offsets];
    const pairs = scratch.u32(2 * count);
    if (offsets instanceof Uint32Array) {
      for (let i = 0; i < count; i++) {
        pairs[2 * i] = offsets[tokens[i]! - this.#single]!;
        pairs[2 * i + 1] = offsets[tokens[i]! - this.#single + 1]!;
      }
      return pairs;
    }
    const [from, to] = [scratch.u32(count), scratch.u32(count)];
    for (let i = 0; i < count; i++) {
      from[i] = tokens[i]! - this.#single;
      to[i] = from[i]! + 2;
    }
    offsets.readRanges(from, to, count, pairs);
    return pairs;
  }
}
