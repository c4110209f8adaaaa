/** Reads lines of a table's files by rank or place into one buffer that is used again and again. */
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {Lines} from '../types.ts';
import {lengthOf} from './json_lines.ts';
import {readWhole, rowOffset, WRAP} from './offsets.ts';

/** Said of a file that ends before its lines do. */
const SHORT = 'a file of rows is shorter than its index says: run `make compile`';

/** Bytes that are kept between pages; a larger page is given room of its own. */
const KEPT = 1 << 22;

/** One file of lines: where each begins, and the descriptor to read it from. */
export class RowFile {
  readonly #fd: number;
  readonly #at: Uint32Array;
  readonly #wraps: Uint32Array;
  readonly #wrap: number;

  /** `wrap` is that of the writer. */
  constructor(sections: Sections, file: RowFileName, fd: number, wrap = WRAP) {
    this.#fd = fd;
    this.#wrap = wrap;
    this.#at = sections.u32(SECTIONS.lines(file));
    this.#wraps = sections.u32(SECTIONS.wraps(file));
  }

  /** Byte at which the line of a rank begins. */
  offset(rank: number): number {
    return rowOffset(this.#at, this.#wraps, this.#wrap, rank);
  }

  /** Bytes of the lines from a rank up to another, line feeds included. */
  bytes(from: number, to: number): number {
    return this.offset(to) - this.offset(from);
  }

  /** Reads these lines to a place in the buffer; throws when the file is shorter than its index says. */
  read(from: number, to: number, into: Buffer, place: number): number {
    const position = this.offset(from);
    const length = this.offset(to) - position;
    readWhole(this.#fd, into, place, length, position, SHORT);
    return length;
  }
}

/** Lines that are no farther apart are read at once, with what lies between: a read costs as much as so many bytes. */
const GAP = 1 << 14;

/** Longest stretch that is read at once for the sake of some of its lines. */
const STRETCH = 1 << 19;

/** One buffer for the answers of one thread. */
export class Page {
  readonly #stretch = Buffer.allocUnsafeSlow(STRETCH);
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #ends = new Uint32Array(1 << 10);
  #extended = Buffer.alloc(0);

  /** The buffer with room for so many bytes; what it held is lost. */
  room(bytes: number): Buffer {
    if (bytes > this.#bytes.length || (this.#bytes.length > KEPT && bytes < KEPT)) {
      this.#bytes = Buffer.allocUnsafeSlow(Math.max(bytes, 1 << 16));
    }
    return this.#bytes;
  }

  /** The lines of these ranks in their order; neighbours in the file are read at once. */
  lines(file: RowFile, ranks: Uint32Array): Lines {
    const count = ranks.length;
    if (count > this.#ends.length) this.#ends = new Uint32Array(count);
    const ends = this.#ends;
    let total = 0;
    for (let i = 0; i < count; i++) {
      total += file.bytes(ranks[i]!, ranks[i]! + 1);
      ends[i] = total - 1;
    }
    const bytes = this.room(total);
    for (let i = 0; i < count; ) i = this.#read(file, ranks, i, bytes);
    return {bytes: bytes.subarray(0, total), count, ends};
  }

  /**
   * The lines with fields put behind their own: `tail` gives them for each, in ASCII, with a comma before them. `lines`
   * are those that this page gave last.
   */
  extended(lines: Lines, tail: (i: number) => string): Lines {
    const {bytes, count, ends} = lines;
    const tails: string[] = [];
    let length = lengthOf(lines);
    for (let i = 0; i < count; i++) {
      tails.push(tail(i));
      length += tails[i]!.length;
    }
    if (length > this.#extended.length || (this.#extended.length > KEPT && length < KEPT)) {
      this.#extended = Buffer.allocUnsafeSlow(Math.max(length, 1 << 16));
    }
    const into = this.#extended;
    let [from, place] = [0, 0];
    for (let i = 0; i < count; i++) {
      // The brace and the line feed stand behind the fields.
      const end = ends[i]! + 1;
      place += bytes.copy(into, place, from, end - 2);
      place += into.write(tails[i]!, place, 'latin1');
      place += bytes.copy(into, place, end - 2, end);
      from = end;
      this.#ends[i] = place - 1;
    }
    return {bytes: into.subarray(0, length), count, ends: this.#ends};
  }

  /** Reads the lines from the `first` on that lie close together; gives the first one behind them. */
  #read(file: RowFile, ranks: Uint32Array, first: number, bytes: Buffer): number {
    const ends = this.#ends;
    const place = first === 0 ? 0 : ends[first - 1]! + 1;
    const begin = file.offset(ranks[first]!);
    let end = file.offset(ranks[first]! + 1);
    let next = first + 1;
    let whole = true;
    for (; next < ranks.length && ranks[next]! > ranks[next - 1]!; next++) {
      const at = file.offset(ranks[next]!);
      const after = file.offset(ranks[next]! + 1);
      if (at !== end && (at - end > GAP || after - begin > STRETCH)) break;
      if (at !== end) whole = false;
      if (!whole && after - begin > STRETCH) break;
      end = after;
    }
    if (whole) {
      file.read(ranks[first]!, ranks[next - 1]! + 1, bytes, place);
      return next;
    }
    const stretch = this.#stretch;
    file.read(ranks[first]!, ranks[next - 1]! + 1, stretch, 0);
    for (let i = first; i < next; i++) {
      const from = file.offset(ranks[i]!) - begin;
      stretch.copy(bytes, i === 0 ? 0 : ends[i - 1]! + 1, from, file.offset(ranks[i]! + 1) - begin);
    }
    return next;
  }
}
