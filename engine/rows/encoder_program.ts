/** Runs the encoder of rows: its memory holds the dictionaries, predictions and tokens of one table while rows are encoded. */
import {readFileSync} from 'node:fs';
import {MAX_VARINT, NO_PARENT, PIECE} from './layout.ts';
import type {Prediction} from './predictions.ts';
import type {TokenTable} from './token_table.ts';

/** Bytes of the record of a field, and its 32-bit words, as `assembly/encode.ts` reads them. */
const FIELD_BYTES = 64;
const WORD = {
  label: 0,
  labelLength: 1,
  prefix: 2,
  prefixLength: 3,
  parent: 4,
  predicted: 5,
  table: 6,
  tableLength: 7,
  bytes: 8,
  offsets: 10,
  count: 12,
} as const;

/** What the encoder is told of a field. */
export interface ProgramField {
  /** The name as it stands before a value, after a comma but for the first field. */
  label: Uint8Array;
  /** For ids of 16 hex digits: what is before them; null for every other field. */
  hexPrefix: string | null;
  prediction: Prediction;
}

/** Entries of a dictionary, by code from 1. */
export interface Entries {
  count: number;
  /** Bytes of all entries. */
  size: number;
  entry(code: number): Buffer;
}

interface Exports {
  memory: {buffer: ArrayBuffer};
  allocate(bytes: number): number;
  release(block: number, bytes: number): void;
  begin(records: number, all: number, head: number): void;
  setTokens(
    firstNodes: number,
    ofOne: number,
    edges: number,
    bits: number,
    byNode: number,
    lengths: number,
    short: number,
  ): void;
  add(field: number, from: number, length: number): void;
  encode(json: number, length: number, head: number, rest: number): number;
  literal(from: number, end: number, to: number): number;
  itemLength: {value: number};
  headLength: {value: number};
  restLength: {value: number};
}

let compiled: WebAssembly.Module | null = null;

/** The compiled program; `assembly/encode.ts` is its source. */
function program(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('encode.wasm', import.meta.url)));
  return compiled;
}

/** Encodes the rows of one table. */
export class EncoderProgram {
  readonly #exports: Exports;
  readonly #records: number;
  readonly #fields: readonly ProgramField[];
  #memory: Buffer<ArrayBuffer>;
  /** The row that is encoded: its JSON and its two parts, and the length of JSON for which they suffice. */
  #row = {json: 0, head: 0, rest: 0, length: 0};

  constructor(fields: readonly ProgramField[], inHead: number) {
    this.#fields = fields;
    const instance = new WebAssembly.Instance(program(), {env: {abort: () => undefined}});
    this.#exports = instance.exports as unknown as Exports;
    this.#records = this.#exports.allocate(FIELD_BYTES * fields.length);
    this.#memory = Buffer.from(this.#exports.memory.buffer);
    for (const [i, {label, hexPrefix, prediction}] of fields.entries()) {
      const labelAt = this.#put(label);
      const prefixAt = hexPrefix === null ? 0 : this.#put(Buffer.from(hexPrefix));
      const words = this.#words(i);
      words[WORD.label] = labelAt;
      words[WORD.labelLength] = label.length;
      words[WORD.prefix] = prefixAt;
      words[WORD.prefixLength] = hexPrefix?.length ?? 0;
      words[WORD.parent] = prediction.parent;
      words[WORD.predicted] = prediction.code;
    }
    this.#exports.begin(this.#records, fields.length, inHead);
  }

  /** Gives a value of a field its entry; codes ascend from 1. */
  add(field: number, value: Uint8Array): void {
    const at = this.#put(value);
    this.#exports.add(field, at, value.length);
    this.#exports.release(at, value.length + PIECE);
  }

  /** Sets the tokens of literals. */
  setTokens({tokens, short, matcher}: TokenTable): void {
    const {firstNodes, ofOne, edges, tokenOfNode} = matcher;
    this.#exports.setTokens(
      this.#put(bytesOf(firstNodes)),
      this.#put(bytesOf(ofOne)),
      this.#put(bytesOf(edges)),
      Math.log2(edges.length / 2),
      this.#put(bytesOf(tokenOfNode)),
      this.#put(Uint8Array.from(tokens, ({length}) => length)),
      short,
    );
  }

  /**
   * Encodes a row, given as its fields without braces. The parts are overwritten by the next row. Throws where the fields are
   * others than those of the table.
   */
  encode(json: Uint8Array): {itemLength: number; head: Uint8Array; rest: Uint8Array} {
    const {length} = json;
    if (length > this.#row.length || this.#row.json === 0) this.#reserve(length);
    const row = this.#row;
    this.#view().set(json, row.json);
    const missed = this.#exports.encode(row.json, length, row.head, row.rest);
    if (missed >= 0) {
      const field = this.#fields[missed];
      throw new Error(
        field
          ? `a row has another field than ${Buffer.from(field.label).toString()}`
          : `a row of ${length} bytes goes on behind its last field`,
      );
    }
    const {itemLength, headLength, restLength} = this.#exports;
    const memory = this.#view();
    return {
      itemLength: itemLength.value,
      head: memory.subarray(row.head, row.head + headLength.value),
      rest: memory.subarray(row.rest, row.rest + restLength.value),
    };
  }

  /** A text as its length and tokens. */
  literal(text: Uint8Array): Uint8Array {
    const from = this.#put(text);
    const to = this.#exports.allocate(sizeOfLiteral(text.length));
    const end = this.#exports.literal(from, from + text.length, to);
    return Uint8Array.from(this.#view().subarray(to, end));
  }

  /** The dictionary of a field, valid until more rows are encoded. */
  entries(field: number): Entries {
    const words = this.#words(field);
    const [bytes, offsetsAt, count] = [words[WORD.bytes]!, words[WORD.offsets]!, words[WORD.count]!];
    const memory = this.#view();
    const offsets = new Uint32Array(memory.buffer, offsetsAt, count + 1);
    return {
      count,
      size: offsets[count]!,
      entry: (code) => memory.subarray(bytes + offsets[code - 1]!, bytes + offsets[code]!),
    };
  }

  /** The predicted codes by code of the parent, of which there are `count`; without a parent one. */
  predictions(field: number, count: number): Uint32Array {
    const words = this.#words(field);
    const {parent, code} = this.#fields[field]!.prediction;
    if (parent === NO_PARENT) return Uint32Array.of(code);
    const [table, length] = [words[WORD.table]!, words[WORD.tableLength]!];
    const codes = new Uint32Array(count + 1);
    codes.set(new Uint32Array(this.#view().buffer, table, Math.min(length, count + 1)));
    return codes;
  }

  #view(): Buffer<ArrayBuffer> {
    const {buffer} = this.#exports.memory;
    if (this.#memory.buffer !== buffer) this.#memory = Buffer.from(buffer);
    return this.#memory;
  }

  #words(field: number): Uint32Array {
    return new Uint32Array(this.#view().buffer, this.#records + field * FIELD_BYTES, FIELD_BYTES / 4);
  }

  /** Copies bytes into the memory; returns where they begin. */
  #put(bytes: Uint8Array): number {
    const at = this.#exports.allocate(bytes.length + PIECE);
    this.#view().set(bytes, at);
    return at;
  }

  #reserve(length: number): void {
    const {allocate, release} = this.#exports;
    const {json, head, rest, length: before} = this.#row;
    const sizeOf = (bytes: number) => 2 * bytes + this.#fields.length * (2 * MAX_VARINT + 2) + PIECE;
    if (json > 0) {
      release(json, before + PIECE);
      release(head, sizeOf(before));
      release(rest, sizeOf(before));
    }
    const next = Math.max(1 << 12, 2 * length);
    this.#row = {
      json: allocate(next + PIECE),
      head: allocate(sizeOf(next)),
      rest: allocate(sizeOf(next)),
      length: next,
    };
  }
}

/** Most bytes of a literal: every byte without a token, and the length. */
const sizeOfLiteral = (bytes: number): number => 2 * bytes + 2 * MAX_VARINT + PIECE;

const bytesOf = ({buffer, byteOffset, byteLength}: Uint32Array | Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
