/** Counts and exact sums of the groups of a row set. */
import {centsText} from '../columns/units.ts';
import {NULL_I32} from '../file/section_names.ts';
import {forEachBlock, type RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
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
  /** Ordinals with rows. */
  ordinals: Uint32Array;
  /** Whether the ordinals are in the order of the answer. */
  ordered: boolean;
}

/** Accumulators of one thread, grown to the largest group. */
export class Accumulators {
  #counts = new Float64Array(0);
  #sums = new Float64Array(0);
  #high = new Float64Array(0);

  /** Zeroed accumulators for `size` ordinals; valid until the next call. */
  reset(size: number): {counts: Float64Array; sums: Float64Array; high: Float64Array} {
    if (this.#counts.length < size) {
      this.#counts = new Float64Array(size);
      this.#sums = new Float64Array(size);
      this.#high = new Float64Array(size);
    }
    return {
      counts: this.#counts.subarray(0, size).fill(0),
      sums: this.#sums.subarray(0, size).fill(0),
      high: this.#high.subarray(0, size).fill(0),
    };
  }
}

/** The aggregates of a set of rows: the stored ones for all rows of the table. Valid until the next call. */
export function aggregate(
  table: Table,
  group: Group,
  sum: string | null,
  set: RowSet,
  scratch: Scratch,
  accumulators: Accumulators,
): Aggregates {
  if (set === table.all && group.aggregates) {
    const {counts, sums, order} = group.aggregates;
    return {counts, sums, high: null, ordinals: order, ordered: true};
  }
  const column = sum === null ? null : table.columns.get(sum);
  if (column && column.kind !== 'numeric') throw new Error(`${sum} is not a number`);
  const isWide = sum !== null && table.facts.wide_sums.includes(sum);
  const {counts, sums, high} = accumulators.reset(group.values.offsets.length - 1);
  const ordinals = scratch.u32(counts.length);
  const into = {counts, sums, high, ordinals};
  const groups = addRows(set, group, column ? column.numbers : null, into, isWide);
  const hasHigh = isWide || (group.offsets !== null && sum !== null);
  return {counts, sums, high: hasHigh ? high : null, ordinals: ordinals.subarray(0, groups), ordered: false};
}

export type Ordinals = Group['ordinals'];
export type Numbers = Int32Array | Float64Array;

interface Into {
  counts: Float64Array;
  sums: Float64Array;
  high: Float64Array;
  /** Ordinals met so far. */
  ordinals: Uint32Array;
}

/** Rows that are aggregated together. */
const BLOCK = new Uint32Array(1 << 12);

/** Aggregates a set in one pass; returns the number of groups with rows. A null adds nothing to a sum. */
function addRows(
  set: RowSet,
  {ordinals, offsets}: Group,
  numbers: Numbers | null,
  into: Into,
  isWide: boolean,
): number {
  let groups = 0;
  forEachBlock(set, BLOCK, (count) => {
    if (offsets) {
      groups = addMultivalue(ordinals, offsets, numbers, into, groups, count);
      return;
    }
    groups = addCounts(ordinals, into, groups, count);
    if (!numbers) return;
    if (isWide) addWideSums(ordinals, numbers, into, count);
    else addSums(ordinals, numbers, into, count);
  });
  return groups;
}

function addCounts(
  ordinals: Ordinals,
  {counts, ordinals: seen}: Into,
  before: number,
  count: number,
): number {
  let groups = before;
  for (let i = 0; i < count; i++) {
    const ordinal = ordinals[BLOCK[i]!]!;
    if (counts[ordinal]!++ === 0) seen[groups++] = ordinal;
  }
  return groups;
}

/** Counts a row in each of its groups, with sums in two limbs, which are exact in any case. */
function addMultivalue(
  ordinals: Ordinals,
  offsets: Uint32Array,
  numbers: Numbers | null,
  {counts, sums, high, ordinals: seen}: Into,
  before: number,
  count: number,
): number {
  const nullValue = numbers && nullOf(numbers);
  let groups = before;
  for (let i = 0; i < count; i++) {
    const row = BLOCK[i]!;
    const value = numbers ? numbers[row]! : 0;
    const addend = value === nullValue || Number.isNaN(value) ? 0 : value;
    const limbs = Math.floor(addend / LIMB);
    for (let j = offsets[row]!; j < offsets[row + 1]!; j++) {
      const ordinal = ordinals[j]!;
      if (counts[ordinal]!++ === 0) seen[groups++] = ordinal;
      high[ordinal]! += limbs;
      sums[ordinal]! += addend - limbs * LIMB;
    }
  }
  return groups;
}

/** The number that encodes null, beside NaN. */
export const nullOf = (numbers: Numbers): number => (numbers instanceof Int32Array ? NULL_I32 : Number.NaN);

function addSums(ordinals: Ordinals, numbers: Numbers, {sums}: Into, count: number): void {
  const nullValue = nullOf(numbers);
  for (let i = 0; i < count; i++) {
    const row = BLOCK[i]!;
    const value = numbers[row]!;
    if (!Number.isNaN(value) && value !== nullValue) sums[ordinals[row]!]! += value;
  }
}

/** As `addSums`, in two limbs. */
function addWideSums(ordinals: Ordinals, numbers: Numbers, {sums, high}: Into, count: number): void {
  const nullValue = nullOf(numbers);
  for (let i = 0; i < count; i++) {
    const row = BLOCK[i]!;
    const value = numbers[row]!;
    if (Number.isNaN(value) || value === nullValue) continue;
    const limbs = Math.floor(value / LIMB);
    high[ordinals[row]!]! += limbs;
    sums[ordinals[row]!]! += value - limbs * LIMB;
  }
}

/** Exact sum of a group in cents. */
export function exactCents({sums, high}: Aggregates, ordinal: number): bigint | number {
  if (!high) return sums[ordinal]!;
  return BigInt(high[ordinal]!) * BigInt(LIMB) + BigInt(sums[ordinal]!);
}

/** Cents as decimal text with two digits after the point. */
export function exactText(cents: bigint | number): string {
  if (typeof cents === 'number') return centsText(cents);
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
