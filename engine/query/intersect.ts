/** What a criterion leaves of a set that is there already. */

import type {Postings} from '../file/postings.ts';
import type {Bits} from '../rowset/bitmap.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import {each, NOTHING, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addAll, type Interval, maskOf, removeOutside, rowsOf} from './evaluate.ts';
import type {Criterion, NumberRange} from './predicates.ts';
import {addCommon, keepByCode, keepByNumber, keepByPlace} from './scan.ts';
import type {Table} from './table.ts';

/** So many ranks are tested one by one; more as a bitset. */
const MANY = 4096;

type Codes = Extract<Criterion, {kind: 'codes'}>;

/** A set so many times as large is not tested but met with the rows of the criterion. */
const MUCH = 6;

/** Looking a rank up in a sorted list costs about as much as adding so many to a set. */
const LOOK_UP = 16;

/** Measuring the distance of a row costs about as much as taking so many that surely lie in the circle. */
const FAR = 8;

/** What is left of a set when a criterion is applied to it. Few ranks are tested one by one, more as a bitset. */
export function keep(
  table: Table,
  set: RowSet,
  criterion: Criterion,
  clip: Interval,
  scratch: Scratch,
): RowSet {
  const size = sizeOf(set);
  if (size === 0) return NOTHING;
  if (set.kind !== 'bits' && size <= MANY) return keepFew(table, set, criterion, clip, scratch);
  const bits = set.kind === 'bits' ? set.bits : scratch.bits(table.rows);
  if (set.kind !== 'bits') addAll(bits, set);
  if (criterion.kind === 'codes' && !criterion.codes) return common(table, bits, criterion, scratch);
  return {kind: 'bits', bits, count: keepBits(table, bits, size, criterion, clip, scratch)};
}

/** What a set has in common with the rows of several codes, which are looked up in it without being put together. */
function common(table: Table, set: Bits, {postings, wanted}: Codes, scratch: Scratch): RowSet {
  const {rows: ranks, offsets: at} = postings;
  const bits = scratch.bits(table.rows);
  let count = 0;
  for (let i = 0; i < wanted.length; i++) {
    count += addCommon(bits, set, ranks, at[wanted[i]!]!, at[wanted[i]! + 1]!);
  }
  return {kind: 'bits', bits, count};
}

/** Keeps of a bitset what the criterion allows; gives how many are left. */
function keepBits(
  table: Table,
  bits: Bits,
  size: number,
  criterion: Criterion,
  clip: Interval,
  scratch: Scratch,
): number {
  if (criterion.kind === 'view') return bits.and(table.view!.bits.words);
  if (criterion.kind === 'prepared') return bits.and(criterion.words);
  if (criterion.kind === 'near' && size * FAR < criterion.most) {
    return bits.keep((rank) => table.points!.isIn(criterion.circle, rank));
  }
  if (criterion.kind === 'numbers') return keepRange(table, bits, size, criterion);
  if (criterion.kind === 'codes' && criterion.codes && size < criterion.most * MUCH) {
    return keepByCode(bits, criterion.codes, maskOf(criterion.wanted, criterion.values, scratch));
  }
  const other = rowsOf(table, criterion, clip, scratch);
  if (other.kind === 'bits') return bits.and(other.bits.words);
  const more = scratch.bits(table.rows);
  addAll(more, other);
  return bits.and(more.words);
}

/** Keeps the rows of a range: one by one, or by taking away the others where these are fewer. */
function keepRange(
  table: Table,
  bits: Bits,
  size: number,
  {numbers, low, high, sorted}: NumberRange,
): number {
  const outside = sorted ? table.rows - (sorted.to - sorted.from) : table.rows;
  if (!sorted) return keepByNumber(bits, numbers, low, high);
  if (outside > size * 2) return keepByPlace(bits, sorted.places, sorted.from, sorted.to);
  removeOutside(bits, sorted);
  return bits.count();
}

/** The members of a small set that the criterion allows. */
function keepFew(table: Table, set: RowSet, criterion: Criterion, clip: Interval, scratch: Scratch): RowSet {
  const room = scratch.numbers(sizeOf(set));
  const test = testOf(table, sizeOf(set), criterion, clip, scratch);
  let count = 0;
  each(set, (rank) => {
    if (test(rank)) room[count++] = rank;
  });
  return {kind: 'ranks', ranks: room.subarray(0, count)};
}

/** Whether a rank passes, for so many ranks as `size`. */
export function testOf(
  table: Table,
  size: number,
  criterion: Criterion,
  clip: Interval,
  scratch: Scratch,
): (rank: number) => boolean {
  switch (criterion.kind) {
    case 'view': {
      const {bits} = table.view!;
      return (rank) => bits.has(rank);
    }
    case 'prepared': {
      const {words} = criterion;
      return (rank) => ((words[rank >>> 5]! >>> (rank & 31)) & 1) === 1;
    }
    case 'near': {
      const {circle} = criterion;
      const points = table.points!;
      return (rank) => points.isIn(circle, rank);
    }
    case 'numbers': {
      const {numbers, low, high} = criterion;
      return (rank) => numbers[rank]! >= low && numbers[rank]! <= high;
    }
    case 'codes': {
      const {codes, wanted, values, postings, most} = criterion;
      if (codes && wanted.length === 1) return (rank) => codes[rank] === wanted[0];
      if (codes) {
        const mask = maskOf(wanted, values, scratch);
        return (rank) => {
          const code = codes[rank]!;
          return ((mask[code >>> 5]! >>> (code & 31)) & 1) === 1;
        };
      }
      if (size * wanted.length * LOOK_UP < most) return (rank) => hasAny(postings, wanted, rank);
      break;
    }
  }
  const other = rowsOf(table, criterion, clip, scratch);
  if (other.kind === 'interval') return (rank) => rank >= other.from && rank < other.to;
  if (other.kind === 'bits') return (rank) => other.bits.has(rank);
  const {ranks} = other;
  return (rank) => ranks[lowerBound(ranks, rank)] === rank;
}

/** Whether a row is in the list of any of the codes. */
function hasAny({rows: ranks, offsets: at}: Postings, wanted: Uint32Array, rank: number): boolean {
  for (let i = 0; i < wanted.length; i++) {
    const from = at[wanted[i]!]!;
    const to = at[wanted[i]! + 1]!;
    const place = lowerBound(ranks, rank, from, to);
    if (place < to && ranks[place] === rank) return true;
  }
  return false;
}
