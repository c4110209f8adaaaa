/** Encodes the rows of a table in row order and writes their files. */
import type {WrittenFile} from '../file/index_file.ts';
import {RowEncoder, type RowFields, type RowJson, SAMPLE_BYTES, SAMPLE_ROWS} from './row_encoder.ts';
import {writeValuesFile} from './values_file.ts';
import type {RowWriter} from './writer.ts';

/** Where the rows go: the path of the values file, and the writers of the two parts. */
export interface EncodedFiles {
  values: string;
  heads: RowWriter;
  rests: RowWriter;
}

/** The first rows wait until they suffice to choose how all are encoded. */
export class RowEncoding {
  readonly #fields: RowFields;
  readonly #files: EncodedFiles;
  #waiting: RowJson[] = [];
  #waitingBytes = 0;
  #encoder: RowEncoder | null = null;

  constructor(fields: RowFields, files: EncodedFiles) {
    this.#fields = fields;
    this.#files = files;
  }

  /** Adds the next row, as the JSON of its fields without braces: those of the item, and those of the detail after a comma. */
  add(item: Uint8Array, detail: Uint8Array): void {
    if (this.#encoder) {
      this.#write(this.#encoder, item, detail);
      return;
    }
    this.#waiting.push([item, detail]);
    this.#waitingBytes += item.length + detail.length;
    if (this.#waiting.length === SAMPLE_ROWS || this.#waitingBytes > SAMPLE_BYTES) this.#begin();
  }

  /** Writes the values file. */
  finish(): WrittenFile {
    const encoder = this.#encoder ?? this.#begin();
    return writeValuesFile(this.#files.values, encoder);
  }

  #begin(): RowEncoder {
    const encoder = new RowEncoder(this.#fields, this.#waiting);
    this.#encoder = encoder;
    for (const [item, detail] of this.#waiting) this.#write(encoder, item, detail);
    this.#waiting = [];
    return encoder;
  }

  #write(encoder: RowEncoder, item: Uint8Array, detail: Uint8Array): void {
    const {head, rest} = encoder.encode(item, detail);
    this.#files.heads.write(head);
    this.#files.rests.write(rest);
  }
}
