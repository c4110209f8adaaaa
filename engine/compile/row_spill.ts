/** Rows in a temporary file: written as they come, read in the order of the table. */
import {rmSync} from 'node:fs';
import {BufferedFile} from '../file/output_file.ts';
import type {RowOrder} from '../sql/row_order.ts';

/** Bytes that are read at once. */
const BUFFER_BYTES = 1 << 18;

/**
 * What is read ahead of one file: its rows lie one behind the other, so each is mostly in the buffer already.
 */
interface Window {
  buffer: Buffer<ArrayBuffer>;
  begin: number;
  end: number;
}

/**
 * Rows of several texts each. A position is the number of a row among those of all files, one file behind the
 * other.
 */
export class RowSpill {
  readonly #path: string;
  readonly #file: BufferedFile;
  /** By position: where the row begins, or -1. */
  readonly #begins: Float64Array;
  /** By text and position: its bytes. */
  readonly #lengths: Uint32Array[];

  /** For `rows` rows of `texts` texts; `path` is the temporary file, which `close` removes. */
  constructor(path: string, rows: number, texts: number) {
    this.#path = path;
    this.#file = new BufferedFile(path);
    this.#begins = new Float64Array(rows).fill(-1);
    this.#lengths = Array.from({length: texts}, () => new Uint32Array(rows));
  }

  /** Adds the texts of the row at a position; throws where it was added before. */
  add(position: number, texts: readonly Uint8Array[]): void {
    if (this.#begins[position] !== -1) throw new Error(`a scan has position ${position} twice`);
    this.#begins[position] = this.#file.bytes;
    for (let i = 0; i < this.#lengths.length; i++) {
      this.#lengths[i]![position] = texts[i]!.length;
      this.#file.write(texts[i]!);
    }
  }

  /**
   * Calls back with the texts of every row in row order; the next row overwrites them. Throws where a row was
   * not added.
   */
  read({files, positions}: RowOrder, onRow: (texts: readonly Uint8Array[]) => void): void {
    this.#file.flush();
    const windows: Window[] = [];
    const texts: Uint8Array[] = [];
    for (let row = 0; row < positions.length; row++) {
      const position = positions[row]!;
      let length = 0;
      for (const lengths of this.#lengths) length += lengths[position]!;
      windows[files[row]!] ??= {buffer: Buffer.allocUnsafe(BUFFER_BYTES), begin: 0, end: 0};
      const window = windows[files[row]!]!;
      const begin = this.#begins[position]!;
      if (begin < 0) throw new Error(`a scan of ${positions.length} rows lacks that at position ${position}`);
      if (begin < window.begin || begin + length > window.end) this.#fill(window, begin, length);
      let at = begin - window.begin;
      for (const [i, lengths] of this.#lengths.entries()) {
        texts[i] = window.buffer.subarray(at, at + lengths[position]!);
        at += lengths[position]!;
      }
      onRow(texts);
    }
  }

  /** Removes the temporary file. */
  close(): void {
    this.#file.close();
    rmSync(this.#path, {force: true});
  }

  /** Reads from `begin` on, at least `length` bytes. */
  #fill(window: Window, begin: number, length: number): void {
    const bytes = Math.min(Math.max(BUFFER_BYTES, length), this.#file.bytes - begin);
    if (bytes > window.buffer.length) window.buffer = Buffer.allocUnsafe(bytes);
    this.#file.read(window.buffer, bytes, begin);
    window.begin = begin;
    window.end = begin + bytes;
  }
}
