/** Conditions of a query as criteria over ranks: how many rows they find at most, which, and whether one passes. */

import {
  type DictionaryColumn,
  type IndexedColumn,
  type NumericColumn,
  storedValues,
} from '../columns/column.ts';
import type {Postings} from '../file/postings.ts';
import {NULL_I32, substringKey} from '../file/section_names.ts';
import {Circle} from '../geo/circle.ts';
import {lowerBound, partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {StringArray} from '../text/string_array.ts';
import type {Condition, Near} from '../types.ts';
import type {Table, TokenIndex} from './table.ts';

/** A range of numbers; where they are a sort key, the rows at the places from one up to another in its order. */
export interface NumberRange {
  kind: 'numbers';
  most: number;
  numbers: Int32Array | Float64Array;
  low: number;
  high: number;
  sorted: {ranks: Uint32Array; places: Uint32Array; from: number; to: number} | null;
}

export type Predicate =
  /** Ranks from, to: a range of the default order. */
  | {kind: 'range'; most: number; from: number; to: number}
  | NumberRange
  /** Rows with one of the codes. `codes` by rank, where every row has one, and by place, where rows have points. */
  | {
      kind: 'codes';
      most: number;
      wanted: Uint32Array;
      postings: Postings;
      codes: Uint8Array | Uint16Array | Uint32Array | null;
      byPlace: Uint8Array | null;
      values: number;
    }
  /** Prepared rows, as the words of a bitset. */
  | {kind: 'prepared'; most: number; words: Uint32Array}
  /** Rows whose point lies in the circle. */
  | {kind: 'near'; most: number; circle: Circle}
  /** Rows that pass any of them. */
  | {kind: 'any'; most: number; of: Predicate[]}
  /** Rows of the view. */
  | {kind: 'view'; most: number};

const textOf = ({op, value}: Condition): string => {
  if (typeof value !== 'string') throw new Error(`${op} takes a text, got ${JSON.stringify(value)}`);
  return value;
};

/** Criteria that must all hold for a condition to hold. */
export function predicatesOf(table: Table, condition: Condition, scratch: Scratch): Predicate[] {
  if (condition.op === 'terms') return termsOf(table, condition, scratch);
  const each = condition.columns.map((name) => {
    const column = table.columns.get(name);
    if (!column) throw new Error(`${table.layout.of.name}.${name} is not indexed: add it to its filters`);
    return criterionOf(table, name, column, condition, scratch);
  });
  if (each.length === 1) return each;
  return [{kind: 'any', most: each.reduce((sum, {most}) => sum + most, 0), of: each}];
}

/** The criterion of a search by distance. */
export function circlePredicate({points, layout: plan}: Table, near: Near): Predicate {
  if (!points) throw new Error(`rows of ${plan.of.name} have no point`);
  const circle = new Circle(near);
  return {kind: 'near', most: points.countUpperBound(circle), circle};
}

function criterionOf(
  table: Table,
  name: string,
  column: IndexedColumn,
  condition: Condition,
  scratch: Scratch,
): Predicate {
  const {op, value} = condition;
  if (op === 'gte' || op === 'lte') {
    if (column.kind !== 'numeric') throw new Error(`${table.layout.of.name}.${name} is not compared by size`);
    return rangeOf(table, name, column, op, textOf(condition));
  }
  if (column.kind === 'numeric') throw new Error(`${table.layout.of.name}.${name} is only compared by size`);
  switch (op) {
    case 'exact':
      return ordinalPredicate(column, equalCodes(column, [textOf(condition)], scratch));
    case 'partial':
      return ordinalPredicate(column, column.terms.containing(Buffer.from(textOf(condition)), scratch));
    case 'flag':
      return ordinalPredicate(column, equalCodes(column, [String(value)], scratch));
    case 'in': {
      if (!Array.isArray(value)) throw new Error(`a set must be a list, got ${JSON.stringify(value)}`);
      return ordinalPredicate(
        column,
        storedCodes(storedValues(column, name), value as readonly string[], scratch),
      );
    }
    default:
      throw new Error(`the index has no operator ${op}`);
  }
}

/** Codes of the values whose folded texts equal one of the texts. */
function equalCodes(
  {terms: lexicon}: DictionaryColumn,
  texts: readonly string[],
  scratch: Scratch,
): Uint32Array {
  const found: number[] = [];
  for (const text of texts) {
    const [from, to] = lexicon.equalTo(Buffer.from(text));
    for (let code = from; code < to; code++) found.push(code);
  }
  const room = scratch.u32(found.length);
  room.set(found);
  return room;
}

/** Codes of values as they are stored; a list of them is short. */
function storedCodes(values: StringArray, texts: readonly string[], scratch: Scratch): Uint32Array {
  const wanted = new Set(texts);
  const found: number[] = [];
  const all = Buffer.from(values.bytes.buffer, values.bytes.byteOffset, values.bytes.byteLength);
  for (const text of wanted) {
    const bytes = Buffer.from(text);
    for (let code = 0; code + 1 < values.offsets.length; code++) {
      const [from, to] = [values.offsets[code]!, values.offsets[code + 1]!];
      if (to - from === bytes.length && all.compare(bytes, 0, bytes.length, from, to) === 0) found.push(code);
    }
  }
  const room = scratch.u32(found.length);
  room.set(found);
  return room;
}

/** Rows with one of the codes of a column. */
export function ordinalPredicate(column: DictionaryColumn, wanted: Uint32Array): Predicate {
  const {postings, ordinals: codes, leafOrdinals: byPlace, terms: lexicon} = column;
  if (!postings) throw new Error('a column that is filtered by its values keeps the rows of each');
  const most = rowsOf(postings, wanted);
  return {kind: 'codes', most, wanted, postings, codes, byPlace, values: lexicon.count};
}

function rowsOf({offsets: at}: Postings, wanted: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < wanted.length; i++) sum += at[wanted[i]! + 1]! - at[wanted[i]!]!;
  return sum;
}

/** Terms of a folded text; one inside another asks for nothing more. */
export function requiredTerms(text: string): string[] {
  const terms = [...new Set(text.split(' '))];
  return terms.filter((term) => !terms.some((other) => other !== term && other.includes(term)));
}

/** One criterion a term. */
function termsOf(table: Table, condition: Condition, scratch: Scratch): Predicate[] {
  const {tokens: words, layout: plan} = table;
  const same = words && condition.columns.join() === plan.search.join();
  if (!same) throw new Error(`${plan.of.name} does not search ${condition.columns.join(', ')} together`);
  return requiredTerms(textOf(condition)).map((term): Predicate => {
    const part = Buffer.from(term);
    const prepared = wideOf(words, table.rows, part);
    if (prepared) return prepared;
    const wanted = words.terms.containing(part, scratch);
    const {postings, terms: lexicon} = words;
    return {
      kind: 'codes',
      most: rowsOf(postings, wanted),
      wanted,
      postings,
      codes: null,
      byPlace: null,
      values: lexicon.count,
    };
  });
}

/** The prepared rows of a short part that very many rows have. */
function wideOf({wide}: TokenIndex, rows: number, part: Buffer): Predicate | null {
  if (part.length > 3) return null;
  const number = substringKey(part);
  const slot = lowerBound(wide.parts, number);
  if (wide.parts[slot] !== number) return null;
  const length = (rows + 31) >>> 5;
  return {
    kind: 'prepared',
    most: wide.counts[slot]!,
    words: wide.bits.subarray(slot * length, (slot + 1) * length),
  };
}

function rangeOf(
  table: Table,
  name: string,
  {numbers, bound}: NumericColumn,
  op: 'gte' | 'lte',
  text: string,
): Predicate {
  const limit = bound(text, op);
  // The smallest number of 32 bits and NaN stand for null and lie in no range.
  const least = numbers instanceof Int32Array ? NULL_I32 + 1 : Number.NEGATIVE_INFINITY;
  const low = op === 'gte' ? Math.max(limit, least) : least;
  const high = op === 'lte' ? limit : Number.POSITIVE_INFINITY;
  const key = table.layout.orders.find(({column}) => column === name)?.key;
  const order = key === undefined ? undefined : table.orders.get(key);
  if (!order) return {kind: 'numbers', most: table.rows, numbers, low, high, sorted: null};
  const valueAt = (place: number) => numbers[order.rows ? order.rows[place]! : place]!;
  const [from, to] = placesOf(order.valued, order.direction, valueAt, low, high);
  const {rows: ranks, positions: places} = order;
  if (!ranks || !places) return {kind: 'range', most: to - from, from, to};
  return {kind: 'numbers', most: to - from, numbers, low, high, sorted: {ranks, places, from, to}};
}

/** Two ranges of the same numbers as one. */
export function intersectRanges(a: NumberRange, b: NumberRange): NumberRange {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  const {numbers} = a;
  if (!a.sorted || !b.sorted)
    return {kind: 'numbers', most: Math.min(a.most, b.most), numbers, low, high, sorted: null};
  const from = Math.max(a.sorted.from, b.sorted.from);
  const to = Math.max(from, Math.min(a.sorted.to, b.sorted.to));
  return {kind: 'numbers', most: to - from, numbers, low, high, sorted: {...a.sorted, from, to}};
}

/** Places from, to of the values within the bounds among the first `known` places. */
function placesOf(
  known: number,
  direction: 'asc' | 'desc',
  valueAt: (place: number) => number,
  low: number,
  high: number,
): [from: number, to: number] {
  const first = (holds: (value: number) => boolean): number =>
    partitionPoint(0, known, (place) => !holds(valueAt(place)));
  const [from, to] =
    direction === 'desc'
      ? [first((value) => value <= high), first((value) => value < low)]
      : [first((value) => value >= low), first((value) => value > high)];
  return [from, Math.max(from, to)];
}
