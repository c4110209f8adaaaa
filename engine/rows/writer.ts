/**
 * Writes one of the two parts of the rows of a table in row order, records where each begins, and a checksum
 * of each block.
 */
import {createHash} from 'node:crypto';
import {closeSync, openSync, rmSync} from 'node:fs';
import {BlockChecksums} from '../file/block_checksums.ts';
import type {IndexWriter, WrittenFile} from '../file/index_file.ts';
import {writeFully} from '../file/read_fully.ts';
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import {RowOffsetsBuilder, WRAP} from './offsets.ts';

/** Bytes that are buffered before they are written: few at first, since most tables of a small build are. */
const [FIRST_BYTES, BUFFER_BYTES] = [1 << 14, 1 << 22];

/** Writes one file of rows. */
export class RowWriter {
  readonly #name: RowFileName;
  readonly #fd: number;
  readonly #hash = createHash('sha256');
  readonly #checksums = new BlockChecksums();
  readonly #offsets: RowOffsetsBuilder;
  readonly #rows: number;
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #buffered = 0;
  #bytes = 0;
  #open = true;

  /** `rows` rows will be written to `path`; offsets of blocks are stored modulo `wrap`. */
  constructor(name: RowFileName, path: string, rows: number, wrap = WRAP) {
    this.#name = name;
    this.#rows = rows;
    // Never overwrite: a server may read the old file, or another build link to it.
    rmSync(path, {force: true});
    this.#fd = openSync(path, 'wx');
    this.#offsets = new RowOffsetsBuilder(rows, wrap);
  }

  /** Appends the part of the next row. */
  write(part: Uint8Array): void {
    const {length} = part;
    if (length > BUFFER_BYTES - this.#buffered) this.#flush();
    if (length > BUFFER_BYTES) this.#put(part);
    else {
      if (length > this.#buffer.length - this.#buffered) this.#grow(this.#buffered + length);
      this.#buffer.set(part, this.#buffered);
      this.#buffered += length;
    }
    this.#bytes += length;
    this.#offsets.add(this.#bytes);
  }

  /** Closes the file and writes offsets and checksums to the index. */
  finish(index: IndexWriter): WrittenFile {
    this.#flush();
    this.#close();
    if (this.#offsets.count !== this.#rows) {
      throw new Error(`${this.#offsets.count} rows were written where ${this.#rows} were announced`);
    }
    const {blocks, wraps, within} = this.#offsets.build();
    const names = SECTIONS.rows(this.#name);
    index.write(names.blocks, blocks, true);
    index.write(names.wraps, wraps);
    index.write(names.within, within);
    index.write(names.checksums, this.#checksums.soFar());
    return {
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      sections: [{name: this.#name, bytes: this.#bytes, opening: false}],
    };
  }

  /** Closes a file that will not be finished; a finished one stays as it is. */
  abandon(): void {
    this.#close();
  }

  #close(): void {
    if (this.#open) closeSync(this.#fd);
    this.#open = false;
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafe(Math.min(BUFFER_BYTES, Math.max(bytes, 2 * this.#buffer.length)));
    larger.set(this.#buffer.subarray(0, this.#buffered));
    this.#buffer = larger;
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
