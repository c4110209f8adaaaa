/** Texts that are made file by file and wanted in row order: a sorted run a file, merged as in an external sort. */
import {closeSync, openSync, rmSync} from 'node:fs';
import {readFully, writeFully} from '../file/read_fully.ts';
import type {TextRun} from '../file/text_run.ts';

const BUFFER_BYTES = 1 << 18;
/** Bytes that are buffered before they are written: few at first, since most tables of a small build are. */
const [FIRST_BYTES, WRITTEN_BYTES] = [1 << 14, 1 << 20];

/** The run that is read: its next text, and the bytes read ahead. */
interface Cursor {
  /** Byte of the temporary file at which the buffered bytes end. */
  end: number;
  /** Byte at which the run ends. */
  last: number;
  buffer: Buffer<ArrayBuffer>;
  at: number;
  buffered: number;
  /** Number of the next text among those of all runs. */
  next: number;
}

/** One text a row, in a temporary file. */
export class SortedRuns {
  readonly #path: string;
  readonly #fd: number;
  /** By text: its bytes. */
  readonly #lengths: Uint32Array;
  /** By run: its first text, and the byte at which it begins. */
  readonly #runs: {first: number; begin: number}[] = [];
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #buffered = 0;
  #bytes = 0;
  #count = 0;

  /** For up to `rows` texts; `path` is the temporary file, which `close` removes. */
  constructor(path: string, rows: number) {
    this.#path = path;
    this.#fd = openSync(path, 'w+');
    this.#lengths = new Uint32Array(rows);
  }

  /** Begins the run of the next file. */
  beginRun(): void {
    this.#runs.push({first: this.#count, begin: this.#bytes});
  }

  /** Appends the texts of the next rows of the file. */
  add({bytes: text, lengths}: TextRun): void {
    const {length} = text;
    if (this.#buffered + length > WRITTEN_BYTES) this.#flush();
    if (length > WRITTEN_BYTES) writeFully(this.#fd, text);
    else {
      if (this.#buffered + length > this.#buffer.length) this.#grow(this.#buffered + length);
      this.#buffer.set(text, this.#buffered);
      this.#buffered += length;
    }
    this.#lengths.set(lengths, this.#count);
    this.#count += lengths.length;
    this.#bytes += length;
  }

  /** Calls back with the text of every row, given the file of each in row order; the next text overwrites it. */
  merge(files: ArrayLike<number>, onText: (text: Uint8Array) => void): void {
    this.#flush();
    const cursors = this.#runs.map(
      ({first, begin}, i): Cursor => ({
        end: begin,
        last: this.#runs[i + 1]?.begin ?? this.#bytes,
        buffer: Buffer.allocUnsafe(BUFFER_BYTES),
        at: 0,
        buffered: 0,
        next: first,
      }),
    );
    for (let row = 0; row < files.length; row++) {
      const cursor = cursors[files[row]!];
      if (!cursor) throw new Error(`row ${row} is of file ${files[row]}, which has no run`);
      onText(this.#next(cursor));
    }
    for (const [i, {next}] of cursors.entries()) {
      if (next !== (this.#runs[i + 1]?.first ?? this.#count))
        throw new Error(`file ${i} has other rows than it should`);
    }
  }

  /** Removes the temporary file. */
  close(): void {
    closeSync(this.#fd);
    rmSync(this.#path, {force: true});
  }

  #next(cursor: Cursor): Uint8Array {
    const length = this.#lengths[cursor.next++]!;
    if (cursor.buffered - cursor.at < length) this.#fill(cursor, length);
    const text = cursor.buffer.subarray(cursor.at, cursor.at + length);
    cursor.at += length;
    return text;
  }

  /** Reads on, so that at least so many bytes are buffered. */
  #fill(cursor: Cursor, length: number): void {
    const rest = cursor.buffer.subarray(cursor.at, cursor.buffered);
    const size = Math.max(BUFFER_BYTES, length);
    if (size > cursor.buffer.length) {
      const larger = Buffer.allocUnsafe(size);
      larger.set(rest);
      cursor.buffer = larger;
    } else cursor.buffer.copyWithin(0, cursor.at, cursor.buffered);
    cursor.at = 0;
    cursor.buffered = rest.length;
    const more = Math.min(cursor.buffer.length - cursor.buffered, cursor.last - cursor.end);
    const message = `${this.#path} is shorter than what was written to it`;
    readFully(this.#fd, cursor.buffer, cursor.buffered, more, cursor.end, message);
    cursor.end += more;
    cursor.buffered += more;
    if (cursor.buffered < length) throw new Error(message);
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafe(Math.min(WRITTEN_BYTES, Math.max(bytes, 2 * this.#buffer.length)));
    larger.set(this.#buffer.subarray(0, this.#buffered));
    this.#buffer = larger;
  }

  #flush(): void {
    writeFully(this.#fd, this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }
}
