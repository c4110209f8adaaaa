/**
 * Writes one of the two parts of the rows of a table in row order, records where each begins, and a checksum
 * of each block.
 */
import type {IndexWriter, WrittenFile} from '../file/index_file.ts';
import {OutputFile} from '../file/output_file.ts';
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import {RowOffsetsBuilder, WRAP} from './offsets.ts';

/** Writes one file of rows. */
export class RowWriter {
  readonly #name: RowFileName;
  readonly #file: OutputFile;
  readonly #offsets: RowOffsetsBuilder;
  readonly #rows: number;

  /** `rows` rows will be written to `path`; offsets of blocks are stored modulo `wrap`. */
  constructor(name: RowFileName, path: string, rows: number, wrap = WRAP) {
    this.#name = name;
    this.#rows = rows;
    this.#file = new OutputFile(path);
    this.#offsets = new RowOffsetsBuilder(rows, wrap);
  }

  /** Appends the part of the next row. */
  write(part: Uint8Array): void {
    this.#file.write(part);
    this.#offsets.add(this.#file.bytes);
  }

  /** Closes the file and writes offsets and checksums to the index. */
  finish(index: IndexWriter): WrittenFile {
    const checksums = this.#file.checksums();
    const written = this.#file.finish();
    if (this.#offsets.count !== this.#rows) {
      throw new Error(`${this.#offsets.count} rows were written where ${this.#rows} were announced`);
    }
    const {blocks, wraps, within} = this.#offsets.build();
    const names = SECTIONS.rows(this.#name);
    index.write(names.blocks, blocks, 'opening');
    index.write(names.wraps, wraps);
    index.write(names.within, within);
    index.write(names.checksums, checksums);
    return {...written, sections: [{name: this.#name, bytes: written.bytes, opening: false}]};
  }

  /** Closes a file that will not be finished; a finished one stays as it is. */
  abandon(): void {
    this.#file.close();
  }
}
