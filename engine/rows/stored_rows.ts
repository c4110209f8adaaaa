/** The stored rows of one table as one thread reads them: where each part lies, and its bytes at an address. */
import type {ByteSource} from '../file/byte_source.ts';
import {CheckedFile, type SharedFile} from '../file/checked_file.ts';
import {CoalescedReads} from '../file/coalesced_reads.ts';
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {PIECE} from './layout.ts';
import {blockOffset, ROWS_PER_BLOCK, type RowOffsets, rowOffset, WRAP} from './offsets.ts';
import {type Area, BATCH, type RendererSlot, rendererSlot} from './renderer.ts';
import type {SharedRows} from './shared_rows.ts';
import {ValueRanges} from './value_ranges.ts';

/** Parts no farther apart than this in their file are read at once. */
const MAX_GAP = 1 << 14;

/** The rows as list items, or whole. */
export interface RowForm {
  rows: StoredRows;
  whole: boolean;
}

const NO_BYTES = new Uint8Array(0);

/** One of the two parts of all rows. */
class RowParts {
  readonly file: CheckedFile;
  /** Address of the first row; null where rows are read from the file. */
  readonly address: number | null;
  /** The bytes at that address. */
  readonly bytes: Uint8Array;
  readonly #offsets: RowOffsets;
  readonly #source: ByteSource;

  constructor(
    sections: Sections,
    name: RowFileName,
    file: SharedFile,
    address: number | null,
    bytes: Uint8Array,
    wrap: number,
  ) {
    const names = SECTIONS.rows(name);
    this.bytes = bytes;
    this.file = new CheckedFile(file, sections.u32(names.checksums), address === null ? null : bytes);
    this.address = address;
    this.#source = sections.source;
    this.#offsets = {
      blocks: sections.u32(names.blocks),
      wraps: sections.u32(names.wraps),
      wrap,
      within: sections.offsets(names.within),
    };
  }

  /** Byte at which a row begins, or the last one ends. */
  offset(row: number): number {
    return rowOffset(this.#offsets, row);
  }

  /** Requests where rows begin. */
  requestOffsets(from: number, to: number): void {
    this.#source.request(this.#offsets.within, from, Math.min(to, this.#offsets.within.length));
  }

  /** Requests a row: with its block where it is not known yet where it begins. */
  request(row: number): void {
    const {within} = this.#offsets;
    if (this.#source.has(within, row, row + 2)) {
      this.#source.request(this.bytes, this.offset(row), this.offset(row + 1));
      return;
    }
    this.#source.request(within, row, row + 2);
    const block = Math.floor(row / ROWS_PER_BLOCK);
    const isLast = (block + 1) * ROWS_PER_BLOCK >= within.length;
    const end = isLast ? this.bytes.length : blockOffset(this.#offsets, block + 1);
    this.#source.request(this.bytes, blockOffset(this.#offsets, block), end);
  }
}

/** Reads the parts of rows and renders them. */
export class StoredRows {
  readonly #shared: SharedRows;
  readonly #source: ByteSource;
  readonly #heads: RowParts;
  readonly #rests: RowParts;
  readonly #values: Uint8Array;
  readonly #reads = new CoalescedReads(MAX_GAP);
  readonly #slot: RendererSlot;
  #valueRanges: ValueRanges | null = null;

  /** `wrap` is that of the writer. */
  constructor(sections: Sections, shared: SharedRows, wrap = WRAP) {
    this.#shared = shared;
    this.#slot = rendererSlot(shared);
    this.#source = sections.source;
    const {memory, heads, ranges, files} = shared;
    const inMemory = (address: number | null, length: number): Uint8Array =>
      address === null ? NO_BYTES : new Uint8Array(memory.buffer, address, length);
    const headBytes = ranges?.heads ?? inMemory(heads, files.heads.bytes);
    this.#heads = new RowParts(sections, 'items', files.heads, heads, headBytes, wrap);
    const restAddress = ranges?.address ?? null;
    this.#rests = new RowParts(
      sections,
      'details',
      files.rests,
      restAddress,
      ranges?.rests ?? NO_BYTES,
      wrap,
    );
    this.#values = ranges?.values ?? NO_BYTES;
  }

  /** Requests what rendering any row needs. */
  requestOpening(): void {
    for (const [from, to] of this.#shared.ranges?.opening ?? []) this.#source.request(this.#values, from, to);
  }

  /** Requests where the heads of rows begin. */
  requestOffsets(from: number, to: number): void {
    this.#heads.requestOffsets(from, to);
  }

  /** Requests the parts of some rows. */
  requestRows(rows: Uint32Array, whole: boolean): void {
    for (const row of rows) {
      this.#heads.request(row);
      if (whole) this.#rests.request(row);
    }
  }

  /** Fetches all that rendering these rows reads. */
  #load(rows: Uint32Array, whole: boolean): void {
    this.requestRows(rows, whole);
    this.#source.fetch();
    this.#valueRanges ??= new ValueRanges(this.#source, this.#values);
    const [heads, rests, values] = [this.#heads, this.#rests, this.#valueRanges];
    let complete = false;
    while (!complete) {
      complete = true;
      for (const row of rows) {
        const rest = whole ? rests.offset(row) : null;
        if (!values.requestRow(heads.bytes, heads.offset(row), rests.bytes, rest)) complete = false;
      }
      this.#source.fetch();
    }
  }

  get area(): Area {
    return this.#slot.renderer.area;
  }

  /**
   * Renders as many of the rows from number `from` of the list on as fit the output; returns their number. Throws DamagedFile
   * where their bytes are not those that were written.
   */
  render(rows: Uint32Array, from: number, whole: boolean, withFields: boolean): number {
    if (!this.#source.complete) this.#load(rows.subarray(from, from + BATCH), whole);
    const {area} = this;
    const {staged} = area;
    const most = Math.min(rows.length - from, BATCH);
    let [count, bytes] = [0, 0];
    for (; count < most; count++) {
      const row = rows[from + count]!;
      const head = this.#heads.address === null ? this.#lengthOf(this.#heads, row) : 0;
      const rest = whole && this.#rests.address === null ? this.#lengthOf(this.#rests, row) : 0;
      if (bytes + head + rest > staged.view.length && count > 0) break;
      bytes += head + rest;
    }
    const used = this.#place(this.#heads, rows, from, count, area.heads.view, 0);
    if (whole) this.#place(this.#rests, rows, from, count, area.rests.view, used);
    return this.#slot.renderer.render(count, whole, withFields);
  }

  #lengthOf(parts: RowParts, row: number): number {
    return parts.offset(row + 1) - parts.offset(row) + PIECE;
  }

  /** Writes the address of a part of each row to `addresses`, after reading it to the staged bytes from `at` on where needed. */
  #place(
    parts: RowParts,
    rows: Uint32Array,
    from: number,
    count: number,
    addresses: Uint32Array,
    at: number,
  ): number {
    const {address, file} = parts;
    if (address !== null) {
      for (let i = 0; i < count; i++) {
        const row = rows[from + i]!;
        const begin = parts.offset(row);
        if (this.#source.complete) file.check(begin, parts.offset(row + 1));
        addresses[i] = address + begin;
      }
      return at;
    }
    const {staged} = this.area;
    this.#reads.reserve(count);
    const {begins, lengths, targets} = this.#reads;
    let end = at;
    for (let i = 0; i < count; i++) {
      const row = rows[from + i]!;
      const begin = parts.offset(row);
      begins[i] = begin;
      lengths[i] = parts.offset(row + 1) - begin;
      targets[i] = end;
      addresses[i] = staged.address + end;
      end += lengths[i]!;
    }
    this.#reads.read(file, count, staged.view, ascending(rows, from, count));
    return end;
  }
}

/** The order in which the rows ascend; null where they do as they are listed. */
function ascending(rows: Uint32Array, from: number, count: number): Uint32Array | null {
  let sorted = true;
  for (let i = 1; i < count && sorted; i++) sorted = rows[from + i]! > rows[from + i - 1]!;
  if (sorted) return null;
  return Uint32Array.from({length: count}, (_, i) => i).sort((a, b) => rows[from + a]! - rows[from + b]!);
}
