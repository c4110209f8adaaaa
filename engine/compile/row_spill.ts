/** Rows in a temporary file: written as they come, read in the order of the table. */
import {closeSync, openSync, rmSync} from 'node:fs';
import {readFully, writeFully} from '../file/read_fully.ts';
import type {RowOrder} from '../sql/row_order.ts';

/** Bytes that are written or read at once. */
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
  readonly #fd: number;
  /** By position: where the row begins, or -1. */
  readonly #begins: Float64Array;
  /** By text and position: its bytes. */
  readonly #lengths: Uint32Array[];
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #buffered = 0;
  #bytes = 0;

  /** For `rows` rows of `texts` texts; `path` is the temporary file, which `close` removes. */
  constructor(path: string, rows: number, texts: number) {
    this.#path = path;
    this.#fd = openSync(path, 'w+');
    this.#begins = new Float64Array(rows).fill(-1);
    this.#lengths = Array.from({length: texts}, () => new Uint32Array(rows));
  }

  /** Adds the texts of the row at a position; throws where it was added before. */
  add(position: number, texts: readonly Uint8Array[]): void {
    if (this.#begins[position] !== -1) throw new Error(`a scan has position ${position} twice`);
    this.#begins[position] = this.#bytes;
    for (let i = 0; i < this.#lengths.length; i++) {
      this.#lengths[i]![position] = texts[i]!.length;
      this.#write(texts[i]!);
    }
  }

  /**
   * Calls back with the texts of every row in row order; the next row overwrites them. Throws where a row was
   * not added.
   */
  read({files, positions}: RowOrder, onRow: (texts: readonly Uint8Array[]) => void): void {
    this.#flush();
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
    closeSync(this.#fd);
    rmSync(this.#path, {force: true});
  }

  /** Reads from `begin` on, at least `length` bytes. */
  #fill(window: Window, begin: number, length: number): void {
    const bytes = Math.min(Math.max(BUFFER_BYTES, length), this.#bytes - begin);
    if (bytes > window.buffer.length) window.buffer = Buffer.allocUnsafe(bytes);
    const message = `${this.#path} is shorter than what was written to it`;
    readFully(this.#fd, window.buffer, 0, bytes, begin, message);
    window.begin = begin;
    window.end = begin + bytes;
  }

  #write(text: Uint8Array): void {
    if (this.#buffered + text.length > BUFFER_BYTES) this.#flush();
    if (text.length > BUFFER_BYTES) writeFully(this.#fd, text);
    else {
      this.#buffer.set(text, this.#buffered);
      this.#buffered += text.length;
    }
    this.#bytes += text.length;
  }

  #flush(): void {
    writeFully(this.#fd, this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }
}
