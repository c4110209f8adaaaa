/** The stored rows of one table as one thread reads them: where each part lies, and its bytes at an address. */
import {CheckedFile, type SharedFile} from '../file/checked_file.ts';
import {CoalescedReads} from '../file/coalesced_reads.ts';
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {PIECE} from './layout.ts';
import {type RowOffsets, rowOffset, WRAP} from './offsets.ts';
import {type Area, BATCH, type RendererSlot, rendererSlot} from './renderer.ts';
import type {SharedRows} from './shared_rows.ts';

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
  readonly #offsets: RowOffsets;

  constructor(
    sections: Sections,
    name: RowFileName,
    file: SharedFile,
    address: number | null,
    bytes: Uint8Array,
    wrap: number,
  ) {
    const names = SECTIONS.rows(name);
    this.file = new CheckedFile(file, sections.u32(names.checksums), address === null ? null : bytes);
    this.address = address;
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
}

/** Reads the parts of rows and renders them. */
export class StoredRows {
  readonly #heads: RowParts;
  readonly #rests: RowParts;
  readonly #reads = new CoalescedReads(MAX_GAP);
  readonly #slot: RendererSlot;

  /** `wrap` is that of the writer. */
  constructor(sections: Sections, shared: SharedRows, wrap = WRAP) {
    this.#slot = rendererSlot(shared);
    const {memory, heads, files} = shared;
    const headBytes = heads === null ? NO_BYTES : new Uint8Array(memory.buffer, heads, files.heads.bytes);
    this.#heads = new RowParts(sections, 'items', files.heads, heads, headBytes, wrap);
    this.#rests = new RowParts(sections, 'details', files.rests, null, NO_BYTES, wrap);
  }

  get area(): Area {
    return this.#slot.renderer.area;
  }

  /**
   * Renders as many of the rows from number `from` of the list on as fit the output; returns their number. Throws DamagedFile
   * where their bytes are not those that were written.
   */
  render(rows: Uint32Array, from: number, whole: boolean, withFields: boolean): number {
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
        file.check(begin, parts.offset(row + 1));
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
