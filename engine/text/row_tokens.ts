/** Collects the distinct tokens of every row in row order, in a temporary file: long texts have very many. */
import {closeSync, openSync, rmSync} from 'node:fs';
import {GrowableUint32} from '../file/growable.ts';
import {readUpTo, writeFully} from '../file/read_fully.ts';
import {type StringArray, stringsOf} from './string_array.ts';
import {TextTable} from './text_table.ts';
import {forEachToken, type ValueTokens} from './tokens.ts';

/** Numbers that are written or read at once. */
const BUFFER_LENGTH = 1 << 16;

/** Marks the last token of a row; with all other bits set, a row without tokens. */
const LAST = 2 ** 31;
const NUMBER = LAST - 1;
const NONE = 2 ** 32 - 1;

/** Postings that are held in memory at once. */
const MAX_POSTINGS = 1 << 24;

/** Tokens by ascending number of rows, so that the postings of rare ones are adjacent. */
export interface OrderedTokens {
  terms: StringArray;
  /** Where the rows of each token begin among those of all, and one more. */
  offsets: Uint32Array;
  /** By number of a token in the temporary file: its ordinal. */
  ordinalOf: Uint32Array;
}

/**
 * The tokens of values, and one more than the number of each among those of all rows; 0 for one that no row
 * had yet.
 */
export interface KnownTokens {
  terms: StringArray;
  numbers: Uint32Array;
}

export class RowTokens {
  readonly #path: string;
  readonly #fd: number;
  readonly #tokens = new TextTable('tokens');
  readonly #buffer = new Uint32Array(BUFFER_LENGTH);
  /** By token: the rows that have it, and one more than the last of them. */
  readonly #counts = new GrowableUint32();
  readonly #lastRow = new GrowableUint32();
  #buffered = 0;
  #rows = 0;
  /** The last token of the row that was begun, or -1. */
  #last = -1;

  /** `path` is the temporary file, which `close` removes. */
  constructor(path: string) {
    this.#path = path;
    this.#fd = openSync(path, 'w+');
  }

  /** Adds the folded text of the next row: tokens separated by one blank. */
  add(text: Uint8Array): void {
    this.begin();
    this.addText(text);
    this.end();
  }

  /** Begins the next row. */
  begin(): void {
    this.#rows++;
    this.#last = -1;
  }

  /** Adds the tokens of a folded text to the row that was begun. */
  addText(text: Uint8Array): void {
    forEachToken(this.#tokens, text, 0, text.length, (token) => this.#addToken(token));
  }

  /**
   * Adds the tokens of a value to the row that was begun; `known` has the tokens by their number in `values`.
   */
  addValue({offsets, tokens}: ValueTokens, value: number, {terms, numbers}: KnownTokens): void {
    for (let i = offsets[value]!; i < offsets[value + 1]!; i++) {
      const token = tokens[i]!;
      // Tokens are numbered when a row has them first.
      if (numbers[token] === 0) {
        numbers[token] =
          1 + this.#tokens.numberOf(terms.bytes, terms.offsets[token]!, terms.offsets[token + 1]!);
      }
      this.#addToken(numbers[token]! - 1);
    }
  }

  /** Ends the row. */
  end(): void {
    this.#put(this.#last < 0 ? NONE : this.#last + LAST);
  }

  /** The tokens by number of rows, then by first occurrence. */
  ordered(): OrderedTokens {
    this.#flush();
    const counts = this.#counts.toArray();
    const numbers = Uint32Array.from(counts, (_, number) => number);
    numbers.sort((a, b) => counts[a]! - counts[b]! || a - b);
    const terms = stringsOf(this.#tokens.texts(), numbers);
    const offsets = new Uint32Array(numbers.length + 1);
    const ordinalOf = new Uint32Array(numbers.length);
    for (const [ordinal, number] of numbers.entries()) {
      offsets[ordinal + 1] = offsets[ordinal]! + counts[number]!;
      ordinalOf[number] = ordinal;
    }
    return {terms, offsets, ordinalOf};
  }

  /**
   * The rows of each token, ascending, by ordinal; the temporary file is read once for every `limit`
   * postings.
   */
  *postings({offsets, ordinalOf}: OrderedTokens, limit = MAX_POSTINGS): Generator<Uint32Array> {
    for (let first = 0; first + 1 < offsets.length; ) {
      let end = first + 1;
      while (end + 1 < offsets.length && offsets[end + 1]! - offsets[first]! <= limit) end++;
      const begin = offsets[first]!;
      const rows = new Uint32Array(offsets[end]! - begin);
      const next = offsets.slice(first, end);
      let row = 0;
      for (const chunk of this.#chunks()) {
        for (let i = 0; i < chunk.length; i++) {
          const entry = chunk[i]!;
          const ordinal = entry === NONE ? end : ordinalOf[entry & NUMBER]!;
          if (ordinal >= first && ordinal < end) rows[next[ordinal - first]!++ - begin] = row;
          if (entry >= LAST) row++;
        }
      }
      yield rows;
      first = end;
    }
  }

  /** Removes the temporary file. */
  close(): void {
    closeSync(this.#fd);
    rmSync(this.#path, {force: true});
  }

  #addToken(token: number): void {
    if (!this.#isNew(token)) return;
    if (this.#last >= 0) this.#put(this.#last);
    this.#last = token;
  }

  /** Whether the current row did not have the token before; records that it has it. */
  #isNew(token: number): boolean {
    if (token === this.#counts.length) {
      this.#counts.push(0);
      this.#lastRow.push(0);
    }
    if (this.#lastRow.at(token) === this.#rows) return false;
    this.#lastRow.set(token, this.#rows);
    this.#counts.set(token, this.#counts.at(token) + 1);
    return true;
  }

  #put(entry: number): void {
    if (this.#buffered === BUFFER_LENGTH) this.#flush();
    this.#buffer[this.#buffered++] = entry;
  }

  #flush(): void {
    writeFully(this.#fd, new Uint8Array(this.#buffer.buffer, 0, this.#buffered * 4));
    this.#buffered = 0;
  }

  *#chunks(): Generator<Uint32Array> {
    const bytes = new Uint8Array(this.#buffer.buffer);
    for (let position = 0; ; ) {
      const read = readUpTo(this.#fd, bytes, 0, bytes.length, position);
      if (read === 0) return;
      position += read;
      yield this.#buffer.subarray(0, read / 4);
    }
  }
}
