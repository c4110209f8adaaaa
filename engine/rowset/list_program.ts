/** Lists of rows in the memory of a WebAssembly program, which intersects and sorts them. */
import {readFileSync} from 'node:fs';
import type {Bitmap} from './bitmap.ts';
import type {RowSet} from './rowset.ts';
import type {Scratch} from './scratch.ts';
import {deduplicate} from './set_ops.ts';
import {bitmapLength, blocksOf, type Form} from './stored_list.ts';

const PAGE = 1 << 16;
/** The bitmap begins here: the program keeps nothing before it. */
const WORDS_AT = 1 << 10;
/** Elements that are kept between calls; what longer lists took is given back. */
const KEPT_ELEMENTS = 1 << 20;
/** Of two lists by block, the rows of one are looked up in another that is so many times as long. */
const MIN_RATIO = 24;
/** Up to so many rows are sorted by comparing them, more by a walk of the bitmap. */
const MAX_COMPARED = 32;

interface Exports {
  memory: {buffer: ArrayBuffer; grow(pages: number): number};
  intersect(
    words: number,
    first: number,
    count: number,
    second: number,
    length: number,
    repeats: boolean,
  ): number;
  sortDistinct(words: number, wordsEnd: number, summaryEnd: number, list: number, count: number): number;
  widen(halves: number, count: number, base: number, out: number): void;
  exceeds(list: number, count: number, mask: number, most: number): number;
  matchShifted(
    first: number,
    count: number,
    second: number,
    length: number,
    delta: number,
    out: number,
  ): number;
  markRows(words: number, list: number, count: number): void;
  markBlocks(words: number, list: number, blocks: number): void;
  markBits(words: number, list: number, length: number): void;
  unmarkRows(words: number, list: number, count: number): void;
  unmarkBlocks(words: number, list: number, blocks: number): void;
  unmarkBits(words: number, length: number): void;
  takeRows(words: number, list: number, count: number, out: number): number;
  takeBlocks(words: number, list: number, blocks: number, out: number): number;
  takeBits(words: number, list: number, length: number, out: number): number;
  decodeBlocks(list: number, blocks: number, out: number): void;
  commonOfBlocks(list: number, other: number, blocks: number, out: number): number;
  commonOfBits(bits: number, others: number, length: number, out: number): number;
  retainInBlocks(other: number, blocks: number, list: number, count: number): number;
  retainInBits(bits: number, list: number, count: number): number;
}

/** A list as files hold it. Several that are `listed` are one, which need not ascend then. */
export interface StoredList {
  form: Form;
  /** Elements between the first of several lists and this one. */
  at: number;
  /** Rows. */
  count: number;
}

/** Where a list lies in `elements`. */
interface Span {
  at: number;
  count: number;
}

let compiled: WebAssembly.Module | null = null;
/** That of the thread. */
let opened: ListProgram | null = null;

/** The program with room for so many elements of lists over a table of `rows` rows; `assembly/lists.ts` is its source. */
export function listProgram(rows: number, elements: number): ListProgram {
  if (opened && (!opened.covers(rows) || opened.isOversized(elements))) opened = null;
  opened ??= new ListProgram(rows);
  opened.reserve(elements);
  return opened;
}

/** Gives the memory of the program back; the next call of `listProgram` opens another one. */
export function closeListProgram(): void {
  opened = null;
}

/** Positions are elements of `elements`. The next call of `listProgram` may replace it. */
export class ListProgram {
  /** The memory of the lists. */
  elements: Uint32Array;
  /** The same memory as halves of elements. */
  #halves: Uint16Array;
  readonly #exports: Exports;
  /** Address where the bitmap ends and its summary begins, which has a bit for each 64-bit word of it. */
  readonly #wordsEnd: number;
  /** Address of the elements: the end of the summary. */
  readonly #begin: number;

  constructor(rows: number) {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('lists.wasm', import.meta.url)));
    const {exports} = new WebAssembly.Instance(compiled, {env: {abort: () => undefined}});
    this.#exports = exports as unknown as Exports;
    this.#wordsEnd = WORDS_AT + Math.ceil(rows / 64) * 8;
    this.#begin = this.#wordsEnd + Math.ceil(rows / 64 ** 2) * 8;
    this.elements = new Uint32Array(0);
    this.#halves = new Uint16Array(0);
  }

  /** Whether the bitmap has a bit for each of so many rows. */
  covers(rows: number): boolean {
    return WORDS_AT + Math.ceil(rows / 64) * 8 <= this.#wordsEnd;
  }

  /** Whether it has much more memory than so many elements need. */
  isOversized(elements: number): boolean {
    return this.elements.length > KEPT_ELEMENTS && elements <= KEPT_ELEMENTS;
  }

  reserve(elements: number): void {
    const {memory} = this.#exports;
    const missing = this.#begin + elements * 4 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    if (this.elements.buffer === memory.buffer) return;
    const length = Math.floor((memory.buffer.byteLength - this.#begin) / 4);
    this.elements = new Uint32Array(memory.buffer, this.#begin, length);
    this.#halves = new Uint16Array(memory.buffer, this.#begin, 2 * length);
  }

  /**
   * Moves the rows of a list of `length` at `second` that are in the list of `count` at `first` to its front;
   * returns how many. They stay in their order, each once where `repeats`, that is, where the second list may have some twice.
   */
  intersect(first: number, count: number, second: number, length: number, repeats: boolean): number {
    return this.#exports.intersect(WORDS_AT, this.#at(first), count, this.#at(second), length, repeats);
  }

  /** Sorts a list in place and removes repeats; returns its new length. */
  sortDistinct(list: number, count: number): number {
    if (count > MAX_COMPARED) {
      return this.#exports.sortDistinct(WORDS_AT, this.#wordsEnd, this.#begin, this.#at(list), count);
    }
    return deduplicate(this.elements.subarray(list, list + count).sort()).length;
  }

  /**
   * Writes a list of which the low 16 bits are given. The high ones of an element are the number of its block; the elements of
   * each block end before number `ends[block]` of all.
   */
  widenBlocks(low: Uint16Array, ends: Uint32Array, list: number): void {
    // They wait in the second half of the list, which is written from its beginning.
    const halves = this.#at(list) + 2 * low.length;
    this.#halves.set(low, 2 * list + low.length);
    let from = 0;
    for (let block = 0; block < ends.length; block++) {
      const end = ends[block]!;
      if (end > from) this.#exports.widen(halves + 2 * from, end - from, block << 16, this.#at(list + from));
      from = end;
    }
  }

  /** Whether the low bits `mask` of an element of the list are above `most`. */
  exceeds(list: number, count: number, mask: number, most: number): boolean {
    return this.#exports.exceeds(this.#at(list), count, mask, most) !== 0;
  }

  /**
   * Writes the elements of one list that are in the other with `delta` added to `out`; returns how many. Both
   * ascend and have each element once; `out` needs room for four elements more than the one.
   */
  matchShifted(one: Span, other: Span, delta: number, out: number): number {
    const [first, second] = [this.#at(one.at), this.#at(other.at)];
    return this.#exports.matchShifted(first, one.count, second, other.count, delta, this.#at(out));
  }

  /** Marks the rows of a list of a table of `rows` rows in the bitmap; `base` is the element at which the first of several begins. */
  mark({form, at, count}: StoredList, rows: number, base: number): void {
    const list = this.#at(base + at);
    if (form === 'listed') this.#exports.markRows(WORDS_AT, list, count);
    else if (form === 'blocks') this.#exports.markBlocks(WORDS_AT, list, blocksOf(rows));
    else this.#exports.markBits(WORDS_AT, list, bitmapLength(rows));
  }

  /** Takes all marks of a list away, with those of other rows near them: the bitmap is empty once this was done for each list that was marked. */
  unmark({form, at, count}: StoredList, rows: number, base: number): void {
    const list = this.#at(base + at);
    if (form === 'listed') this.#exports.unmarkRows(WORDS_AT, list, count);
    else if (form === 'blocks') this.#exports.unmarkBlocks(WORDS_AT, list, blocksOf(rows));
    else this.#exports.unmarkBits(WORDS_AT, bitmapLength(rows));
  }

  /** Puts the marks, which are many, into a bitmap of `rows` rows, and takes them all away. */
  moveMarks(into: Bitmap, rows: number): void {
    const length = bitmapLength(rows);
    into.assign(new Uint32Array(this.#exports.memory.buffer, WORDS_AT, length));
    this.#exports.unmarkBits(WORDS_AT, length);
  }

  /** Writes the marked rows of a list to `out`, ascending as the list, and takes their marks away; returns how many. */
  take({form, at, count}: StoredList, rows: number, base: number, out: number): number {
    const [list, to] = [this.#at(base + at), this.#at(out)];
    if (form === 'listed') return this.#exports.takeRows(WORDS_AT, list, count, to);
    if (form === 'blocks') return this.#exports.takeBlocks(WORDS_AT, list, blocksOf(rows), to);
    return this.#exports.takeBits(WORDS_AT, list, bitmapLength(rows), to);
  }

  /** Writes the rows that are in two ascending lists, whose places count from element 0, to `out`, ascending; returns how many. */
  common(one: StoredList, other: StoredList, rows: number, out: number): number {
    const [few, many] = one.count <= other.count ? [one, other] : [other, one];
    const [list, longer, to] = [this.#at(few.at), this.#at(many.at), this.#at(out)];
    // A longer list is in the same form or a denser one.
    if (few.form === 'bitmap') return this.#exports.commonOfBits(list, longer, bitmapLength(rows), to);
    const areBlocks = few.form === 'blocks' && many.form === 'blocks';
    if (areBlocks && many.count < few.count * MIN_RATIO) {
      return this.#exports.commonOfBlocks(list, longer, blocksOf(rows), to);
    }
    if (many.form === 'listed') {
      this.mark(few, rows, 0);
      const count = this.take(many, rows, 0, out);
      this.unmark(few, rows, 0);
      return count;
    }
    this.decode(few, rows, 0, out);
    if (many.form === 'bitmap') return this.#exports.retainInBits(longer, to, few.count);
    return this.#exports.retainInBlocks(longer, blocksOf(rows), to, few.count);
  }

  /** Writes the rows of a list that is no bitmap to `out`, beside it. */
  decode({form, at, count}: StoredList, rows: number, base: number, out: number): void {
    const list = base + at;
    if (form === 'blocks') this.#exports.decodeBlocks(this.#at(list), blocksOf(rows), this.#at(out));
    else this.elements.copyWithin(out, list, list + count);
  }

  #at(element: number): number {
    return this.#begin + element * 4;
  }
}

/** The rows of a table of `rows` rows that are in two ascending lists; valid until the scratch is released. */
export function commonRows(rows: number, one: Uint32Array, other: Uint32Array, scratch: Scratch): RowSet {
  const program = listProgram(rows, one.length + other.length);
  const {elements} = program;
  elements.set(one);
  elements.set(other, one.length);
  const count = program.intersect(0, one.length, one.length, other.length, false);
  const common = scratch.u32(count);
  common.set(elements.subarray(one.length, one.length + count));
  return {kind: 'array', rows: common};
}
