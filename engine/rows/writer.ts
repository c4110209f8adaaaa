/** Writes one of the two parts of the rows of a table in row order, records where each begins, and a checksum of each block. */
import {createHash} from 'node:crypto';
import {closeSync, openSync, rmSync} from 'node:fs';
import {BlockChecksums} from '../file/checked_file.ts';
import type {IndexWriter, WrittenFile} from '../file/index_file.ts';
import {writeFully} from '../file/read_fully.ts';
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import {WRAP} from './offsets.ts';

/** Bytes that are buffered before they are written. */
const BUFFER_BYTES = 1 << 22;

/** Writes one file of rows. */
export class RowWriter {
  readonly #name: RowFileName;
  readonly #fd: number;
  readonly #hash = createHash('sha256');
  readonly #checksums = new BlockChecksums();
  readonly #offsets: Uint32Array;
  readonly #wraps: number[] = [];
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  readonly #wrap: number;
  #buffered = 0;
  #bytes = 0;
  #row = 0;
  #open = true;

  /** `rows` rows will be written to `path`; offsets are stored modulo `wrap`. */
  constructor(name: RowFileName, path: string, rows: number, wrap = WRAP) {
    this.#name = name;
    this.#wrap = wrap;
    // Never overwrite: a server may read the old file, or another build link to it.
    rmSync(path, {force: true});
    this.#fd = openSync(path, 'wx');
    this.#offsets = new Uint32Array(rows + 1);
  }

  /** Appends the part of the next row. */
  write(part: Uint8Array): void {
    const {length} = part;
    if (length > BUFFER_BYTES - this.#buffered) this.#flush();
    if (length > BUFFER_BYTES) this.#put(part);
    else {
      this.#buffer.set(part, this.#buffered);
      this.#buffered += length;
    }
    const wrap = this.#wrap;
    const before = this.#bytes;
    this.#bytes += length;
    this.#row++;
    this.#offsets[this.#row] = this.#bytes % wrap;
    if (Math.floor(before / wrap) !== Math.floor(this.#bytes / wrap)) this.#wraps.push(this.#row);
  }

  /** Closes the file and writes offsets and checksums to the index. */
  finish(index: IndexWriter): WrittenFile {
    this.#flush();
    this.#close();
    if (this.#row + 1 !== this.#offsets.length) {
      throw new Error(`${this.#row} rows were written where ${this.#offsets.length - 1} were announced`);
    }
    index.write(SECTIONS.row_offsets(this.#name), this.#offsets);
    index.write(SECTIONS.row_offset_wraps(this.#name), Uint32Array.from(this.#wraps));
    index.write(SECTIONS.row_checksums(this.#name), this.#checksums.finish());
    return {bytes: this.#bytes, sha256: this.#hash.digest('hex')};
  }

  /** Closes a file that will not be finished; a finished one stays as it is. */
  abandon(): void {
    this.#close();
  }

  #close(): void {
    if (this.#open) closeSync(this.#fd);
    this.#open = false;
  }

  #flush(): void {
    this.#put(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #put(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#checksums.add(bytes);
    writeFully(this.#fd, bytes);
  }
}
