/** Reads JSON rows of a table's files into buffers that are reused from page to page. */
import type {ByteFile} from '../file/checked_file.ts';
import {CoalescedReads} from '../file/coalesced_reads.ts';
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {Lines} from '../types.ts';
import {rowOffset, WRAP} from './offsets.ts';

const MAX_GAP = 1 << 14;

/** Bytes kept between pages; a larger page gets a buffer of its own. */
const KEPT_BYTES = 1 << 22;
const MIN_BYTES = 1 << 16;

/** The closing brace and the line feed of a row. */
const CLOSING = 2;
const BRACE = 0x7d;
const LF = 0x0a;

/** One file of rows, and where each begins. */
export class RowFile {
  readonly bytes: ByteFile;
  readonly #offsets: Uint32Array;
  readonly #wraps: Uint32Array;
  readonly #wrap: number;

  /** `wrap` is that of the writer. */
  constructor(sections: Sections, file: RowFileName, bytes: ByteFile, wrap = WRAP) {
    this.bytes = bytes;
    this.#wrap = wrap;
    this.#offsets = sections.u32(SECTIONS.row_offsets(file));
    this.#wraps = sections.u32(SECTIONS.row_offset_wraps(file));
  }

  /** Byte at which a row begins. */
  offset(row: number): number {
    return rowOffset(this.#offsets, this.#wraps, this.#wrap, row);
  }

  /** Bytes of a range of rows, line feeds included. */
  byteLength(from: number, to: number): number {
    return this.offset(to) - this.offset(from);
  }

  /** Reads a range of rows into the buffer at `at`; returns its length. Throws as the file does. */
  read(from: number, to: number, into: Buffer, at: number): number {
    const begin = this.offset(from);
    const length = this.offset(to) - begin;
    this.bytes.read(into, at, length, begin);
    return length;
  }
}

/** A buffer of at least so many bytes: the given one, unless it is too small or far too large. */
const resized = (buffer: Buffer<ArrayBuffer>, bytes: number): Buffer<ArrayBuffer> =>
  bytes > buffer.length || (buffer.length > KEPT_BYTES && bytes < KEPT_BYTES)
    ? Buffer.allocUnsafeSlow(Math.max(bytes, MIN_BYTES))
    : buffer;

/** Reads rows for one thread. Every result is overwritten by the next call. */
export class RowReader {
  readonly #ranges = new CoalescedReads(MAX_GAP);
  #bytes = Buffer.allocUnsafeSlow(MIN_BYTES);
  #ends = new Uint32Array(1 << 10);
  #fields = Buffer.allocUnsafeSlow(MIN_BYTES);
  /** Where the added fields of each row begin among those of all, and one more. */
  #fieldOffsets = new Uint32Array((1 << 10) + 1);

  /** One row without its line feed. */
  row(file: RowFile, row: number): Buffer {
    this.#bytes = resized(this.#bytes, file.byteLength(row, row + 1));
    const length = file.read(row, row + 1, this.#bytes, 0);
    return this.#bytes.subarray(0, length - 1);
  }

  /** These rows in this order. */
  rows(file: RowFile, rows: Uint32Array): Lines {
    const count = rows.length;
    this.#reserve(count);
    const {begins, lengths, targets} = this.#ranges;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const begin = file.offset(rows[i]!);
      const length = file.offset(rows[i]! + 1) - begin;
      begins[i] = begin;
      lengths[i] = length;
      targets[i] = total;
      total += length;
      this.#ends[i] = total - 1;
    }
    this.#bytes = resized(this.#bytes, total);
    this.#ranges.read(file.bytes, count, this.#bytes, null);
    return {bytes: this.#bytes.subarray(0, total), count, ends: this.#ends};
  }

  /** These rows in this order with fields appended to their own: `fieldsOf` returns them, in ASCII, after a comma. */
  rowsWithFields(file: RowFile, rows: Uint32Array, fieldsOf: (i: number) => string): Lines {
    const count = rows.length;
    this.#reserve(count);
    const {begins, lengths, targets} = this.#ranges;
    const fields: string[] = [];
    let total = 0;
    let added = 0;
    for (let i = 0; i < count; i++) {
      const text = fieldsOf(i);
      fields.push(text);
      added += text.length;
      this.#fieldOffsets[i + 1] = added;
      const begin = file.offset(rows[i]!);
      const length = file.offset(rows[i]! + 1) - begin;
      begins[i] = begin;
      lengths[i] = length - CLOSING;
      targets[i] = total;
      total += length + text.length;
      this.#ends[i] = total - 1;
    }
    this.#bytes = resized(this.#bytes, total);
    const order = Uint32Array.from(rows.keys()).sort((a, b) => rows[a]! - rows[b]!);
    this.#ranges.read(file.bytes, count, this.#bytes, order);
    this.#fields = resized(this.#fields, added);
    // One write for all: a call costs more than the few bytes of a row.
    this.#fields.write(fields.join(''), 'latin1');
    for (let i = 0; i < count; i++) this.#close(i);
    return {bytes: this.#bytes.subarray(0, total), count, ends: this.#ends};
  }

  #reserve(count: number): void {
    this.#ranges.reserve(count);
    if (count <= this.#ends.length) return;
    this.#ends = new Uint32Array(count);
    this.#fieldOffsets = new Uint32Array(count + 1);
  }

  /** Ends row `i` with its added fields, the brace and the line feed. */
  #close(i: number): void {
    const bytes = this.#bytes;
    const fields = this.#fields;
    const {lengths, targets} = this.#ranges;
    let at = targets[i]! + lengths[i]!;
    const end = this.#fieldOffsets[i + 1]!;
    for (let from = this.#fieldOffsets[i]!; from < end; from++) bytes[at++] = fields[from]!;
    bytes[at] = BRACE;
    bytes[at + 1] = LF;
  }
}
