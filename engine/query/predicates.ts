/** Conditions of a query as predicates on rows, each with an upper bound of the rows that satisfy it. */

import {idColumn} from '../../datasets/index.ts';
import {mayNameNumber, plainNumber} from '../../datasets/rules/plain_numbers.ts';
import {fold} from '../../datasets/rules/text.ts';
import {
  type DictionaryColumn,
  type IndexedColumn,
  type NumericColumn,
  storedValues,
} from '../columns/column.ts';
import {expectElements} from '../file/far_elements.ts';
import type {Postings} from '../file/postings.ts';
import {NULL_I32} from '../file/section_names.ts';
import {Circle} from '../geo/circle.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import {EMPTY_SET, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate, union} from '../rowset/set_ops.ts';
import {stringAt} from '../text/string_array.ts';
import type {Condition, Near} from '../types.ts';
import {ordinalsByName, selectionOf} from './known_values.ts';
import {pointsOf, type Table} from './table.ts';

/** Numbers from `low` to `high`; of a sort key also the positions `from` to `to` in its order. */
export interface NumberRange {
  kind: 'number_range';
  upperBound: number;
  numbers: Int32Array | Float64Array;
  low: number;
  high: number;
  sorted: {rows: Uint32Array; from: number; to: number} | null;
}

export type Predicate =
  /** Rows `from` up to `to`: a range of the default order. */
  | {kind: 'row_range'; upperBound: number; from: number; to: number}
  | NumberRange
  /** Rows with one of the selected ordinals of a column. */
  | {
      kind: 'ordinals';
      upperBound: number;
      selected: Uint32Array;
      postings: Postings;
      /** Null where a row may have several ordinals. */
      ordinalByRow: Uint8Array | Uint16Array | Uint32Array | null;
      /** Null unless the rows have points and the column few values. */
      ordinalByLeaf: Uint8Array | null;
      /** Number of distinct values of the column. */
      cardinality: number;
    }
  /** Rows that were found while the query was planned. */
  | {kind: 'set'; upperBound: number; set: RowSet}
  /** Rows whose point lies in the circle. */
  | {kind: 'circle'; upperBound: number; circle: Circle}
  /** Rows that satisfy any of the predicates. */
  | {kind: 'or'; upperBound: number; anyOf: Predicate[]}
  /** Rows of the view. */
  | {kind: 'view'; upperBound: number};

const textOf = ({op, value}: Condition): string => {
  if (typeof value !== 'string') throw new Error(`${op} takes a text, got ${JSON.stringify(value)}`);
  return value;
};

/** The predicates whose conjunction is the condition. */
export function predicatesOf(table: Table, condition: Condition, scratch: Scratch): Predicate[] {
  if (condition.op === 'terms') return termPredicates(table, condition, scratch);
  if (condition.op === 'in' && condition.columns[0] === idColumn(table.layout.declaration))
    return [idsPredicate(table, condition)];
  const each = condition.columns.map((name): Predicate => {
    if (name === table.layout.numbers) return numberPredicate(table, condition, scratch);
    const column = table.columns.get(name);
    if (!column)
      throw new Error(`${table.layout.declaration.name}.${name} is not indexed: add it to its filters`);
    return columnPredicate(table, name, column, condition, scratch);
  });
  if (each.length === 1) return each;
  return [{kind: 'or', upperBound: each.reduce((sum, {upperBound}) => sum + upperBound, 0), anyOf: each}];
}

/** The rows of some record ids; of ids that no row has, nothing. */
function idsPredicate({ids}: Table, {value}: Condition): Predicate {
  if (!Array.isArray(value)) throw new Error(`a set must be a list, got ${JSON.stringify(value)}`);
  const found = (value as readonly string[]).map((id) => ids.rowOf(id)).filter((row) => row >= 0);
  return setPredicate({kind: 'array', rows: deduplicate(Uint32Array.from(found).sort())});
}

/** The rows whose number equals a text, or one of several. */
function numberPredicate({tokens, layout}: Table, {op, value}: Condition, scratch: Scratch): Predicate {
  if (!tokens.further || (op !== 'exact' && op !== 'in'))
    throw new Error(`numbers of ${layout.declaration.name} are compared whole, not by ${op}`);
  return setPredicate(tokens.further.equalTo([value].flat().map(String), scratch));
}

/** The predicate of a search by distance. */
export function circlePredicate(table: Table, near: Near): Predicate {
  const circle = new Circle(near);
  return {kind: 'circle', upperBound: pointsOf(table).countUpperBound(circle), circle};
}

function columnPredicate(
  table: Table,
  name: string,
  column: IndexedColumn,
  condition: Condition,
  scratch: Scratch,
): Predicate {
  const {op, value} = condition;
  if (op === 'gte' || op === 'lte') {
    if (column.kind !== 'numeric')
      throw new Error(`${table.layout.declaration.name}.${name} is not compared by size`);
    return rangePredicate(table, name, column, op, textOf(condition));
  }
  if (column.kind === 'numeric')
    throw new Error(`${table.layout.declaration.name}.${name} is only compared by size`);
  switch (op) {
    case 'exact':
      return ordinalPredicate(column, equalOrdinals(column, textOf(condition), scratch));
    case 'partial': {
      const substring = Buffer.from(textOf(condition));
      const count = (selected: Uint32Array) => countPostings(postingsOf(column), selected);
      const {selected, rows} = selectionOf(table, name, column, substring, scratch, count);
      const {names = []} = condition;
      if (names.length === 0) return ordinalPredicate(column, selected, rows);
      return ordinalPredicate(column, withNamed(table, column, name, selected, names, scratch));
    }
    case 'flag':
      return ordinalPredicate(column, equalOrdinals(column, String(value), scratch));
    case 'in': {
      if (!Array.isArray(value)) throw new Error(`a set must be a list, got ${JSON.stringify(value)}`);
      const texts = value as readonly string[];
      return ordinalPredicate(column, storedOrdinals(column, name, texts));
    }
    default:
      throw new Error(`the index has no operator ${op}`);
  }
}

/** Ordinals of the values whose folded text equals `text`. */
function equalOrdinals({terms}: DictionaryColumn, text: string, scratch: Scratch): Uint32Array {
  const [from, to] = terms.equalTo(Buffer.from(text));
  return scratch.range(from, to);
}

/** Some ordinals, and those of values that carry one of the names; ascending. */
function withNamed(
  table: Table,
  column: DictionaryColumn,
  name: string,
  selected: Uint32Array,
  names: readonly string[],
  scratch: Scratch,
): Uint32Array {
  const byName = ordinalsByName(table, column, name);
  const named = names.flatMap((one) => byName.get(one) ?? []);
  const all = scratch.u32(selected.length + named.length);
  all.set(selected);
  all.set(named, selected.length);
  return deduplicate(all.sort());
}

/**
 * Ordinals of values that equal one of the texts as stored, letter by letter: each among those that fold
 * alike.
 */
function storedOrdinals(column: DictionaryColumn, name: string, texts: readonly string[]): Uint32Array {
  const values = storedValues(column, name);
  const wanted = [...new Set(texts)].map((text) => ({
    text,
    range: column.terms.equalTo(Buffer.from(fold(text))),
  }));
  const matches = wanted.flatMap(({text, range: [from, to]}) => {
    const found: number[] = [];
    for (let ordinal = from; ordinal < to; ordinal++)
      if (stringAt(values, ordinal) === text) found.push(ordinal);
    return found;
  });
  return Uint32Array.from(matches);
}

function postingsOf({postings}: DictionaryColumn): Postings {
  if (!postings) throw new Error('a column that is filtered by its values keeps the rows of each');
  return postings;
}

/** Rows with one of the selected ordinals of a column; `rows` is their number where it is known. */
export function ordinalPredicate(
  column: DictionaryColumn,
  selected: Uint32Array,
  rows: number | null = null,
): Predicate {
  const {ordinals, leafOrdinals, terms} = column;
  const postings = postingsOf(column);
  return {
    kind: 'ordinals',
    upperBound: rows ?? countPostings(postings, selected),
    selected,
    postings,
    ordinalByRow: ordinals,
    ordinalByLeaf: leafOrdinals,
    cardinality: terms.count,
  };
}

function countPostings({offsets}: Postings, selected: Uint32Array): number {
  expectElements(offsets, selected, 2);
  let count = 0;
  for (let i = 0; i < selected.length; i++) count += offsets[selected[i]! + 1]! - offsets[selected[i]!]!;
  return count;
}

/** Distinct terms of a folded text, without those contained in another term, which they follow from. */
function requiredTerms(text: string): string[] {
  const terms = [...new Set(text.split(' '))];
  return terms.filter((term) => !terms.some((other) => other !== term && other.includes(term)));
}

const setPredicate = (set: RowSet): Predicate => ({kind: 'set', upperBound: sizeOf(set), set});

/** One predicate for each term, or for all where the columns are those of the search over all datasets. */
function termPredicates(table: Table, condition: Condition, scratch: Scratch): Predicate[] {
  const {tokens, rows, layout} = table;
  const text = textOf(condition);
  const {foundSearch, furtherSearch, numbers} = layout;
  if (tokens.found && areSame(condition.columns, foundSearch))
    return [setPredicate(tokens.found.rows(requiredTerms(text), scratch))];
  const all = [...foundSearch, ...furtherSearch, ...(numbers === null ? [] : [numbers])];
  if (!tokens.found || !areSame(condition.columns, all))
    throw new Error(`${layout.declaration.name} does not search ${condition.columns.join(', ')} together`);
  const {found} = tokens;
  return termsOf(table, text).map((term) =>
    setPredicate(
      union(found.rows([term], scratch), rowsInFurther(table, text, term, scratch), rows, scratch),
    ),
  );
}

const areSame = (columns: readonly string[], others: readonly string[]): boolean =>
  columns.length === others.length && columns.every((name) => others.includes(name));

/** The terms of a text that `q` looks up in both token indexes. */
function termsOf({layout}: Table, text: string): string[] {
  if (layout.numbers === null || !mayNameNumber(text)) return requiredTerms(text);
  // A row whose number holds `%100` as 100 does not therefore hold `%`: signs alone are looked for
  // themselves.
  const signs = text.split(' ').filter((term) => plainNumber(term) === '');
  return [...new Set([...requiredTerms(text), ...signs])];
}

/**
 * The rows with a term in the further columns; of numbers, its letters and digits, where the text may name
 * one.
 */
function rowsInFurther({tokens, layout}: Table, text: string, term: string, scratch: Scratch): RowSet {
  if (layout.numbers === null) return tokens.further?.rows([term], scratch) ?? EMPTY_SET;
  const part = mayNameNumber(text) ? plainNumber(term) : '';
  return part === '' ? EMPTY_SET : (tokens.further?.rows([part], scratch) ?? EMPTY_SET);
}

function rangePredicate(
  table: Table,
  name: string,
  column: NumericColumn,
  op: 'gte' | 'lte',
  text: string,
): Predicate {
  const {numbers, bound} = column;
  const limit = bound(text, op);
  // NULL_I32 and NaN encode null and lie in no range.
  const least = numbers instanceof Int32Array ? NULL_I32 + 1 : Number.NEGATIVE_INFINITY;
  const low = op === 'gte' ? Math.max(limit, least) : least;
  const high = op === 'lte' ? limit : Number.POSITIVE_INFINITY;
  const key = table.layout.orders.find(({column}) => column === name)?.key;
  const order = key === undefined ? undefined : table.orders.get(key);
  if (!order) return {kind: 'number_range', upperBound: table.rows, numbers, low, high, sorted: null};
  const {rows, valued, direction} = order;
  const first = (holds: (value: number) => boolean): number =>
    rows
      ? partitionPoint(0, valued, (position) => !holds(numbers[rows[position]!]!))
      : partitionPoint(0, valued, (row) => !holds(numbers[row]!));
  const [from, to] = positionRange(direction, first, low, high);
  if (!rows) return {kind: 'row_range', upperBound: to - from, from, to};
  const sorted = {rows, from, to};
  return {kind: 'number_range', upperBound: to - from, numbers, low, high, sorted};
}

/** The intersection of two ranges of the same numbers. */
export function intersectRanges(a: NumberRange, b: NumberRange): NumberRange {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  const {numbers} = a;
  if (!a.sorted || !b.sorted) {
    const upperBound = Math.min(a.upperBound, b.upperBound);
    return {kind: 'number_range', upperBound, numbers, low, high, sorted: null};
  }
  const from = Math.max(a.sorted.from, b.sorted.from);
  const to = Math.max(from, Math.min(a.sorted.to, b.sorted.to));
  return {kind: 'number_range', upperBound: to - from, numbers, low, high, sorted: {...a.sorted, from, to}};
}

/** The positions of the values from `low` to `high`; `first` finds the first one that holds. */
function positionRange(
  direction: 'asc' | 'desc',
  first: (holds: (value: number) => boolean) => number,
  low: number,
  high: number,
): [from: number, to: number] {
  const [from, to] =
    direction === 'desc'
      ? [first((value) => value <= high), first((value) => value < low)]
      : [first((value) => value >= low), first((value) => value > high)];
  return [from, Math.max(from, to)];
}
