/** Counts and exact sums of the groups of a set of rows. */

import {centsText} from '../columns/units.ts';
import {NULL_I32} from '../file/section_names.ts';
import {forEachBlock, type RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {StatsQuery} from '../types.ts';
import {matchingRows} from './plan.ts';
import type {Group, Table} from './table.ts';

/** Sums are kept in two parts where one number may not hold them exactly: multiples of this, and the rest. */
const PART = 2 ** 26;

/** Counts and sums by code, and the codes that have records. */
export interface Aggregates {
  counts: ArrayLike<number>;
  /** Cents; exact, or with `high` the rest beside multiples of PART. */
  sums: ArrayLike<number>;
  high: ArrayLike<number> | null;
  ordinals: Uint32Array;
  /** True where `codes` stand in the order of the answer. */
  ordered: boolean;
}

/** Accumulators of one thread, grown to the largest group. */
export class Accumulators {
  #counts = new Float64Array(0);
  #sums = new Float64Array(0);
  #high = new Float64Array(0);

  /** Empty accumulators for so many codes. */
  reset(codes: number): {counts: Float64Array; sums: Float64Array; high: Float64Array} {
    if (this.#counts.length < codes) {
      this.#counts = new Float64Array(codes);
      this.#sums = new Float64Array(codes);
      this.#high = new Float64Array(codes);
    }
    return {
      counts: this.#counts.subarray(0, codes).fill(0),
      sums: this.#sums.subarray(0, codes).fill(0),
      high: this.#high.subarray(0, codes).fill(0),
    };
  }
}

/** The totals that a query asks for: the prepared ones without filters, else those of the rows that pass. */
export function aggregate(
  table: Table,
  group: Group,
  sum: string | null,
  query: StatsQuery,
  scratch: Scratch,
  room: Accumulators,
): Aggregates {
  if (query.where.length === 0 && !query.near && group.aggregates) {
    const {counts, sums, order} = group.aggregates;
    return {counts, sums, high: null, ordinals: order, ordered: true};
  }
  const set = matchingRows(table, query.where, scratch, query.near);
  const column = sum === null ? null : table.columns.get(sum);
  if (column && column.kind !== 'numeric') throw new Error(`${sum} is not a number`);
  const wide = sum !== null && table.facts.wide_sums.includes(sum);
  const {counts, sums, high} = room.reset(group.values.offsets.length - 1);
  const codes = scratch.u32(counts.length);
  const found = add(set, group, column ? column.numbers : null, {counts, sums, high, codes}, wide);
  const parts = wide || (group.offsets !== null && sum !== null);
  return {counts, sums, high: parts ? high : null, ordinals: codes.subarray(0, found), ordered: false};
}

type Codes = Group['ordinals'];
type Numbers = Int32Array | Float64Array;

interface Into {
  counts: Float64Array;
  sums: Float64Array;
  high: Float64Array;
  codes: Uint32Array;
}

/** Ranks that are looked at together. */
const BLOCK = new Uint32Array(1 << 12);

/** One pass over a set; gives how many codes occur. A null adds nothing to the sum. */
function add(
  set: RowSet,
  {ordinals: codes, offsets: at}: Group,
  numbers: Numbers | null,
  into: Into,
  wide: boolean,
): number {
  let found = 0;
  forEachBlock(set, BLOCK, (count) => {
    if (at) {
      found = addLists(codes, at, numbers, into, found, count);
      return;
    }
    found = addCounts(codes, into, found, count);
    if (!numbers) return;
    if (wide) addWide(codes, numbers, into, count);
    else addSums(codes, numbers, into, count);
  });
  return found;
}

function addCounts(codes: Codes, {counts, codes: present}: Into, before: number, count: number): number {
  let found = before;
  for (let i = 0; i < count; i++) {
    const code = codes[BLOCK[i]!]!;
    if (counts[code]!++ === 0) present[found++] = code;
  }
  return found;
}

/** A row counts in each of its codes. Sums are kept in two parts, which are exact in any case. */
function addLists(
  codes: Codes,
  at: Uint32Array,
  numbers: Numbers | null,
  {counts, sums, high, codes: present}: Into,
  before: number,
  count: number,
): number {
  const none = numbers && noneOf(numbers);
  let found = before;
  for (let i = 0; i < count; i++) {
    const rank = BLOCK[i]!;
    const value = numbers ? numbers[rank]! : 0;
    const given = value === none || Number.isNaN(value) ? 0 : value;
    const part = Math.floor(given / PART);
    for (let j = at[rank]!; j < at[rank + 1]!; j++) {
      const code = codes[j]!;
      if (counts[code]!++ === 0) present[found++] = code;
      high[code]! += part;
      sums[code]! += given - part * PART;
    }
  }
  return found;
}

/** What stands for null among the numbers, beside NaN. */
const noneOf = (numbers: Numbers): number => (numbers instanceof Int32Array ? NULL_I32 : Number.NaN);

function addSums(codes: Codes, numbers: Numbers, {sums}: Into, count: number): void {
  const none = noneOf(numbers);
  for (let i = 0; i < count; i++) {
    const rank = BLOCK[i]!;
    const value = numbers[rank]!;
    if (!Number.isNaN(value) && value !== none) sums[codes[rank]!]! += value;
  }
}

/** As `addSums`, in two parts. */
function addWide(codes: Codes, numbers: Numbers, {sums, high}: Into, count: number): void {
  const none = noneOf(numbers);
  for (let i = 0; i < count; i++) {
    const rank = BLOCK[i]!;
    const value = numbers[rank]!;
    if (Number.isNaN(value) || value === none) continue;
    const part = Math.floor(value / PART);
    high[codes[rank]!]! += part;
    sums[codes[rank]!]! += value - part * PART;
  }
}

/** Exact sum in cents. */
export function exactCents({sums, high}: Aggregates, code: number): bigint | number {
  if (!high) return sums[code]!;
  return BigInt(high[code]!) * BigInt(PART) + BigInt(sums[code]!);
}

/** A sum as decimal text with two digits behind the point. */
export function exactText(sum: bigint | number): string {
  if (typeof sum === 'number') return centsText(sum);
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
