/** Statistics: records and exact sums by one dimension (specification 1.13). */
import {DATASETS} from '../../datasets/index.ts';
import {NULL_I32} from '../facts.ts';
import {eachBlock, type RowSet} from '../rowset.ts';
import type {Row, StatsPage, StatsQuery} from '../types.ts';
import {centsText} from '../units.ts';
import {textAt} from './columns.ts';
import {filter} from './filter.ts';
import type {Scratch} from './scratch.ts';
import {firstOf} from './select.ts';
import type {Group, Table} from './table.ts';

const UNKNOWN = 'Unknown';

/** Sums are kept in two parts where one number may not hold them exactly: multiples of this, and the rest. */
const PART = 2 ** 26;

/** Counts and sums by code, and the codes that have records. */
export interface Totals {
  counts: ArrayLike<number>;
  /** Cents; exact, or with `high` the rest beside multiples of PART. */
  sums: ArrayLike<number>;
  high: ArrayLike<number> | null;
  codes: Uint32Array;
  /** True where `codes` stand in the order of the answer. */
  ordered: boolean;
}

/** Accumulators of one thread, grown to the largest group. */
export class Accumulators {
  #counts = new Float64Array(0);
  #sums = new Float64Array(0);
  #high = new Float64Array(0);

  /** Empty accumulators for so many codes. */
  take(codes: number): {counts: Float64Array; sums: Float64Array; high: Float64Array} {
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

/** One page of groups. Throws on a dataset without statistics and on a dimension it does not have. */
export function stats(table: Table, query: StatsQuery, scratch: Scratch, room: Accumulators): StatsPage {
  const of = DATASETS[query.dataset];
  const group = table.groups.get(query.group_by);
  if (!of?.stats || !group) throw new Error(`${query.dataset} cannot be grouped by ${query.group_by}`);
  const {sum} = of.stats;
  const totals = totalsOf(table, group, sum, query, scratch, room);
  const compare = comparison(group, totals, sum !== null);
  const codes = pageOf(group, totals, compare, query, scratch);
  const centsOf = (code: number) => cents(totals, code);
  const rows = codes.map(
    (code): Row => ({
      group_by: query.group_by,
      group_value: textAt(group.values, code),
      record_count: totals.counts[code]!,
      sum_field: sum,
      sum_value: sum === null ? null : Number(exactText(centsOf(code))),
    }),
  );
  const last = codes.at(-1);
  return {
    total: totals.codes.length,
    rows,
    last:
      last === undefined
        ? null
        : {
            sum: sum === null ? null : exactText(centsOf(last)),
            count: totals.counts[last]!,
            value: textAt(group.values, last),
          },
  };
}

function totalsOf(
  table: Table,
  group: Group,
  sum: string | null,
  query: StatsQuery,
  scratch: Scratch,
  room: Accumulators,
): Totals {
  if (query.where.length === 0 && group.totals) {
    const {counts, sums, order} = group.totals;
    return {counts, sums, high: null, codes: order, ordered: true};
  }
  const set = filter(table, query.where, scratch);
  const column = sum === null ? null : table.columns.get(sum);
  if (column && column.kind !== 'numbers') throw new Error(`${sum} is not a number`);
  const wide = sum !== null && table.facts.wide_sums.includes(sum);
  const {counts, sums, high} = room.take(group.values.at.length - 1);
  const codes = scratch.numbers(counts.length);
  const found = add(set, group.codes, column ? column.numbers : null, {counts, sums, high, codes}, wide);
  return {counts, sums, high: wide ? high : null, codes: codes.subarray(0, found), ordered: false};
}

type Codes = Group['codes'];
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
function add(set: RowSet, codes: Codes, numbers: Numbers | null, into: Into, wide: boolean): number {
  let found = 0;
  eachBlock(set, BLOCK, (count) => {
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
function cents({sums, high}: Totals, code: number): bigint | number {
  if (!high) return sums[code]!;
  return BigInt(high[code]!) * BigInt(PART) + BigInt(sums[code]!);
}

function exactText(sum: bigint | number): string {
  if (typeof sum === 'number') return centsText(sum);
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

type Compare = (a: number, b: number) => number;

/** Order of the groups by their codes, which are in the order of the values. */
function comparison(group: Group, totals: Totals, summed: boolean): Compare {
  if (group.chronological) {
    const unknown = codeOf(group, UNKNOWN);
    return (a, b) => Number(a === unknown) - Number(b === unknown) || b - a;
  }
  const {counts, sums, high} = totals;
  const bySum = (a: number, b: number): number => {
    if (!high) return sums[b]! - sums[a]!;
    const [x, y] = [cents(totals, a), cents(totals, b)];
    return x < y ? 1 : x > y ? -1 : 0;
  };
  return (a, b) => (summed ? bySum(a, b) : 0) || counts[b]! - counts[a]! || a - b;
}

/** First code whose value is not before the text, in code point order. */
function placeOf({values}: Group, text: string): number {
  const wanted = Buffer.from(text);
  const all = Buffer.from(values.bytes.buffer, values.bytes.byteOffset, values.bytes.byteLength);
  let [low, high] = [0, values.at.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [from, to] = [values.at[middle]!, values.at[middle + 1]!];
    if (all.compare(wanted, 0, wanted.length, from, to) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Code of a value, or -1. */
function codeOf(group: Group, text: string): number {
  const code = placeOf(group, text);
  return code < group.values.at.length - 1 && textAt(group.values, code) === text ? code : -1;
}

function pageOf(
  group: Group,
  totals: Totals,
  compare: Compare,
  query: StatsQuery,
  scratch: Scratch,
): number[] {
  const {codes, ordered} = totals;
  const {after, limit} = query;
  if (!after) {
    if (ordered) return [...codes.subarray(query.offset, query.offset + limit)];
    return firstOf(codes, compare, query.offset, limit);
  }
  const behind = isBehind(group, totals, after);
  const left = scratch.numbers(codes.length);
  let count = 0;
  for (let i = 0; i < codes.length; i++) if (behind(codes[i]!)) left[count++] = codes[i]!;
  return firstOf(left.subarray(0, count), compare, 0, limit);
}

/** Whether a group stands behind the place after which the page begins. */
function isBehind(
  group: Group,
  totals: Totals,
  after: NonNullable<StatsQuery['after']>,
): (code: number) => boolean {
  const place = placeOf(group, after.value);
  const same = codeOf(group, after.value) === place;
  if (group.chronological) {
    const unknown = codeOf(group, UNKNOWN);
    if (after.value === UNKNOWN) return () => false;
    return (code) => code === unknown || code < place;
  }
  const later = (code: number) => {
    const count = totals.counts[code]!;
    if (count !== after.count) return count < after.count;
    return same ? code > place : code >= place;
  };
  if (after.sum === null) return later;
  const sum = exactCents(after.sum);
  return (code) => {
    const own = BigInt(cents(totals, code));
    return own === sum ? later(code) : own < sum;
  };
}

/** Cents of a decimal text with at most two digits behind the point. */
function exactCents(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const size = BigInt(whole + fraction.padEnd(2, '0'));
  return sign === '-' ? -size : size;
}
