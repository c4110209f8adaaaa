/** Runs the encoder of rows: its memory holds the dictionaries, predictions and tokens of one table while rows are encoded. */
import {readFileSync} from 'node:fs';
import {MAX_VARINT, NO_PARENT, PIECE} from './layout.ts';
import type {Prediction} from './predictions.ts';
import type {Matcher, TokenTable} from './token_table.ts';

/** Bytes of the record of a field, and its 32-bit words, as `assembly/encode.ts` reads them. */
const FIELD_BYTES = 80;
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
  rowLength: {value: number};
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
  readonly #collected: Collected;
  /** The places of what is collected: those of the numbered fields, of the further ones, and of the id. */
  readonly #places: number;
  #numbers = new Uint32Array();
  #memory: Buffer<ArrayBuffer>;
  /** The row that is encoded: its JSON and its two parts, and the length of JSON for which they suffice. */
  #row = {json: 0, head: 0, rest: 0, length: 0};

  constructor(fields: readonly ProgramField[], inHead: number, collected: Collected = NOTHING) {
    this.#fields = fields;
    this.#collected = collected;
    const instance = new WebAssembly.Instance(program(), {env: {abort: () => undefined}});
    this.#exports = instance.exports as unknown as Exports;
    const {extra} = collected;
    this.#records = this.#exports.allocate(FIELD_BYTES * (fields.length + extra.length));
    this.#places = this.#exports.allocate(4 * (collected.fields.length + extra.length + ID_PLACES));
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

  /** What was collected of the row that was encoded last: a number for each field and each further one, and the three of an id. */
  numbers(): Uint32Array {
    if (this.#numbers.length === 0) {
      const {fields, extra} = this.#collected;
      this.#numbers = new Uint32Array(
        this.#view().buffer,
        this.#places,
        fields.length + extra.length + ID_PLACES,
      );
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
  setTokens({tokens, short, matcher}: TokenTable): void {
    const {ofOne, edges, tokenOfNode} = matcher;
    const trie = flagged(matcher);
    this.#exports.setTokens(
      this.#put(bytesOf(trie.firstNodes)),
      this.#put(bytesOf(ofOne)),
      this.#put(bytesOf(trie.edges)),
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
  encode(json: Uint8Array): {itemLength: number; rowLength: number; head: Uint8Array; rest: Uint8Array} {
    const {length} = json;
    if (length > this.#row.length || this.#row.json === 0) this.#reserve(length);
    const row = this.#row;
    this.#view().set(json, row.json);
    const missed = this.#exports.encode(row.json, length, row.head, row.rest);
    if (missed >= 0) {
      const label = this.#fields[missed]?.label ?? this.#collected.extra[missed - this.#fields.length];
      throw new Error(
        label
          ? `a row has another field than ${Buffer.from(label).toString()}`
          : `a row of ${length} bytes goes on behind its last field`,
      );
    }
    const {itemLength, rowLength, headLength, restLength} = this.#exports;
    const memory = this.#view();
    return {
      itemLength: itemLength.value,
      rowLength: rowLength.value,
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
    words[WORD.place] = place;
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

/** Flags of a node: a token ends at it, longer ones go on. With them most steps need one look at memory. */
const IS_TOKEN = 2 ** 31;
const GOES_ON = 2 ** 30;

/** The first nodes and the edges of a trie, with the flags of the nodes that they lead to. */
function flagged({firstNodes, edges, tokenOfNode}: Matcher): {firstNodes: Uint32Array; edges: Uint32Array} {
  const goesOn = new Uint8Array(tokenOfNode.length);
  for (let slot = 0; slot < edges.length; slot += 2) if (edges[slot] !== 0) goesOn[edges[slot]! >>> 8] = 1;
  const flag = (node: number): number =>
    node === 0 ? 0 : node + (tokenOfNode[node]! >= 0 ? IS_TOKEN : 0) + (goesOn[node] === 1 ? GOES_ON : 0);
  const flaggedFirst = new Uint32Array(firstNodes.length);
  // Few pairs of bytes begin a token.
  for (let pair = 0; pair < firstNodes.length; pair++)
    if (firstNodes[pair] !== 0) flaggedFirst[pair] = flag(firstNodes[pair]!);
  return {
    firstNodes: flaggedFirst,
    edges: edges.map((value, i) => (i % 2 === 1 && edges[i - 1] !== 0 ? flag(value) : value)),
  };
}

/** Most bytes of a literal: every byte without a token, and the length. */
const sizeOfLiteral = (bytes: number): number => 2 * bytes + 2 * MAX_VARINT + PIECE;

const bytesOf = ({buffer, byteOffset, byteLength}: Uint32Array | Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
