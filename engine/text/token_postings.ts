/** The rows of each token of a table in memory, each list in the smallest form. */
import type {ByteSource} from '../file/byte_source.ts';
import type {IndexWriter} from '../file/index_file.ts';
import type {Postings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {Bitmap} from '../rowset/bitmap.ts';
import {type ListProgram, listProgram, type StoredList} from '../rowset/list_program.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {BLOCK_ROWS, blocksOf, type Form, formOf, wordsOf, writeList} from '../rowset/stored_list.ts';
import type {TokenRanges} from './token_lists.ts';

/** Writes the rows of all tokens of a table with so many rows. */
export function writeTokenPostings(index: IndexWriter, {offsets, rows: all}: Postings, rows: number): void {
  const tokens = offsets.length - 1;
  const starts = new Uint32Array(tokens + 1);
  for (let token = 0; token < tokens; token++) {
    starts[token + 1] = starts[token]! + wordsOf(offsets[token + 1]! - offsets[token]!, rows);
  }
  const words = new Uint32Array(starts[tokens]!);
  for (let token = 0; token < tokens; token++) {
    const list = all.subarray(offsets[token], offsets[token + 1]);
    writeList(list, rows, words.subarray(starts[token], starts[token + 1]));
  }
  const names = SECTIONS.token_postings;
  index.write(names.offsets, offsets);
  index.write(names.starts, starts);
  index.write(names.words, words);
}

/** The lists of tokens, one after the other in memory. */
export interface ListsInMemory {
  source: ByteSource;
  /** Rows of all tokens before each one. */
  offsets: Uint32Array;
  /** Where the list of each token begins among the words. */
  starts: Uint32Array;
  words: Uint32Array;
}

/** The lists of all tokens of a table, in memory or brought there by the source. */
export function listsOf(sections: Sections): ListsInMemory {
  const {offsets, starts, words} = SECTIONS.token_postings;
  const {source} = sections;
  return {
    source,
    offsets: sections.u32(offsets),
    starts: sections.u32(starts),
    words: sections.u32(words),
  };
}

/** Some tokens, and what has their rows. */
export interface SelectedTokens {
  selected: Uint32Array;
  postings: TokenPostings;
}

/** Reads the rows of tokens. */
export class TokenPostings {
  readonly #source: ByteSource;
  readonly #offsets: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #words: Uint32Array;
  /** The same memory as halves of words. */
  readonly #halves: Uint16Array;
  readonly #rows: number;
  readonly #blocks: number;

  /** The lists of a table with so many rows. */
  constructor({source, offsets, starts, words}: ListsInMemory, rows: number) {
    this.#source = source;
    this.#offsets = offsets;
    this.#starts = starts;
    this.#words = words;
    const {buffer, byteOffset, length} = words;
    this.#halves = new Uint16Array(buffer, byteOffset, length * 2);
    this.#rows = rows;
    this.#blocks = blocksOf(rows);
  }

  /** Number of rows of some tokens, those that have several of them counted for each. */
  count(tokens: Uint32Array): number {
    const offsets = this.#offsets;
    if (!this.#source.complete) {
      for (const token of tokens) this.#source.request(offsets, token, token + 2);
      this.#source.fetch();
    }
    let count = 0;
    for (let i = 0; i < tokens.length; i++) count += this.#countOf(tokens[i]!);
    return count;
  }

  /** Some of the tokens, of which all lists are there. */
  select(tokens: Uint32Array): SelectedTokens {
    return {selected: tokens, postings: this};
  }

  /** The lists of all tokens. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Where the lists of some ascending tokens lie among the words, which are in memory; valid until the scratch is released. */
  ranges(tokens: Uint32Array, scratch: Scratch): TokenRanges {
    const count = tokens.length;
    const [begins, ends, rows] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    let [length, words] = [0, 0];
    for (let i = 0; i < count; i++) {
      const token = tokens[i]!;
      begins[i] = this.#starts[token]!;
      ends[i] = this.#starts[token + 1]!;
      rows[i] = this.#countOf(token);
      length += rows[i]!;
      words += ends[i]! - begins[i]!;
    }
    return {begins, ends, rows, count, length, words};
  }

  /** Requests where the lists of tokens lie, which were counted before. */
  requestStarts(tokens: Uint32Array): void {
    for (const token of tokens) this.#source.request(this.#starts, token, token + 2);
  }

  /** Requests the rows of tokens, of which it is known where they lie. */
  requestRows(tokens: Uint32Array): void {
    for (const token of tokens)
      this.#source.request(this.#words, this.#starts[token]!, this.#starts[token + 1]!);
  }

  /** The bitmap of a token's rows; null where they are stored in another form. */
  bitmapOf(token: number): Uint32Array | null {
    if (this.#formOf(token) !== 'bitmap') return null;
    return this.#words.subarray(this.#starts[token], this.#starts[token + 1]);
  }

  /** Copies the rows of a token that lie `from` up to `to`, ascending; returns how many. `into` has room for all of the token. */
  copyRows(token: number, from: number, to: number, into: Uint32Array, at: number): number {
    const isWhole = from === 0 && to >= this.#rows;
    if (isWhole && this.#formOf(token) !== 'bitmap') return this.#copyList(token, into, at);
    let count = 0;
    this.#forEach(token, from, to, (row) => {
      into[at + count++] = row;
    });
    return count;
  }

  /** Copies a list that is no bitmap: the hot case, without a callback. */
  #copyList(token: number, into: Uint32Array, at: number): number {
    const count = this.#countOf(token);
    const program = listProgram(0, count);
    this.copyTo(program, token, 0);
    into.set(program.elements.subarray(0, count), at);
    return count;
  }

  /** Copies the list of a token as it is stored to element `at` of a program on. */
  place({elements}: ListProgram, token: number, at: number): StoredList {
    elements.set(this.#words.subarray(this.#starts[token], this.#starts[token + 1]), at);
    return {form: this.#formOf(token), at, count: this.#countOf(token)};
  }

  /** Copies all rows of a token, which are no bitmap, to element `at` of a program on, which has room for them; returns how many. */
  copyTo(program: ListProgram, token: number, at: number): number {
    const [start, count] = [this.#starts[token]!, this.#countOf(token)];
    const words = this.#words;
    if (this.#formOf(token) === 'listed') {
      program.elements.set(words.subarray(start, start + count), at);
      return count;
    }
    const ends = start + this.#blocks;
    program.widenBlocks(this.#halves.subarray(2 * ends, 2 * ends + count), words.subarray(start, ends), at);
    return count;
  }

  /** Adds the rows of a token that lie `from` up to `to`. */
  addTo(bitmap: Bitmap, token: number, from: number, to: number): void {
    const form = this.#formOf(token);
    const start = this.#starts[token]!;
    if (form === 'listed') {
      bitmap.addSortedWithin(this.#words, start, start + this.#countOf(token), from, to);
    } else if (form === 'blocks') {
      const end = this.#blockEnd(to);
      for (let block = from >>> 16; block < end; block++) {
        const [begin, stop] = this.#halvesOf(start, block);
        bitmap.addLowBits(this.#halves, begin, stop, block * BLOCK_ROWS, from, to);
      }
    } else bitmap.addWords(this.#words, start, from, to);
  }

  /** Whether a row has any of the tokens. */
  hasAny(tokens: Uint32Array, row: number): boolean {
    for (let i = 0; i < tokens.length; i++) if (this.#has(tokens[i]!, row)) return true;
    return false;
  }

  #has(token: number, row: number): boolean {
    const start = this.#starts[token]!;
    switch (this.#formOf(token)) {
      case 'bitmap':
        return ((this.#words[start + (row >>> 5)]! >>> (row & 31)) & 1) === 1;
      case 'listed': {
        const end = start + this.#countOf(token);
        const at = lowerBound(this.#words, row, start, end);
        return at < end && this.#words[at] === row;
      }
      case 'blocks': {
        const [begin, end] = this.#halvesOf(start, row >>> 16);
        const at = lowerBound(this.#halves, row & (BLOCK_ROWS - 1), begin, end);
        return at < end && this.#halves[at] === (row & (BLOCK_ROWS - 1));
      }
    }
  }

  #countOf(token: number): number {
    return this.#offsets[token + 1]! - this.#offsets[token]!;
  }

  #formOf(token: number): Form {
    return formOf(this.#countOf(token), this.#rows);
  }

  /** The first block after all rows before `to`. */
  #blockEnd(to: number): number {
    return Math.min(this.#blocks, Math.ceil(to / BLOCK_ROWS));
  }

  /** Where the rows of a block begin and end among the halves; the list begins at word `start`. */
  #halvesOf(start: number, block: number): [from: number, to: number] {
    const base = (start + this.#blocks) * 2;
    const begin = block === 0 ? 0 : this.#words[start + block - 1]!;
    return [base + begin, base + this.#words[start + block]!];
  }

  /** Visits the rows of a token that lie `from` up to `to`, ascending. */
  #forEach(token: number, from: number, to: number, visit: (row: number) => void): void {
    const start = this.#starts[token]!;
    const visitWithin = (row: number): void => {
      if (row >= from && row < to) visit(row);
    };
    switch (this.#formOf(token)) {
      case 'listed': {
        const end = start + this.#countOf(token);
        for (let i = start; i < end; i++) visitWithin(this.#words[i]!);
        return;
      }
      case 'blocks': {
        const last = this.#blockEnd(to);
        for (let block = from >>> 16; block < last; block++) {
          const [begin, end] = this.#halvesOf(start, block);
          for (let i = begin; i < end; i++) visitWithin(block * BLOCK_ROWS + this.#halves[i]!);
        }
        return;
      }
      case 'bitmap':
        for (let word = from >>> 5; word << 5 < to; word++) {
          for (let rest = this.#words[start + word]!; rest !== 0; rest &= rest - 1) {
            visitWithin((word << 5) + 31 - Math.clz32(rest & -rest));
          }
        }
    }
  }
}
