/** The rows of each token of a table whose lists stay in the file: a query reads those of the tokens that it selects. */
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {listsOf, type SelectedTokens, TokenPostings} from './token_postings.ts';

export class StayingPostings {
  readonly #lists: FileSection;
  /** Rows of all tokens before each one. */
  readonly #offsets: Uint32Array;
  /** Where the list of each token begins among the words of the file. */
  readonly #starts: Uint32Array;
  readonly #rows: number;

  /** `lists` are those of a table with so many rows. */
  constructor(sections: Sections, lists: FileSection, rows: number) {
    const names = SECTIONS.token_postings;
    this.#lists = lists;
    this.#offsets = sections.u32(names.offsets);
    this.#starts = sections.u32(names.starts);
    this.#rows = rows;
  }

  /** Number of rows of some tokens, those that have several of them counted for each. */
  count(tokens: Uint32Array): number {
    const offsets = this.#offsets;
    let count = 0;
    for (let i = 0; i < tokens.length; i++) count += offsets[tokens[i]! + 1]! - offsets[tokens[i]!]!;
    return count;
  }

  /** Some of the tokens, with their lists in memory, where token number `i` of them is `i`. Valid until the scratch is released. */
  select(tokens: Uint32Array, scratch: Scratch): SelectedTokens {
    const count = tokens.length;
    // Neighbours in the file are read by one call.
    if (!isAscending(tokens)) tokens.sort();
    const [begins, ends, selected] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    const [offsets, starts] = [scratch.u32(count + 1), scratch.u32(count + 1)];
    [offsets[0], starts[0]] = [0, 0];
    for (let i = 0; i < count; i++) {
      const token = tokens[i]!;
      begins[i] = this.#starts[token]!;
      ends[i] = this.#starts[token + 1]!;
      selected[i] = i;
      offsets[i + 1] = offsets[i]! + this.#offsets[token + 1]! - this.#offsets[token]!;
      starts[i + 1] = starts[i]! + ends[i]! - begins[i]!;
    }
    const words = scratch.u32(starts[count]!);
    this.#lists.readRanges(begins, ends, count, words);
    const postings = new TokenPostings({offsets, starts, words}, this.#rows);
    return {selected, postings};
  }
}

function isAscending(numbers: Uint32Array): boolean {
  for (let i = 1; i < numbers.length; i++) if (numbers[i - 1]! > numbers[i]!) return false;
  return true;
}

/** The rows of each token of a table with so many rows. */
export function openPostings(sections: Sections, rows: number): TokenPostings | StayingPostings {
  const staying = sections.staying(SECTIONS.token_postings.words);
  return staying ? new StayingPostings(sections, staying, rows) : new TokenPostings(listsOf(sections), rows);
}
