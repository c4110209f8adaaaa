/**
 * What is read of every row beside its stored form, in the same pass: numbers as doubles, and values by their
 * numbers, of which the dictionaries of single-valued columns are made.
 */
import {fold} from '../../datasets/rules/text.ts';
import type {Expression} from '../sql/columns.ts';
import {byRow, type RowOrder} from '../sql/row_order.ts';
import {
  type StringArray,
  StringArrayBuilder,
  sortStrings,
  stringAt,
  stringsOf,
} from '../text/string_array.ts';

/** Distinct values in their order. */
export interface Dictionary {
  /** By ordinal; empty where only the folded values are kept. */
  values: StringArray;
  /** By ordinal; empty where the order is that of the values. */
  folded: StringArray;
  count: number;
}

/** A dictionary of collected values, and where each of them is in it. */
export interface CollectedDictionary extends Dictionary {
  /** By number of a collected value; the number of values encodes null. */
  ordinalOf: Uint32Array;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NULL = 'null';

/** Texts given as JSON; `none` is the number of null, or -1. */
function textsOf({bytes, offsets}: StringArray): {texts: StringArray; none: number} {
  const texts = new StringArrayBuilder('values of a column');
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let none = -1;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const [from, to] = [offsets[i]!, offsets[i + 1]!];
    if (json[from] !== QUOTE) {
      if (json.toString('latin1', from, to) === NULL) none = i;
      texts.add(none === i ? new Uint8Array() : json.subarray(from, to));
      continue;
    }
    let isEscaped = false;
    for (let at = from; at < to && !isEscaped; at++) isEscaped = json[at] === BACKSLASH;
    texts.add(
      isEscaped
        ? Buffer.from(JSON.parse(json.toString('utf8', from, to)) as string)
        : json.subarray(from + 1, to - 1),
    );
  }
  return {texts: texts.build(), none};
}

/** Strings without that of a number, in their order. */
const without = (sorted: Uint32Array, none: number): Uint32Array =>
  none < 0 ? sorted : sorted.filter((number) => number !== none);

/** Where each number is in the order; the number of values for all others. */
function positions(sorted: Uint32Array, numbers: number): Uint32Array {
  const ordinalOf = new Uint32Array(numbers).fill(sorted.length);
  for (let ordinal = 0; ordinal < sorted.length; ordinal++) ordinalOf[sorted[ordinal]!] = ordinal;
  return ordinalOf;
}

const EMPTY: StringArray = {bytes: new Uint8Array(), offsets: new Uint32Array(1)};

/** The folded texts, in their order. */
export function foldTexts(texts: StringArray): StringArray {
  const all = new StringArrayBuilder('folded texts');
  for (let i = 0; i + 1 < texts.offsets.length; i++) all.add(Buffer.from(fold(stringAt(texts, i))));
  return all.build();
}

/** The dictionary of values given as JSON, by folded value, then value. */
export function foldedDictionary(json: StringArray, keepValues: boolean): CollectedDictionary {
  const {texts, none} = textsOf(json);
  const folded = foldTexts(texts);
  const sorted = without(sortStrings(folded, texts), none);
  return {
    values: keepValues ? stringsOf(texts, sorted) : EMPTY,
    folded: stringsOf(folded, sorted),
    count: sorted.length,
    ordinalOf: positions(sorted, json.offsets.length - 1),
  };
}

/**
 * The dictionary of values given as JSON, by code point, as groups of statistics are ordered; null is the
 * value `unknown`, if given.
 */
export function valueDictionary(json: StringArray, unknown: string | null): CollectedDictionary {
  const {texts, none} = textsOf(json);
  const numbers = json.offsets.length - 1;
  const named = new StringArrayBuilder('values of a column');
  let same = -1;
  const text = Buffer.from(unknown ?? '');
  for (let i = 0; i < numbers; i++) {
    const bytes = texts.bytes.subarray(texts.offsets[i], texts.offsets[i + 1]);
    if (i !== none && unknown !== null && text.equals(bytes)) same = i;
    named.add(i === none ? text : bytes);
  }
  // A value that is called like the missing one shares its ordinal.
  const isOne = unknown === null || same >= 0;
  const all = named.build();
  const sorted = without(sortStrings(all), isOne ? none : -1);
  const ordinalOf = positions(sorted, numbers);
  if (same >= 0 && none >= 0) ordinalOf[none] = ordinalOf[same]!;
  return {values: stringsOf(all, sorted), folded: EMPTY, count: sorted.length, ordinalOf};
}

/** An expression whose values are collected. */
export interface CollectedColumn {
  read: Expression;
  /** By position of a row: the number of its value. */
  numbers: Uint32Array;
}

/** An expression that is read as doubles. */
export interface NumericColumn {
  read: Expression;
  sql: string;
  /** By position of a row, and by row id once these are known; NaN encodes null. */
  target: Float64Array;
}

/** Ordinals by position of a row. */
export function ordinalsByPosition(
  {numbers}: CollectedColumn,
  {ordinalOf}: CollectedDictionary,
): Uint32Array {
  return numbers.map((number) => ordinalOf[number]!);
}

/** Ordinals by row id. */
export const ordinalsByRowId = (
  column: CollectedColumn,
  dictionary: CollectedDictionary,
  order: RowOrder,
): Uint32Array => byRow(ordinalsByPosition(column, dictionary), order);
