/** Encodes rows given as the JSON of their fields; see `layout.ts` for the bytes. */
import type {StringArray} from '../text/string_array.ts';
import {TextTable} from '../text/text_table.ts';
import type {FieldValues} from './field_values.ts';
import {ID_BYTES, readHexId} from './hex_ids.ts';
import {labelsOf, lowerEscapes, separatorsOf, splitValues} from './json_values.ts';
import {MAX_VARINT, NO_PARENT} from './layout.ts';
import {LiteralWriter, literalBound, writeVarint} from './literal_writer.ts';
import type {Prediction} from './predictions.ts';
import {chooseEncoding, refuseRow} from './row_sample.ts';
import type {TokenTable} from './token_table.ts';

/** A field of the rows. */
export interface RowField {
  name: string;
  /** For ids of 16 hex digits: what is before them; null for every other field. */
  hexPrefix: string | null;
}

/** The fields of the list item and those that a single record adds, in the order of the output. */
export interface RowFields {
  head: readonly RowField[];
  rest: readonly RowField[];
}

/** What is collected of every row beside its bytes, by name of the field. */
export interface CollectedFields {
  /** Fields whose values are numbered. */
  fields: readonly string[];
  /** The id of hex digits, if any. */
  id: string | null;
  /** Further fields, which follow those of the row; their values are numbered too. */
  extra: readonly string[];
}

/** A row in its two parts. */
export interface EncodedRow {
  head: Uint8Array;
  rest: Uint8Array;
}

/** What all rows share of one field. */
export interface EncodedField extends RowField {
  values: FieldValues;
  prediction: Prediction;
  /** The predicted codes by code of the parent. */
  predicted: Uint32Array;
}

/** The id is its prefix and digits. */
export const NO_TEXT = 2 ** 32 - 1;

/** Bytes of rendered fields besides their values and the commas between them: names, brace and line feed. */
const frameBytes = (fields: readonly RowField[]): number =>
  labelsOf(fields.map(({name}) => name)).reduce((sum, {length}) => sum + length, 0) - fields.length + 3;

/** A field while rows are encoded. */
class FieldState implements EncodedField {
  readonly name: string;
  readonly hexPrefix: string | null;
  readonly prefix: Buffer | null;
  readonly values: FieldValues;
  readonly prediction: Prediction;
  predicted = new Uint32Array(1 << 6);
  /** The place of the numbers of its values among all that are collected; -1 where they are not. */
  readonly place: number;

  constructor({name, hexPrefix}: RowField, values: FieldValues, prediction: Prediction, place: number) {
    this.place = place;
    this.name = name;
    this.hexPrefix = hexPrefix;
    this.prefix = hexPrefix === null ? null : Buffer.from(`"${hexPrefix}`);
    this.values = values;
    this.prediction = prediction;
  }

  /** Predicts a code from now on where its parent has one of which nothing is known; false elsewhere. */
  learn(parent: number, code: number): boolean {
    if (code === 0 || parent === 0) return false;
    if (parent >= this.predicted.length) {
      const larger = new Uint32Array(2 * parent);
      larger.set(this.predicted);
      this.predicted = larger;
    }
    if (this.predicted[parent]! > 0) return false;
    this.predicted[parent] = code;
    return true;
  }
}

/** Encodes the rows of one table, in any order. */
export class RowEncoder {
  /** The name of the table. */
  readonly table: string;
  readonly tokens: TokenTable;
  readonly inHead: number;
  /** Longest rendered item and row with their line feeds, in bytes. */
  readonly largest = {item: 0, row: 0};
  readonly #fields: readonly FieldState[];
  readonly #collected: readonly string[];
  readonly #idField: number;
  readonly #extra: readonly TextTable[];
  readonly #otherIds: TextTable;
  /** Separators before the values: of the fields, then of the extra ones. */
  readonly #separators: readonly Buffer[];
  /** Bytes that item and row have when they are rendered besides their values and commas. */
  readonly #frame: {item: number; row: number};
  readonly #bounds: Uint32Array;
  readonly #codes: Uint32Array;
  readonly #literals: LiteralWriter;
  #out = Buffer.allocUnsafeSlow(1 << 16);
  /** Numbers of the values of the row that was encoded last: of collected fields, then of further ones. */
  readonly numbers: Uint32Array;
  /** The halves of the digits of its id, and the number of the id's text where it has others, else NO_TEXT. */
  readonly id = {high: 0, low: 0, text: NO_TEXT};

  /**
   * `table` is its name in errors; `sample` are some of the rows, each as the JSON of its fields with commas
   * between them, without further ones; the case of their escapes is changed in place.
   */
  constructor(
    table: string,
    {head, rest}: RowFields,
    sample: readonly Uint8Array[],
    {fields: collected, id, extra}: CollectedFields,
  ) {
    const fields = [...head, ...rest];
    this.table = table;
    this.inHead = head.length;
    this.#separators = separatorsOf(fields.length + extra.length);
    this.#frame = {item: frameBytes(head), row: frameBytes(fields)};
    this.#bounds = new Uint32Array(2 * this.#separators.length);
    this.#codes = new Uint32Array(fields.length);
    const {values, predictions, tokens} = chooseEncoding(
      table,
      fields.map(({name, hexPrefix}) => ({
        name: `${table}.${name}`,
        isId: hexPrefix !== null,
        isCollected: collected.includes(name),
      })),
      this.inHead,
      sample,
    );
    this.tokens = tokens;
    this.#literals = new LiteralWriter(tokens);
    this.#fields = fields.map(
      (field, i) => new FieldState(field, values[i]!, predictions[i]!, collected.indexOf(field.name)),
    );
    this.#collected = collected;
    this.numbers = new Uint32Array(collected.length + extra.length);
    this.#idField = id === null ? -1 : fields.findIndex(({name}) => name === id);
    this.#extra = extra.map((name) => new TextTable(`distinct values of ${table}, column ${name}`));
    this.#otherIds = new TextTable(`${table}, ids`);
  }

  /**
   * Encodes a row; what it returns is overwritten by the next call. Digits of escapes get lower case, in the
   * given bytes too. Throws where the fields are others than those of the table.
   */
  encode(json: Uint8Array): EncodedRow {
    const fields = this.#fields.length;
    lowerEscapes(json);
    const last = splitValues(json, 0, json.length, this.#separators, this.#bounds);
    if (last !== json.length) refuseRow(this.table, last);
    const bytes = literalBound(json.length) + (fields + 1) * (2 * MAX_VARINT + 2);
    if (bytes > this.#out.length) this.#out = Buffer.allocUnsafeSlow(2 * bytes);
    const middle = this.#encodePart(json, 0, this.inHead, 0);
    const end = this.#encodePart(json, this.inHead, fields, middle);
    this.#measure();
    this.#collectExtra(json);
    return {head: this.#out.subarray(0, middle), rest: this.#out.subarray(middle, end)};
  }

  /** The values by number of the field at a position of `numbers`, as JSON. */
  values(position: number): StringArray {
    const field = this.#fields.find(({place}) => place === position);
    const texts = field ? field.values.texts : this.#extra[position - this.#collected.length];
    if (!texts) throw new Error(`nothing is collected at position ${position}`);
    return texts.texts();
  }

  /** The ids that are not their prefix and digits, as JSON by number. */
  otherIds(): StringArray {
    return this.#otherIds.texts();
  }

  /** The fields, with what the rows so far share of them. */
  fields(): readonly EncodedField[] {
    return this.#fields;
  }

  /** Notes the rendered length of a row. */
  #measure(): void {
    const {largest} = this;
    const item = this.#bounds[2 * this.inHead - 1]! + this.#frame.item;
    const row = this.#bounds[2 * this.#fields.length - 1]! + this.#frame.row;
    if (item > largest.item) largest.item = item;
    if (row > largest.row) largest.row = row;
  }

  /** Encodes the fields `first` up to `end` from byte `begin` of the output on; returns the end of the part. */
  #encodePart(json: Uint8Array, first: number, end: number, begin: number): number {
    const bounds = this.#bounds;
    const out = this.#out;
    let to = begin + ((end - first + 7) >>> 3);
    out.fill(0, begin, to);
    for (let i = first; i < end; i++) {
      const field = this.#fields[i]!;
      const from = bounds[2 * i]!;
      const after = bounds[2 * i + 1]!;
      if (field.prefix !== null) {
        const isHex = readHexId(json, from, after, field.prefix, out, to);
        if (i === this.#idField) this.#collectId(json, from, after, isHex ? to : -1);
        if (isHex) {
          to += ID_BYTES;
          continue;
        }
        to = this.#literals.write(out, to, json, from, after);
      } else {
        const code = this.#codeOf(field, i, json, from, after);
        if (code >= 0) {
          to = writeVarint(out, to, code);
          if (code === 0) to = this.#literals.write(out, to, json, from, after);
          continue;
        }
      }
      out[begin + ((i - first) >>> 3)]! |= 1 << ((i - first) & 7);
    }
    return to;
  }

  /** The code of a value, 0 for a literal; -1 where it is the predicted one. */
  #codeOf(field: FieldState, number: number, json: Uint8Array, from: number, to: number): number {
    const {values, prediction, place} = field;
    const parent = prediction.parent === NO_PARENT ? 0 : this.#codes[prediction.parent]!;
    const expected = prediction.parent === NO_PARENT ? prediction.code : (field.predicted[parent] ?? 0);
    // Most values are the predicted ones, which comparing tells sooner than looking them up.
    if (expected > 0 && values.isEntry(expected, json, from, to)) {
      this.#codes[number] = expected;
      if (place >= 0) this.numbers[place] = values.numberOf(expected);
      return -1;
    }
    const code = values.lookUp(json, from, to);
    this.#codes[number] = code;
    if (place >= 0) this.numbers[place] = values.number;
    return field.learn(parent, code) ? -1 : code;
  }

  /** Collects an id: its digits, which lie at `at` of the output, or its text where that is -1. */
  #collectId(json: Uint8Array, from: number, to: number, at: number): void {
    const {id} = this;
    id.text = at < 0 ? this.#otherIds.numberOf(json, from, to) : NO_TEXT;
    if (at < 0) return;
    id.high = this.#out.readUInt32BE(at);
    id.low = this.#out.readUInt32BE(at + 4);
  }

  #collectExtra(json: Uint8Array): void {
    const first = this.#fields.length;
    for (let i = 0; i < this.#extra.length; i++) {
      const from = this.#bounds[2 * (first + i)]!;
      const to = this.#bounds[2 * (first + i) + 1]!;
      this.numbers[this.#collected.length + i] = this.#extra[i]!.numberOf(json, from, to);
    }
  }
}
