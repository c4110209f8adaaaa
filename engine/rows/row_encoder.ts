/** Encodes rows given as JSON; see `layout.ts` for the bytes. */
import type {TextRun} from '../file/text_run.ts';
import type {StringArray} from '../text/string_array.ts';
import {TextTable} from '../text/text_table.ts';
import type {FieldValues} from './field_values.ts';
import {ID_BYTES, readHexId} from './hex_ids.ts';
import {labelsOf, lowerEscapes, splitValues} from './json_values.ts';
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

/** Numbers of the values of the rows that were encoded last, by row. */
export interface CollectedNumbers {
  /** By field in the order of `CollectedFields`, then by further field. */
  values: readonly Uint32Array[];
  /** The two halves of the digits of the id, and the number of its text where it has others, else NO_TEXT. */
  id: {high: Uint32Array; low: Uint32Array; text: Uint32Array};
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

const NOTHING: CollectedFields = {fields: [], id: null, extra: []};

/** Bytes of a rendered row besides its fields: braces and a line feed. */
const FRAME_BYTES = 3;

/** A field while rows are encoded. */
class FieldState implements EncodedField {
  readonly name: string;
  readonly hexPrefix: string | null;
  readonly prefix: Buffer | null;
  readonly values: FieldValues;
  readonly prediction: Prediction;
  predicted = new Uint32Array(1 << 6);
  /** Where its values are numbered: by row. */
  numbers: Uint32Array | null = null;

  constructor({name, hexPrefix}: RowField, values: FieldValues, prediction: Prediction) {
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

/** One of the two parts of the rows that are encoded. */
class EncodedParts {
  bytes = Buffer.allocUnsafeSlow(1 << 16);
  lengths = new Uint32Array(1);
  size = 0;

  begin(rows: number): void {
    this.size = 0;
    this.lengths = new Uint32Array(rows);
  }

  /** Has room for so many bytes behind those so far. */
  reserve(bytes: number): void {
    if (this.size + bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.size + bytes));
    larger.set(this.bytes.subarray(0, this.size));
    this.bytes = larger;
  }

  run(): TextRun {
    return {bytes: this.bytes.subarray(0, this.size), lengths: this.lengths};
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
  readonly #collected: readonly FieldState[];
  readonly #idField: number;
  readonly #extra: readonly TextTable[];
  readonly #otherIds: TextTable;
  /** Labels of the fields and of the further ones. */
  readonly #labels: readonly Buffer[];
  readonly #bounds: Uint32Array;
  readonly #codes: Uint32Array;
  readonly #literals: LiteralWriter;
  readonly #parts = {heads: new EncodedParts(), rests: new EncodedParts()};
  #numbers: CollectedNumbers = numbersOf(0, 0);

  /**
   * `table` is its name in errors; `sample` are some of the rows, each as its fields without braces and
   * without further ones; the case of their escapes is changed in place.
   */
  constructor(
    table: string,
    {head, rest}: RowFields,
    sample: readonly Uint8Array[],
    {fields: collected, id, extra}: CollectedFields = NOTHING,
  ) {
    const fields = [...head, ...rest];
    this.table = table;
    this.inHead = head.length;
    const labels = labelsOf([...fields.map(({name}) => name), ...extra]);
    // Rows come without their braces.
    this.#labels = labels.map((label, i) => (i === 0 ? label.subarray(1) : label));
    this.#bounds = new Uint32Array(2 * labels.length);
    this.#codes = new Uint32Array(fields.length);
    const {values, predictions, tokens} = chooseEncoding(
      fields.map(({name, hexPrefix}) => ({
        name: `${table}.${name}`,
        isId: hexPrefix !== null,
        isCollected: collected.includes(name),
      })),
      this.inHead,
      this.#labels.slice(0, fields.length),
      sample,
    );
    this.tokens = tokens;
    this.#literals = new LiteralWriter(tokens);
    this.#fields = fields.map((field, i) => new FieldState(field, values[i]!, predictions[i]!));
    this.#collected = collected.map(
      (name) => this.#fields[fields.findIndex((field) => field.name === name)]!,
    );
    this.#idField = id === null ? -1 : fields.findIndex(({name}) => name === id);
    this.#extra = extra.map((name) => new TextTable(`distinct values of ${table}, column ${name}`));
    this.#otherIds = new TextTable(`${table}, ids`);
  }

  /**
   * Encodes rows; what it returns is overwritten by the next call. Digits of escapes get lower case, in the
   * given bytes too. Throws where the fields are others than those of the table.
   */
  encode({bytes: json, lengths}: TextRun): {heads: TextRun; rests: TextRun} {
    const {heads, rests} = this.#parts;
    lowerEscapes(json);
    this.#beginRun(lengths.length);
    let at = 0;
    for (let row = 0; row < lengths.length; row++) {
      const end = at + lengths[row]!;
      const last = splitValues(json, at, end, this.#labels, this.#bounds);
      if (last !== end) refuseRow(this.#labels, last < 0 ? -1 - last : this.#labels.length);
      heads.lengths[row] = this.#encodePart(json, 0, this.inHead, row, heads);
      rests.lengths[row] = this.#encodePart(json, this.inHead, this.#fields.length, row, rests);
      this.#measure(at);
      this.#collectExtra(json, row);
      at = end;
    }
    return {heads: heads.run(), rests: rests.run()};
  }

  /** What was collected of the rows of the last call. */
  numbers(): CollectedNumbers {
    return this.#numbers;
  }

  /** The values by number of the field at a position of `CollectedNumbers.values`, as JSON. */
  values(position: number): StringArray {
    const field = this.#collected[position];
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

  #beginRun(rows: number): void {
    this.#parts.heads.begin(rows);
    this.#parts.rests.begin(rows);
    if (rows > this.#numbers.id.text.length)
      this.#numbers = numbersOf(rows, this.#collected.length + this.#extra.length);
    for (const [i, field] of this.#collected.entries()) field.numbers = this.#numbers.values[i]!;
  }

  /** Notes the rendered length of the row that begins at `begin`. */
  #measure(begin: number): void {
    const {largest} = this;
    const item = this.#bounds[2 * this.inHead - 1]! - begin + FRAME_BYTES;
    const row = this.#bounds[2 * this.#fields.length - 1]! - begin + FRAME_BYTES;
    if (item > largest.item) largest.item = item;
    if (row > largest.row) largest.row = row;
  }

  /**
   * Encodes the fields `first` up to `end` of a row, whose values `#bounds` has; returns the bytes of the
   * part.
   */
  #encodePart(json: Uint8Array, first: number, end: number, row: number, into: EncodedParts): number {
    const bounds = this.#bounds;
    const flagBytes = (end - first + 7) >>> 3;
    const valueBytes = end === first ? 0 : bounds[2 * end - 1]! - bounds[2 * first]!;
    into.reserve(flagBytes + literalBound(valueBytes) + (end - first) * (2 * MAX_VARINT + 1));
    const out = into.bytes;
    const begin = into.size;
    let to = begin + flagBytes;
    out.fill(0, begin, to);
    for (let i = first; i < end; i++) {
      const field = this.#fields[i]!;
      const from = bounds[2 * i]!;
      const after = bounds[2 * i + 1]!;
      if (field.prefix !== null) {
        const isHex = readHexId(json, from, after, field.prefix, out, to);
        if (i === this.#idField) this.#collectId(json, from, after, row, isHex ? out : null, to);
        if (isHex) {
          to += ID_BYTES;
          continue;
        }
        to = this.#literals.write(out, to, json, from, after);
      } else {
        const code = this.#codeOf(field, i, json, from, after, row);
        if (code >= 0) {
          to = writeVarint(out, to, code);
          if (code === 0) to = this.#literals.write(out, to, json, from, after);
          continue;
        }
      }
      out[begin + ((i - first) >>> 3)]! |= 1 << ((i - first) & 7);
    }
    into.size = to;
    return to - begin;
  }

  /** The code of a value, 0 for a literal; -1 where it is the predicted one. */
  #codeOf(
    field: FieldState,
    number: number,
    json: Uint8Array,
    from: number,
    to: number,
    row: number,
  ): number {
    const {values, prediction} = field;
    const parent = prediction.parent === NO_PARENT ? 0 : this.#codes[prediction.parent]!;
    const expected = prediction.parent === NO_PARENT ? prediction.code : (field.predicted[parent] ?? 0);
    // Most values are the predicted ones, which comparing tells sooner than looking them up.
    if (expected > 0 && values.isEntry(expected, json, from, to)) {
      this.#codes[number] = expected;
      if (field.numbers !== null) field.numbers[row] = values.numberOf(expected);
      return -1;
    }
    const code = values.lookUp(json, from, to);
    this.#codes[number] = code;
    if (field.numbers !== null) field.numbers[row] = values.number;
    return field.learn(parent, code) ? -1 : code;
  }

  /** Collects an id: its digits, which lie at `at` of `digits`, or its text. */
  #collectId(
    json: Uint8Array,
    from: number,
    to: number,
    row: number,
    digits: Buffer | null,
    at: number,
  ): void {
    const {high, low, text} = this.#numbers.id;
    if (digits === null) {
      text[row] = this.#otherIds.numberOf(json, from, to);
      return;
    }
    high[row] = digits.readUInt32BE(at);
    low[row] = digits.readUInt32BE(at + 4);
    text[row] = NO_TEXT;
  }

  #collectExtra(json: Uint8Array, row: number): void {
    const first = this.#fields.length;
    for (let i = 0; i < this.#extra.length; i++) {
      const from = this.#bounds[2 * (first + i)]!;
      const to = this.#bounds[2 * (first + i) + 1]!;
      this.#numbers.values[this.#collected.length + i]![row] = this.#extra[i]!.numberOf(json, from, to);
    }
  }
}

const numbersOf = (rows: number, values: number): CollectedNumbers => ({
  values: Array.from({length: values}, () => new Uint32Array(rows)),
  id: {high: new Uint32Array(rows), low: new Uint32Array(rows), text: new Uint32Array(rows)},
});
