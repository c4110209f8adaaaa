/** Requests from a source what rendering some rows reads of the values file. */
import type {ByteSource} from '../file/byte_source.ts';
import {COLUMN, COLUMN_BYTES, ENTRIES_PER_BLOCK, HEADER, HEADER_BYTES, KIND, NO_PARENT} from './layout.ts';

/** A field; offsets are those of 32-bit words in the values file. */
interface Field {
  isHex: boolean;
  parent: number;
  /** The predicted code, or where those by code of the parent begin. */
  predicted: number;
  /** Where the offsets of blocks lie; 0 if the dictionary is small. */
  blocks: number;
}

/** The position in a row part. */
interface Cursor {
  at: number;
}

/** A number in groups of seven bits, the lowest first. */
function readVarint(bytes: Uint8Array, cursor: Cursor): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[cursor.at++]!;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
}

/** Walks stored rows as the renderer does, and requests the entries and predictions that it will read. */
export class ValueRanges {
  readonly #source: ByteSource;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #fields: Field[];
  readonly #inHead: number;
  readonly #codes: Uint32Array;

  /** `bytes` are those of the values file, of which the source has what every reader needs. */
  constructor(source: ByteSource, bytes: Uint8Array) {
    this.#source = source;
    this.#bytes = bytes;
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
    this.#words = words;
    this.#inHead = words[HEADER.inHead]!;
    const count = words[HEADER.columns]!;
    this.#codes = new Uint32Array(count);
    this.#fields = Array.from({length: count}, (_, i) => {
      const at = (HEADER_BYTES + i * COLUMN_BYTES) >>> 2;
      const kind = words[at + COLUMN.kind]!;
      const parent = words[at + COLUMN.parent]!;
      const predicted = words[at + COLUMN.predicted]!;
      return {
        isHex: kind === KIND.hex,
        parent,
        predicted: parent === NO_PARENT ? predicted : predicted >>> 2,
        blocks: kind === KIND.blocks ? words[at + COLUMN.entryOffsets]! >>> 2 : 0,
      };
    });
  }

  /**
   * Requests what the row reads whose parts begin at these bytes; `rest` is null where only its head is rendered. Returns false
   * where more can be requested once this is there.
   */
  requestRow(heads: Uint8Array, head: number, rests: Uint8Array, rest: number | null): boolean {
    if (!this.#requestPart(heads, head, 0, this.#inHead)) return false;
    return rest === null || this.#requestPart(rests, rest, this.#inHead, this.#fields.length);
  }

  #requestPart(part: Uint8Array, begin: number, first: number, end: number): boolean {
    const cursor = {at: begin + ((end - first + 7) >>> 3)};
    for (let i = first; i < end; i++) {
      const field = this.#fields[i]!;
      const bit = i - first;
      const isPredicted = ((part[begin + (bit >>> 3)]! >>> (bit & 7)) & 1) === 1;
      const code = this.#codeOf(field, isPredicted, part, cursor);
      if (code === null) return false;
      this.#codes[i] = code;
      if (code > 0) this.#requestEntry(field, code);
    }
    return true;
  }

  /** The code of a field, behind which the cursor then is; null where it is not known yet. */
  #codeOf(
    {isHex, parent, predicted}: Field,
    isPredicted: boolean,
    part: Uint8Array,
    cursor: Cursor,
  ): number | null {
    if (isHex) {
      const length = isPredicted ? readVarint(part, cursor) : 8;
      cursor.at += length;
      return 0;
    }
    if (isPredicted) {
      if (parent === NO_PARENT) return predicted;
      const at = predicted + this.#codes[parent]!;
      if (this.#source.has(this.#words, at, at + 1)) return this.#words[at]!;
      this.#source.request(this.#words, at, at + 1);
      return null;
    }
    const code = readVarint(part, cursor);
    if (code === 0) {
      const length = readVarint(part, cursor);
      cursor.at += length;
    }
    return code;
  }

  #requestEntry({blocks}: Field, code: number): void {
    if (blocks === 0) return;
    const block = blocks + Math.floor((code - 1) / ENTRIES_PER_BLOCK);
    this.#source.request(this.#bytes, this.#words[block]!, this.#words[block + 1]!);
  }
}
