/** Encodes rows given as JSON; see `layout.ts` for the bytes. */
import {MAX_VARINT, writeVarint} from './layout.ts';
import {choosePredictions, type Prediction} from './predictions.ts';
import {splitValues} from './split_values.ts';
import {type TokenTable, trainTokens} from './token_table.ts';
import {ValueDictionary} from './value_dictionary.ts';

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

/** One field while rows are encoded. */
export interface FieldEncoder extends RowField {
  values: ValueDictionary;
  prediction: Prediction;
}

/** A row part, which the next row overwrites. */
export interface EncodedRow {
  head: Uint8Array;
  rest: Uint8Array;
}

/** Rows by which dictionaries, predictions and tokens are chosen. */
export const SAMPLE_ROWS = 1 << 14;
/** Bytes of them; wide rows make a smaller sample. */
export const SAMPLE_BYTES = 1 << 25;
/** Bytes of literals by which tokens are trained. */
const TRAINING_BYTES = 1 << 19;

const DIGITS = 16;
const QUOTE = 0x22;

/** A row of the sample: the texts of its two parts. */
export type RowJson = readonly [item: Uint8Array, detail: Uint8Array];

const labelsOf = (fields: readonly RowField[], continues: boolean): Buffer[] =>
  fields.map(({name}, i) => Buffer.from(`${i > 0 || continues ? ',' : ''}${JSON.stringify(name)}:`));

/** Value of a lower-case hex digit. */
const digit = (char: number): number => (char < 0x3a ? char - 0x30 : char - 0x57);

/** Encodes the rows of one table, in any order. */
export class RowEncoder {
  readonly fields: readonly FieldEncoder[];
  readonly tokens: TokenTable;
  readonly inHead: number;
  /** Longest rendered item and row, longest stored head and rest, in bytes. */
  readonly largest = {item: 0, row: 0, head: 0, rest: 0};
  readonly #labels: {head: Buffer[]; rest: Buffer[]};
  readonly #bounds: Uint32Array;
  readonly #codes: Uint32Array;
  #head = Buffer.allocUnsafeSlow(1 << 12);
  #rest = Buffer.allocUnsafeSlow(1 << 12);

  /** `sample` is the beginning of the rows. */
  constructor({head, rest}: RowFields, sample: readonly RowJson[]) {
    const fields = [...head, ...rest];
    this.inHead = head.length;
    this.#labels = {head: labelsOf(head, false), rest: labelsOf(rest, head.length > 0)};
    this.#bounds = new Uint32Array(2 * fields.length);
    this.#codes = new Uint32Array(fields.length);
    const values = fields.map(() => new ValueDictionary());
    addFrequent(values, fields, this.#valuesOf(sample));
    const predictions = choosePredictions(
      values,
      this.inHead,
      fields.map(({hexPrefix}) => hexPrefix === null),
      () => this.#codesOf(values, sample),
    );
    this.fields = fields.map((field, i) => ({...field, values: values[i]!, prediction: predictions[i]!}));
    this.tokens = trainTokens(this.#literalsOf(values, fields, sample));
  }

  /** The bytes of a row. */
  encode(item: Uint8Array, detail: Uint8Array): EncodedRow {
    splitValues(item, this.#labels.head, this.#bounds, 0);
    splitValues(detail, this.#labels.rest, this.#bounds, 2 * this.inHead);
    this.#head = roomFor(this.#head, item.length, this.fields.length);
    this.#rest = roomFor(this.#rest, detail.length, this.fields.length);
    const head = this.#part(item, 0, this.inHead, this.#head);
    const rest = this.#part(detail, this.inHead, this.fields.length, this.#rest);
    const {largest} = this;
    largest.item = Math.max(largest.item, item.length + 1);
    largest.row = Math.max(largest.row, item.length + detail.length + 1);
    largest.head = Math.max(largest.head, head);
    largest.rest = Math.max(largest.rest, rest);
    return {head: this.#head.subarray(0, head), rest: this.#rest.subarray(0, rest)};
  }

  /** Writes the fields `first` to `end`; returns the length. */
  #part(json: Uint8Array, first: number, end: number, into: Buffer): number {
    let at = (end - first + 7) >> 3;
    into.fill(0, 0, at);
    for (let i = first; i < end; i++) {
      const {values, prediction, hexPrefix} = this.fields[i]!;
      const [from, to] = [this.#bounds[2 * i]!, this.#bounds[2 * i + 1]!];
      if (hexPrefix !== null) {
        this.#codes[i] = 0;
        const after = writeHex(json, from + 1, to, hexPrefix, into, at);
        if (after > at) at = after;
        else {
          into[(i - first) >> 3]! |= 1 << ((i - first) & 7);
          at = this.#literal(json, from, to, into, at);
        }
        continue;
      }
      // Most values are the predicted ones, which comparing tells sooner than looking them up.
      const expected = prediction.predicted(this.#codes);
      const hit = expected > 0 && values.equals(expected, json, from, to);
      const code = hit ? expected : values.codeOf(json, from, to);
      if (hit || prediction.learn(code, this.#codes)) {
        this.#codes[i] = code;
        into[(i - first) >> 3]! |= 1 << ((i - first) & 7);
        continue;
      }
      this.#codes[i] = code;
      at = writeVarint(into, at, code);
      if (code === 0) at = this.#literal(json, from, to, into, at);
    }
    return at;
  }

  /** Writes a literal behind room for its length, and moves it where the length takes less. */
  #literal(json: Uint8Array, from: number, to: number, into: Buffer, at: number): number {
    const begin = at + MAX_VARINT;
    const end = this.tokens.write(json, from, to, into, begin);
    const text = writeVarint(into, at, end - begin);
    into.copyWithin(text, begin, end);
    return text + end - begin;
  }

  /** Calls back with each value of the sample that is no hex id: its field, and where it lies. */
  *#valuesOf(
    sample: readonly RowJson[],
  ): Generator<readonly [field: number, json: Uint8Array, from: number, to: number]> {
    const bounds = this.#bounds;
    for (const [item, detail] of sample) {
      splitValues(item, this.#labels.head, bounds, 0);
      splitValues(detail, this.#labels.rest, bounds, 2 * this.inHead);
      for (let i = 0; 2 * i < bounds.length; i++)
        yield [i, i < this.inHead ? item : detail, bounds[2 * i]!, bounds[2 * i + 1]!];
    }
  }

  /** The codes of each row of the sample. */
  *#codesOf(values: readonly ValueDictionary[], sample: readonly RowJson[]): Generator<Uint32Array> {
    for (const [i, json, from, to] of this.#valuesOf(sample)) {
      this.#codes[i] = values[i]!.find(json, from, to);
      if (i === values.length - 1) yield this.#codes;
    }
  }

  /** The values of the sample that would be literals, up to the bound. */
  #literalsOf(values: readonly ValueDictionary[], fields: readonly RowField[], sample: readonly RowJson[]) {
    const pieces: Uint8Array[] = [];
    const ends: number[] = [];
    let size = 0;
    for (const [i, json, from, to] of this.#valuesOf(sample)) {
      if (fields[i]!.hexPrefix !== null || values[i]!.find(json, from, to) > 0) continue;
      if (size + to - from > TRAINING_BYTES) continue;
      pieces.push(json.subarray(from, to));
      size += to - from;
      ends.push(size);
    }
    return {bytes: Buffer.concat(pieces), ends};
  }
}

/** Gives the frequent values of the sample their entries, the most frequent first: small codes take one byte. */
function addFrequent(
  values: readonly ValueDictionary[],
  fields: readonly RowField[],
  sample: Iterable<readonly [field: number, json: Uint8Array, from: number, to: number]>,
): void {
  const counts = fields.map(() => new Map<string, number>());
  for (const [i, json, from, to] of sample) {
    if (fields[i]!.hexPrefix !== null || to - from > 1 << 10) continue;
    const text = Buffer.from(json.buffer, json.byteOffset + from, to - from).toString('latin1');
    counts[i]!.set(text, (counts[i]!.get(text) ?? 0) + 1);
  }
  for (const [i, counted] of counts.entries()) {
    const frequent = [...counted].filter(([, count]) => count > 3).sort((a, b) => b[1] - a[1]);
    for (const [text] of frequent) values[i]!.add(Buffer.from(text, 'latin1'));
  }
}

/** A buffer for the longest form of so many bytes. */
function roomFor(buffer: Buffer<ArrayBuffer>, bytes: number, fields: number): Buffer<ArrayBuffer> {
  const needed = 2 * bytes + fields * (2 * MAX_VARINT + 2) + DIGITS;
  return needed > buffer.length ? Buffer.allocUnsafeSlow(2 * needed) : buffer;
}

const isDigit = (char: number): boolean => (char > 0x2f && char < 0x3a) || (char > 0x60 && char < 0x67);

/**
 * Writes the id that begins at `begin` and ends with a quotation mark before `to` as eight bytes; returns the byte behind them, or
 * `at` where it is not the prefix and 16 lower-case hex digits.
 */
function writeHex(
  json: Uint8Array,
  begin: number,
  to: number,
  prefix: string,
  into: Buffer,
  at: number,
): number {
  for (let i = 0; i < prefix.length; i++) if (json[begin + i] !== prefix.charCodeAt(i)) return at;
  const from = begin + prefix.length;
  if (to - from !== DIGITS + 1 || json[to - 1] !== QUOTE) return at;
  for (let i = 0; i < DIGITS; i++) if (!isDigit(json[from + i]!)) return at;
  for (let i = 0; i < DIGITS; i += 2)
    into[at + i / 2] = (digit(json[from + i]!) << 4) | digit(json[from + i + 1]!);
  return at + DIGITS / 2;
}
