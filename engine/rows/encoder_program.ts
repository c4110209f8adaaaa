/** Runs the encoder of rows: its memory holds the dictionaries, predictions and tokens of one table while rows are encoded. */
import {readFileSync} from 'node:fs';
import type {TextRun} from '../file/text_run.ts';
import {MAX_VARINT, NO_PARENT, PIECE} from './layout.ts';
import type {Prediction} from './predictions.ts';
import type {TokenTable} from './token_table.ts';
import {tokenTrie} from './token_trie.ts';

/** Bytes of the record of a field, and its 32-bit words, as `assembly/encode/fields.ts` names them. */
const FIELD_BYTES = 96;
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
  collector: 16,
  place: 17,
} as const;

/** Rows that are encoded by one call at most, as `assembly/encode/collect.ts` has it; wide rows are fewer. */
export const ROWS = 1 << 10;
const ROW_BYTES = 1 << 18;

/** Places of what is collected of an id: the two halves of its digits, and the number of its text or NO_TEXT. */
const ID_PLACES = 3;

/** The id is its prefix and digits. */
export const NO_TEXT = 2 ** 32 - 1;

/** What is collected of every row. */
export interface Collected {
  /** Fields whose values are numbered. */
  fields: readonly number[];
  /** The field of an id of hex digits, if any. */
  id: number | null;
  /** Labels of further fields, which follow the row; their values are numbered too. */
  extra: readonly Uint8Array[];
}

const NOTHING: Collected = {fields: [], id: null, extra: []};

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
  collector(): number;
  begin(records: number, all: number, head: number, more: number, places: number): void;
  setTokens(firstNodes: number, ofOne: number, edges: number, bits: number, short: number): void;
  add(field: number, from: number, length: number): void;
  encodeRows(
    json: number,
    lengths: number,
    rows: number,
    heads: number,
    headLengths: number,
    rests: number,
    restLengths: number,
  ): number;
  literal(from: number, end: number, to: number): number;
  longestItem: {value: number};
  longestRow: {value: number};
  longestHead: {value: number};
  longestRest: {value: number};
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
  readonly #collected: Collected;
  /** The places of what is collected: those of the numbered fields, of the further ones, and of the id. */
  readonly #places: number;
  #numbers = new Uint32Array();
  #memory: Buffer<ArrayBuffer>;
  /** The rows that are encoded: their JSON and its lengths, their two parts and theirs, and the bytes of JSON for which they suffice. */
  #rows = {json: 0, heads: 0, rests: 0, bytes: 0, lengths: 0, headLengths: 0, restLengths: 0};

  constructor(fields: readonly ProgramField[], inHead: number, collected: Collected = NOTHING) {
    this.#fields = fields;
    this.#collected = collected;
    const instance = new WebAssembly.Instance(program(), {env: {abort: () => undefined}});
    this.#exports = instance.exports as unknown as Exports;
    const {extra} = collected;
    this.#records = this.#exports.allocate(FIELD_BYTES * (fields.length + extra.length));
    this.#places = this.#exports.allocate(4 * ROWS * (collected.fields.length + extra.length + ID_PLACES));
    this.#memory = Buffer.from(this.#exports.memory.buffer);
    for (const [i, {label, hexPrefix, prediction}] of fields.entries()) {
      const prefixAt = hexPrefix === null ? 0 : this.#put(Buffer.from(hexPrefix));
      this.#setLabel(i, label);
      const words = this.#words(i);
      words[WORD.prefix] = prefixAt;
      words[WORD.prefixLength] = hexPrefix?.length ?? 0;
      words[WORD.parent] = prediction.parent;
      words[WORD.predicted] = prediction.code;
    }
    this.#exports.begin(this.#records, fields.length, inHead, extra.length, this.#places);
    for (const [place, field] of collected.fields.entries()) this.#collect(field, place);
    for (const [i, label] of extra.entries()) {
      this.#setLabel(fields.length + i, label);
      this.#collect(fields.length + i, collected.fields.length + i);
    }
    if (collected.id !== null) this.#collect(collected.id, collected.fields.length + extra.length);
  }

  /**
   * What was collected of the rows that were encoded last, by place: a number for each field and each further one, and the three of an id. That
   * of a row at a place is number `place * ROWS + row`.
   */
  numbers(): Uint32Array {
    if (this.#numbers.length === 0) {
      const {fields, extra} = this.#collected;
      const places = fields.length + extra.length + ID_PLACES;
      this.#numbers = new Uint32Array(this.#view().buffer, this.#places, places * ROWS);
    }
    return this.#numbers;
  }

  /** The values that were collected, by the place of their field and their number, one behind the other. */
  values(place: number): {bytes: Uint8Array; offsets: Uint32Array} {
    const {fields, extra, id} = this.#collected;
    const field =
      fields[place] ??
      (place < fields.length + extra.length ? this.#fields.length + place - fields.length : id);
    if (field === null) throw new Error(`nothing is collected at place ${place}`);
    const {buffer} = this.#view();
    const words = new Uint32Array(buffer, this.#words(field)[WORD.collector]!, FIELD_BYTES / 4);
    const offsets = new Uint32Array(buffer, words[WORD.offsets]!, words[WORD.count]! + 1);
    return {bytes: new Uint8Array(buffer, words[WORD.bytes]!, offsets[offsets.length - 1]!), offsets};
  }

  /** Gives a value of a field its entry; codes ascend from 1. */
  add(field: number, value: Uint8Array): void {
    const at = this.#put(value);
    this.#exports.add(field, at, value.length);
    this.#exports.release(at, value.length + PIECE);
  }

  /** Sets the tokens of literals. */
  setTokens({tokens, short}: TokenTable): void {
    const {firstNodes, ofOne, edges, bits} = tokenTrie(tokens);
    this.#exports.setTokens(
      this.#put(bytesOf(firstNodes)),
      this.#put(bytesOf(ofOne)),
      this.#put(bytesOf(edges)),
      bits,
      short,
    );
  }

  /** How many of the rows from number `from` of a run on are encoded by one call. */
  batch({lengths}: TextRun, from: number): number {
    const most = Math.min(ROWS, lengths.length - from);
    let [count, bytes] = [1, lengths[from]!];
    for (; count < most && bytes + lengths[from + count]! <= ROW_BYTES; count++)
      bytes += lengths[from + count]!;
    return count;
  }

  /**
   * Encodes rows, each given as its fields without braces, at most a batch of them. The parts are overwritten by the next rows. Throws
   * where the fields are others than those of the table.
   */
  encode({bytes, lengths}: TextRun): {heads: TextRun; rests: TextRun} {
    this.#reserve(bytes.length);
    const rows = this.#rows;
    const count = lengths.length;
    this.#view().set(bytes, rows.json);
    this.#u32(rows.lengths, count).set(lengths);
    const missed = this.#exports.encodeRows(
      rows.json,
      rows.lengths,
      count,
      rows.heads,
      rows.headLengths,
      rows.rests,
      rows.restLengths,
    );
    if (missed >= 0) {
      const label = this.#fields[missed]?.label ?? this.#collected.extra[missed - this.#fields.length];
      throw new Error(
        label
          ? `a row has another field than ${Buffer.from(label).toString()}`
          : 'a row goes on behind its last field',
      );
    }
    return {
      heads: this.#run(rows.heads, this.#u32(rows.headLengths, count)),
      rests: this.#run(rows.rests, this.#u32(rows.restLengths, count)),
    };
  }

  /** The longest rendered item and row, and the longest stored head and rest so far, in bytes. */
  longest(): {item: number; row: number; head: number; rest: number} {
    const {longestItem, longestRow, longestHead, longestRest} = this.#exports;
    return {
      item: longestItem.value,
      row: longestRow.value,
      head: longestHead.value,
      rest: longestRest.value,
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

  #setLabel(field: number, label: Uint8Array): void {
    const at = this.#put(label);
    const words = this.#words(field);
    words[WORD.label] = at;
    words[WORD.labelLength] = label.length;
  }

  /** Collects the values of a field. */
  #collect(field: number, place: number): void {
    const collector = this.#exports.collector();
    const words = this.#words(field);
    words[WORD.collector] = collector;
    words[WORD.place] = place * ROWS;
  }

  /** All memory; when it has grown, what showed it before is empty. */
  #view(): Buffer<ArrayBuffer> {
    if (this.#memory.length === 0) this.#memory = Buffer.from(this.#exports.memory.buffer);
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

  #u32(at: number, length: number): Uint32Array {
    return new Uint32Array(this.#view().buffer, at, length);
  }

  #run(at: number, lengths: Uint32Array): TextRun {
    let bytes = 0;
    for (let i = 0; i < lengths.length; i++) bytes += lengths[i]!;
    return {bytes: this.#view().subarray(at, at + bytes), lengths};
  }

  /** Has room for so many bytes of JSON, and for the parts of their rows. */
  #reserve(bytes: number): void {
    const {allocate, release} = this.#exports;
    const {json, heads, rests, bytes: before} = this.#rows;
    if (json > 0 && bytes <= before) return;
    const sizeOf = (length: number) => 2 * length + ROWS * this.#fields.length * (2 * MAX_VARINT + 2) + PIECE;
    if (json > 0) {
      release(json, before + PIECE);
      release(heads, sizeOf(before));
      release(rests, sizeOf(before));
    } else {
      this.#rows.lengths = allocate(4 * ROWS);
      this.#rows.headLengths = allocate(4 * ROWS);
      this.#rows.restLengths = allocate(4 * ROWS);
    }
    const next = Math.max(ROW_BYTES, 2 * bytes);
    Object.assign(this.#rows, {
      json: allocate(next + PIECE),
      heads: allocate(sizeOf(next)),
      rests: allocate(sizeOf(next)),
      bytes: next,
    });
  }
}

/** Most bytes of a literal: every byte without a token, and the length. */
const sizeOfLiteral = (bytes: number): number => 2 * bytes + 2 * MAX_VARINT + PIECE;

const bytesOf = ({buffer, byteOffset, byteLength}: Uint32Array | Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
