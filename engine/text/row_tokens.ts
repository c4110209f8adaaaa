/** The different words of every row, gathered in the order of ranks: in a file, since long texts have very many. */
import {closeSync, openSync, readSync, rmSync, writeSync} from 'node:fs';
import type {StringArray} from './string_array.ts';
import {TokenOrdinals} from './token_ordinals.ts';

/** Numbers that are written or read at once. */
const PIECE = 1 << 20;

/** Marks the last word of a row; with all other bits a row without words. */
const LAST = 2 ** 31;
const NUMBER = LAST - 1;
const NONE = 2 ** 32 - 1;

/** Postings that are made at once. */
const MADE = 1 << 24;

const BLANK = 0x20;

/** Words in the order of how many rows have them, so that the lists of rare ones lie together. */
export interface OrderedTokens {
  terms: StringArray;
  /** Where the rows of each word begin among those of all, and one number more. */
  offsets: Uint32Array;
  /** By number of a word in the file, its code. */
  ordinalOf: Uint32Array;
}

export class RowTokens {
  readonly #path: string;
  readonly #fd: number;
  readonly #words = new TokenOrdinals();
  readonly #piece = new Uint32Array(PIECE);
  /** By word: rows that have it, and one more than the last of them. */
  #counts = new Uint32Array(1 << 15);
  #seen = new Uint32Array(1 << 15);
  #held = 0;
  #rows = 0;

  /** `path` is a file that may be written and goes at the end. */
  constructor(path: string) {
    this.#path = path;
    this.#fd = openSync(path, 'w+');
  }

  /** The text of the next rank: words with one blank between them. */
  add(text: Uint8Array): void {
    this.#rows++;
    let last = -1;
    for (let from = 0; from < text.length; ) {
      let to = text.indexOf(BLANK, from);
      if (to < 0) to = text.length;
      const word = to > from ? this.#words.number(text, from, to) : -1;
      from = to + 1;
      if (word < 0 || !this.#isNew(word)) continue;
      if (last >= 0) this.#put(last);
      last = word;
    }
    this.#put(last < 0 ? NONE : last + LAST);
  }

  /** The words in the order of how many rows have them, then of when they first came. */
  ordered(): OrderedTokens {
    this.#flush();
    const counts = this.#counts;
    const {bytes, offsets: from} = this.#words.texts();
    const numbers = Uint32Array.from({length: this.#words.count}, (_, number) => number);
    numbers.sort((a, b) => counts[a]! - counts[b]! || a - b);
    const texts = {bytes: new Uint8Array(bytes.length), offsets: new Uint32Array(numbers.length + 1)};
    const at = new Uint32Array(numbers.length + 1);
    const codeOf = new Uint32Array(numbers.length);
    for (const [code, number] of numbers.entries()) {
      const word = bytes.subarray(from[number], from[number + 1]);
      texts.bytes.set(word, texts.offsets[code]);
      texts.offsets[code + 1] = texts.offsets[code]! + word.length;
      at[code + 1] = at[code]! + counts[number]!;
      codeOf[number] = code;
    }
    return {terms: texts, offsets: at, ordinalOf: codeOf};
  }

  /** The ranks of each word, ascending, by code. */
  *postings({offsets: at, ordinalOf: codeOf}: OrderedTokens, most = MADE): Generator<Uint32Array> {
    for (let first = 0; first + 1 < at.length; ) {
      let end = first + 1;
      while (end + 1 < at.length && at[end + 1]! - at[first]! <= most) end++;
      const begin = at[first]!;
      const ranks = new Uint32Array(at[end]! - begin);
      const next = at.slice(first, end);
      let rank = 0;
      for (const piece of this.#pieces()) {
        for (let i = 0; i < piece.length; i++) {
          const held = piece[i]!;
          const code = held === NONE ? end : codeOf[held & NUMBER]!;
          if (code >= first && code < end) ranks[next[code - first]!++ - begin] = rank;
          if (held >= LAST) rank++;
        }
      }
      yield ranks;
      first = end;
    }
  }

  /** Removes the file. */
  close(): void {
    closeSync(this.#fd);
    rmSync(this.#path, {force: true});
  }

  /** Whether the row does not have the word yet; it has it from now on. */
  #isNew(word: number): boolean {
    if (word >= this.#counts.length) {
      this.#counts = doubled(this.#counts);
      this.#seen = doubled(this.#seen);
    }
    if (this.#seen[word] === this.#rows) return false;
    this.#seen[word] = this.#rows;
    this.#counts[word]!++;
    return true;
  }

  #put(number: number): void {
    if (this.#held === PIECE) this.#flush();
    this.#piece[this.#held++] = number;
  }

  #flush(): void {
    const bytes = new Uint8Array(this.#piece.buffer, 0, this.#held * 4);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#fd, bytes, done, bytes.length - done);
    }
    this.#held = 0;
  }

  *#pieces(): Generator<Uint32Array> {
    const room = new Uint8Array(this.#piece.buffer);
    for (let at = 0; ; ) {
      let held = 0;
      while (held < room.length) {
        const got = readSync(this.#fd, room, held, room.length - held, at + held);
        if (got === 0) break;
        held += got;
      }
      if (held === 0) return;
      at += held;
      yield this.#piece.subarray(0, held / 4);
    }
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
