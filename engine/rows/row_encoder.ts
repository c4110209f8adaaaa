/** Encodes rows given as JSON; see `layout.ts` for the bytes. */
import type {TextRun} from '../file/text_run.ts';
import {EncoderProgram, type Entries} from './encoder_program.ts';
import {lowerEscapes} from './escapes.ts';
import {choosePredictions} from './predictions.ts';
import {splitValues} from './split_values.ts';
import {type Sample, type TokenTable, trainTokens} from './token_table.ts';
import {latin1, ValueDictionary} from './value_dictionary.ts';

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
  /** Further fields, which follow those of the row. */
  extra: readonly string[];
}

/** What all rows share of one field. */
export interface EncodedField extends RowField {
  values: Entries;
  prediction: {
    /** The field by whose code it is predicted, or NO_PARENT. */
    parent: number;
    /** The predicted codes by code of the parent, of which there are `count`; without a parent one. */
    table(count: number): Uint32Array;
  };
}

/** Rows by which dictionaries, predictions and tokens are chosen. */
export const SAMPLE_ROWS = 1 << 14;
/** Bytes of them; wide rows make a smaller sample. */
export const SAMPLE_BYTES = 1 << 25;
/** Bytes of literals by which tokens are trained. */
const TRAINING_BYTES = 1 << 19;
/** Longer values of the sample are not counted: few repeat. */
const MAX_COUNTED = 1 << 10;
/** A value of the sample gets an entry if it occurs more often than this. */
const FEW = 3;

/** A value of a row of the sample that is no hex id: its field, and where it lies. */
type SampledValue = readonly [field: number, json: Uint8Array, from: number, to: number];

const labelOf = (name: string, i: number): Buffer =>
  Buffer.from(`${i > 0 ? ',' : ''}${JSON.stringify(name)}:`);

const NOTHING: CollectedFields = {fields: [], id: null, extra: []};

/** Encodes the rows of one table, in any order. */
export class RowEncoder {
  readonly tokens: TokenTable;
  readonly inHead: number;
  readonly #fields: readonly RowField[];
  readonly #parents: readonly number[];
  readonly #program: EncoderProgram;

  /**
   * `sample` are some of the rows, each as its fields without braces and without further ones; the case of their escapes is changed
   * in place.
   */
  constructor(
    {head, rest}: RowFields,
    sample: readonly Uint8Array[],
    {fields: collected, id, extra}: CollectedFields = NOTHING,
  ) {
    const fields = [...head, ...rest];
    this.#fields = fields;
    this.inHead = head.length;
    const labels = fields.map(({name}, i) => labelOf(name, i));
    for (const json of sample) lowerEscapes(json);
    const all = () => sampledValues(sample, fields, labels);
    const dictionaries = frequentValues(fields.length, all());
    const predictions = choosePredictions(
      dictionaries,
      this.inHead,
      fields.map(({hexPrefix}) => hexPrefix === null),
      () => codesOf(dictionaries, sample.length, all()),
    );
    this.#parents = predictions.map(({parent}) => parent);
    this.tokens = trainTokens(literalsOf(dictionaries, all()));
    this.#program = new EncoderProgram(
      fields.map(({hexPrefix}, i) => ({label: labels[i]!, hexPrefix, prediction: predictions[i]!})),
      this.inHead,
      {
        fields: collected.map((name) => fields.findIndex((field) => field.name === name)),
        id: id === null ? null : fields.findIndex(({name}) => name === id),
        extra: extra.map((name, i) => labelOf(name, fields.length + i)),
      },
    );
    for (const [i, dictionary] of dictionaries.entries())
      for (const value of dictionary.values()) this.#program.add(i, value);
    this.#program.setTokens(this.tokens);
  }

  /**
   * Encodes rows and calls back with the two parts of some of them at a time, given the number of the first in the run; the next ones
   * overwrite them. Digits of escapes are stored in lower case.
   */
  encode(run: TextRun, onRows: (heads: TextRun, rests: TextRun, first: number) => void): void {
    const {bytes, lengths} = run;
    let at = 0;
    for (let first = 0; first < lengths.length; ) {
      const count = this.#program.batch(run, first);
      const own = lengths.subarray(first, first + count);
      let end = at;
      for (let i = 0; i < count; i++) end += own[i]!;
      const {heads, rests} = this.#program.encode({bytes: bytes.subarray(at, end), lengths: own});
      onRows(heads, rests, first);
      first += count;
      at = end;
    }
  }

  /** What was collected of the rows of the last call; see `EncoderProgram.numbers`. */
  numbers(): Uint32Array {
    return this.#program.numbers();
  }

  /** Longest rendered item and row, longest stored head and rest, in bytes; rendered ones have a byte behind them. */
  get largest(): {item: number; row: number; head: number; rest: number} {
    const longest = this.#program.longest();
    return longest.row === 0 ? longest : {...longest, item: longest.item + 1, row: longest.row + 1};
  }

  /** The values that were collected at a place, as JSON by number; see `EncoderProgram.values`. */
  values(place: number): {bytes: Uint8Array; offsets: Uint32Array} {
    return this.#program.values(place);
  }

  /** The fields, with what the rows so far share of them. */
  fields(): EncodedField[] {
    return this.#fields.map((field, i) => ({
      ...field,
      values: this.#program.entries(i),
      prediction: {
        parent: this.#parents[i]!,
        table: (count) => this.#program.predictions(i, count),
      },
    }));
  }
}

/** Each value of the sample that is no hex id, row by row. */
function* sampledValues(
  sample: readonly Uint8Array[],
  fields: readonly RowField[],
  labels: readonly Uint8Array[],
): Generator<SampledValue> {
  const bounds = new Uint32Array(2 * labels.length);
  for (const json of sample) {
    splitValues(json, labels, bounds);
    for (const [i, {hexPrefix}] of fields.entries())
      if (hexPrefix === null) yield [i, json, bounds[2 * i]!, bounds[2 * i + 1]!];
  }
}

/** Dictionaries of the frequent values, the most frequent first: small codes take one byte. */
function frequentValues(fields: number, sample: Iterable<SampledValue>): ValueDictionary[] {
  const counts = Array.from({length: fields}, () => new Map<string, number>());
  for (const [i, json, from, to] of sample) {
    if (to - from > MAX_COUNTED) continue;
    const text = latin1(json, from, to);
    counts[i]!.set(text, (counts[i]!.get(text) ?? 0) + 1);
  }
  return counts.map((counted) => {
    const dictionary = new ValueDictionary();
    const frequent = [...counted].filter(([, count]) => count > FEW).sort((a, b) => b[1] - a[1]);
    for (const [text] of frequent) dictionary.add(text);
    return dictionary;
  });
}

/** The codes of the fields of each row of the sample. */
function* codesOf(
  dictionaries: readonly ValueDictionary[],
  rows: number,
  sample: Iterable<SampledValue>,
): Generator<Uint32Array> {
  const codes = new Uint32Array(dictionaries.length);
  let [before, begun] = [-1, 0];
  for (const [i, json, from, to] of sample) {
    if (i <= before) {
      begun++;
      yield codes;
    }
    codes[i] = dictionaries[i]!.find(json, from, to);
    before = i;
  }
  if (begun < rows) yield codes;
}

/** The values of the sample that would be literals, up to the bound. */
function literalsOf(dictionaries: readonly ValueDictionary[], sample: Iterable<SampledValue>): Sample {
  const pieces: Uint8Array[] = [];
  const ends: number[] = [];
  let size = 0;
  for (const [i, json, from, to] of sample) {
    if (dictionaries[i]!.find(json, from, to) > 0 || size + to - from > TRAINING_BYTES) continue;
    pieces.push(json.subarray(from, to));
    size += to - from;
    ends.push(size);
  }
  return {bytes: Buffer.concat(pieces), ends};
}
