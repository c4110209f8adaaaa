/**
 * The stored rows of one table as one thread reads them: where the parts of each row lie, and what renders
 * them.
 */
import {CheckedFile, type SharedFile} from '../file/checked_file.ts';
import {CoalescedReads} from '../file/coalesced_reads.ts';
import {Expected, isFar} from '../file/far_elements.ts';
import {memorySource} from '../file/memory_source.ts';
import {openFile, type SourceOf} from '../file/open_file.ts';
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {farValues} from './far_values.ts';
import {SLACK} from './layout.ts';
import {blockOfRow, type RowOffsets, rowOffset, WRAP} from './offsets.ts';
import {ByteView, RowDecoder, valuesInMemory} from './row_decoder.ts';
import type {SharedRows} from './shared_rows.ts';

/** Parts no farther apart than this in their file are read at once. */
const MAX_GAP = 1 << 14;
/** Rows whose parts are read at once. */
export const BATCH = 256;
const FIRST_BYTES = 1 << 16;
/** Bytes kept between reads; what larger rows took is given back. */
const KEPT_BYTES = 1 << 22;

/** The rows as list items, or whole. */
export interface RowForm {
  rows: StoredRows;
  whole: boolean;
}

/** One of the two parts of all rows. */
class RowParts {
  readonly file: CheckedFile;
  /** All parts; null where they are read from the file. */
  readonly inMemory: ByteView | null;
  readonly #offsets: RowOffsets;

  constructor(
    sections: Sections,
    name: RowFileName,
    file: SharedFile,
    inMemory: SharedArrayBuffer | null,
    wrap: number,
    sourceOf: SourceOf,
  ) {
    const names = SECTIONS.rows(name);
    this.inMemory = inMemory && new ByteView(new Uint8Array(inMemory));
    const source = inMemory ? memorySource(new Uint8Array(inMemory, 0, file.bytes)) : sourceOf(file);
    this.file = new CheckedFile(file, sections.u32(names.checksums), source);
    this.#offsets = {
      blocks: sections.u32(names.blocks),
      wraps: sections.u32(names.wraps),
      wrap,
      within: sections.offsets(names.within),
    };
  }

  /** Throws Missing for where some rows begin, if it is not known. */
  expect(rows: Uint32Array, from: number, count: number): void {
    const {blocks, within} = this.#offsets;
    if (!isFar(within) && !isFar(blocks)) return;
    const expected = new Expected();
    for (let i = from; i < from + count; i++) {
      const block = blockOfRow(rows[i]!);
      expected.add(blocks, block, Math.min(blocks.length, block + 2));
      expected.add(within, rows[i]!, rows[i]! + 2);
    }
    expected.check();
  }

  /** Byte at which a row begins, or the last one ends. */
  offset(row: number): number {
    return rowOffset(this.#offsets, row);
  }
}

/** The rows of a table. */
export class StoredRows {
  readonly heads: RowParts;
  readonly rests: RowParts;
  readonly decoder: RowDecoder;

  /** `wrap` is that of the writer. */
  constructor(
    sections: Sections,
    {values, heads, files}: SharedRows,
    wrap = WRAP,
    sourceOf: SourceOf = openFile,
  ) {
    this.heads = new RowParts(sections, 'items', files.heads, heads, wrap, sourceOf);
    this.rests = new RowParts(sections, 'details', files.rests, null, wrap, sourceOf);
    this.decoder = new RowDecoder(
      values ? valuesInMemory(values) : farValues(sourceOf(files.values), files.values.bytes),
    );
  }
}

/** Finds the parts of some rows, in memory or by reading them from their file, for one thread. */
export class PartReader {
  /** Where each part begins in `part`. */
  readonly begins = new Int32Array(BATCH);
  part = new ByteView(Buffer.allocUnsafeSlow(FIRST_BYTES));
  #buffer = this.part;
  readonly #reads = new CoalescedReads(MAX_GAP);

  /**
   * Finds the parts of `count` rows from number `from` of the list on. Throws DamagedFile where their bytes
   * are not those written.
   */
  find(parts: RowParts, rows: Uint32Array, from: number, count: number): void {
    if (parts.inMemory) {
      this.part = parts.inMemory;
      for (let i = 0; i < count; i++) {
        const row = rows[from + i]!;
        const begin = parts.offset(row);
        parts.file.check(begin, parts.offset(row + 1));
        this.begins[i] = begin;
      }
      return;
    }
    this.#reads.reserve(count);
    const {begins, lengths, targets} = this.#reads;
    parts.expect(rows, from, count);
    let end = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[from + i]!;
      const begin = parts.offset(row);
      begins[i] = begin;
      lengths[i] = parts.offset(row + 1) - begin;
      targets[i] = end;
      this.begins[i] = end;
      end += lengths[i]!;
    }
    this.part = this.#bufferOf(end + SLACK);
    this.#reads.read(parts.file, count, this.part.bytes, ascending(rows, from, count));
  }

  #bufferOf(bytes: number): ByteView {
    const {length} = this.#buffer.bytes;
    if (bytes > length || (length > KEPT_BYTES && bytes <= KEPT_BYTES))
      this.#buffer = new ByteView(Buffer.allocUnsafeSlow(Math.max(bytes, FIRST_BYTES)));
    return this.#buffer;
  }
}

/** The order in which the rows ascend; null where they do as they are listed. */
function ascending(rows: Uint32Array, from: number, count: number): Uint32Array | null {
  let sorted = true;
  for (let i = 1; i < count && sorted; i++) sorted = rows[from + i]! > rows[from + i - 1]!;
  if (sorted) return null;
  return Uint32Array.from({length: count}, (_, i) => i).sort((a, b) => rows[from + a]! - rows[from + b]!);
}
