/** Counts and exact sums of the groups of a row set. */

import {centsText} from '../columns/units.ts';
import {elementsFor, expectElements, takeAll} from '../file/far_elements.ts';
import {NULL_I32} from '../file/section_names.ts';
import {forEachBlock, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {fewerOthers} from './plan.ts';
import type {Group, Table} from './table.ts';

/** A sum that one number may not hold exactly is kept as a multiple of this and a remainder. */
export const LIMB = 2 ** 26;

/** Counts and sums by ordinal of the group. */
export interface Aggregates {
  counts: ArrayLike<number>;
  /** Exact sums in cents; with `high`, the remainders. */
  sums: ArrayLike<number>;
  /** Multiples of LIMB; null where `sums` are exact. */
  high: ArrayLike<number> | null;
  /** Rows with a value of the summed column: a group without one has no sum. Null where nothing is summed. */
  valued: ArrayLike<number> | null;
  /** Ordinals with rows. */
  ordinals: Uint32Array;
  /** Whether the ordinals are in the order of the answer. */
  ordered: boolean;
}

/**
 * The aggregates of a set of rows: the stored ones for all rows of the table. Valid until the scratch is
 * released.
 */
export function aggregate(
  table: Table,
  group: Group,
  sum: string | null,
  set: RowSet,
  scratch: Scratch,
): Aggregates {
  if (set === table.all && group.aggregates) {
    const {counts, sums, valued, order} = group.aggregates;
    return {counts, sums, high: null, valued, ordinals: order, ordered: true};
  }
  const numbers = sum === null ? null : numbersOf(table, sum);
  const isWide = sum !== null && table.facts.wide_sums.includes(sum);
  const hasHigh = isWide || (group.offsets !== null && sum !== null);
  const zeros = () => scratch.f64(group.values.offsets.length - 1).fill(0);
  const into: Into = {counts: zeros(), sums: zeros(), high: zeros(), blanks: zeros()};
  const {counts, sums, high} = into;
  const others = hasHigh || !group.aggregates ? null : fewerOthers(table, set, scratch);
  addRows(others ?? set, group, numbers, into, isWide, scratch);
  const valued = numbers && valuedIn(into);
  if (others && group.aggregates) subtractFrom(group.aggregates, counts, sums, valued);
  const ordinals = withRows(counts, scratch);
  return {counts, sums, high: hasHigh ? high : null, valued, ordinals, ordered: false};
}

/** The numbers of a column by row. */
export function numbersOf({columns}: Table, name: string): Numbers {
  const column = columns.get(name);
  if (column?.kind !== 'numeric') throw new Error(`${name} is not a number`);
  return column.numbers;
}

/** Rows with a value by ordinal, in place of those without one. */
function valuedIn({counts, blanks}: Into): Float64Array {
  for (let ordinal = 0; ordinal < counts.length; ordinal++)
    blanks[ordinal] = counts[ordinal]! - blanks[ordinal]!;
  return blanks;
}

/**
 * Turns what was added up over some rows into what all other rows add up to: differences of integers are
 * exact.
 */
function subtractFrom(
  all: NonNullable<Group['aggregates']>,
  counts: Float64Array,
  sums: Float64Array,
  valued: Float64Array | null,
): void {
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    counts[ordinal] = all.counts[ordinal]! - counts[ordinal]!;
    // Without amounts there are none.
    sums[ordinal] = (all.sums[ordinal] ?? 0) - sums[ordinal]!;
    if (valued && all.valued) valued[ordinal] = all.valued[ordinal]! - valued[ordinal]!;
  }
}

/** The ordinals that have rows, ascending. */
export function withRows(counts: Float64Array, scratch: Scratch): Uint32Array {
  const ordinals = scratch.u32(counts.length);
  let length = 0;
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    ordinals[length] = ordinal;
    length += counts[ordinal]! > 0 ? 1 : 0;
  }
  return ordinals.subarray(0, length);
}

export type Ordinals = Group['ordinals'];
export type Numbers = Int32Array | Float64Array;

interface Into {
  counts: Float64Array;
  sums: Float64Array;
  high: Float64Array;
  /** Rows without a value of the summed column: fewer than those with one. */
  blanks: Float64Array;
}

/** Aggregates a set in one pass. A null adds nothing to a sum. */
function addRows(
  set: RowSet,
  {ordinals: storedOrdinals, offsets}: Group,
  storedNumbers: Numbers | null,
  into: Into,
  isWide: boolean,
  scratch: Scratch,
): void {
  const size = sizeOf(set);
  const ordinals = elementsFor(storedOrdinals, size);
  const numbers = storedNumbers && elementsFor(storedNumbers, size);
  forEachBlock(set, scratch, (rows) => {
    if (!offsets) takeAll([() => expectElements(ordinals, rows), () => expectElements(numbers, rows)]);
    if (offsets || isWide) addExactly(ordinals, offsets, numbers, into, rows);
    else if (!numbers) addCounts(ordinals, into, rows);
    else addSums(ordinals, numbers, into, rows);
  });
}

function addCounts(ordinals: Ordinals, {counts}: Into, rows: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) counts[ordinals[rows[i]!]!]!++;
}

/**
 * Counts a row in each of its groups, or in its one without offsets, with sums in two limbs, which are exact in
 * any case.
 */
function addExactly(
  ordinals: Ordinals,
  offsets: Uint32Array | null,
  numbers: Numbers | null,
  {counts, sums, high, blanks}: Into,
  rows: Uint32Array,
): void {
  const nullValue = numbers && nullOf(numbers);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = numbers ? numbers[row]! : 0;
    const isBlank = value === nullValue || Number.isNaN(value);
    const addend = isBlank ? 0 : value;
    const limbs = Math.floor(addend / LIMB);
    const [from, to] = offsets ? [offsets[row]!, offsets[row + 1]!] : [row, row + 1];
    for (let j = from; j < to; j++) {
      const ordinal = ordinals[j]!;
      counts[ordinal]!++;
      if (isBlank) blanks[ordinal]!++;
      high[ordinal]! += limbs;
      sums[ordinal]! += addend - limbs * LIMB;
    }
  }
}

/** The number that encodes null, beside NaN. */
export const nullOf = (numbers: Numbers): number => (numbers instanceof Int32Array ? NULL_I32 : Number.NaN);

function addSums(
  ordinals: Ordinals,
  numbers: Numbers,
  {counts, sums, blanks}: Into,
  rows: Uint32Array,
): void {
  const nullValue = nullOf(numbers);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const ordinal = ordinals[row]!;
    const value = numbers[row]!;
    counts[ordinal]!++;
    if (Number.isNaN(value) || value === nullValue) blanks[ordinal]!++;
    else sums[ordinal]! += value;
  }
}

/** What all rows of a set add up to, each once. */
export interface Whole {
  /** Exact sum in cents. */
  cents: bigint;
  /** Rows with a value. */
  values: number;
}

/** The whole of a set of rows, from the rows. */
export function wholeOfRows(set: RowSet, stored: Numbers, scratch: Scratch): Whole {
  const numbers = elementsFor(stored, sizeOf(set));
  const nullValue = nullOf(numbers);
  const whole = {low: 0, high: 0, values: 0};
  forEachBlock(set, scratch, (rows) => {
    expectElements(numbers, rows);
    for (let i = 0; i < rows.length; i++) {
      const value = numbers[rows[i]!]!;
      if (Number.isNaN(value) || value === nullValue) continue;
      const limbs = Math.floor(value / LIMB);
      whole.high += limbs;
      whole.low += value - limbs * LIMB;
      whole.values++;
    }
  });
  return {cents: centsOf(whole.high, whole.low), values: whole.values};
}

/** The same from the groups of rows that have one each. */
export function wholeOfGroups({sums, high, valued, ordinals}: Aggregates): Whole {
  const whole = {low: 0, high: 0, values: 0};
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i]!;
    whole.low += sums[ordinal]!;
    whole.high += high ? high[ordinal]! : 0;
    whole.values += valued ? valued[ordinal]! : 0;
  }
  return {cents: centsOf(whole.high, whole.low), values: whole.values};
}

/** A sum of two limbs, in cents. */
export const centsOf = (high: number, low: number): bigint => BigInt(high) * BigInt(LIMB) + BigInt(low);

/** Exact sum of a group in cents. */
export function exactCents({sums, high}: Aggregates, ordinal: number): bigint | number {
  if (!high) return sums[ordinal]!;
  return centsOf(high[ordinal]!, sums[ordinal]!);
}

/** Cents as decimal text with two digits after the point. */
export function exactText(cents: bigint | number): string {
  if (typeof cents === 'number') return centsText(cents);
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
