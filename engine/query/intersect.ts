/** What a criterion leaves of a set that is there already. */

import type {Postings} from '../file/postings.ts';
import type {Bitmap} from '../rowset/bitmap.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import {EMPTY_SET, forEachRow, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addRowSet, evaluate, ordinalMask, type RowRange, removeOutside} from './evaluate.ts';
import type {NumberRange, Predicate} from './predicates.ts';
import {addCommon, retainByNumber, retainByOrdinal, retainByPosition} from './scan.ts';
import type {Table} from './table.ts';

/** So many ranks are tested one by one; more as a bitset. */
const MANY = 4096;

type Codes = Extract<Predicate, {kind: 'codes'}>;

/** A set so many times as large is not tested but met with the rows of the criterion. */
const MUCH = 6;

/** Looking a rank up in a sorted list costs about as much as adding so many to a set. */
const LOOK_UP = 16;

/** Measuring the distance of a row costs about as much as taking so many that surely lie in the circle. */
const FAR = 8;

/** What is left of a set when a criterion is applied to it. Few ranks are tested one by one, more as a bitset. */
export function intersect(
  table: Table,
  set: RowSet,
  criterion: Predicate,
  clip: RowRange,
  scratch: Scratch,
): RowSet {
  const size = sizeOf(set);
  if (size === 0) return EMPTY_SET;
  if (set.kind !== 'bitmap' && size <= MANY) return keepFew(table, set, criterion, clip, scratch);
  const bits = set.kind === 'bitmap' ? set.bitmap : scratch.bitmap(table.rows);
  if (set.kind !== 'bitmap') addRowSet(bits, set);
  if (criterion.kind === 'codes' && !criterion.codes) return common(table, bits, criterion, scratch);
  return {kind: 'bitmap', bitmap: bits, count: keepBits(table, bits, size, criterion, clip, scratch)};
}

/** What a set has in common with the rows of several codes, which are looked up in it without being put together. */
function common(table: Table, set: Bitmap, {postings, wanted}: Codes, scratch: Scratch): RowSet {
  const {rows: ranks, offsets: at} = postings;
  const bits = scratch.bitmap(table.rows);
  let count = 0;
  for (let i = 0; i < wanted.length; i++) {
    count += addCommon(bits, set, ranks, at[wanted[i]!]!, at[wanted[i]! + 1]!);
  }
  return {kind: 'bitmap', bitmap: bits, count};
}

/** Keeps of a bitset what the criterion allows; gives how many are left. */
function keepBits(
  table: Table,
  bits: Bitmap,
  size: number,
  criterion: Predicate,
  clip: RowRange,
  scratch: Scratch,
): number {
  if (criterion.kind === 'view') return bits.and(table.view!.bitmap.words);
  if (criterion.kind === 'prepared') return bits.and(criterion.words);
  if (criterion.kind === 'near' && size * FAR < criterion.most) {
    return bits.retain((rank) => table.points!.isRowInside(criterion.circle, rank));
  }
  if (criterion.kind === 'numbers') return keepRange(table, bits, size, criterion);
  if (criterion.kind === 'codes' && criterion.codes && size < criterion.most * MUCH) {
    return retainByOrdinal(bits, criterion.codes, ordinalMask(criterion.wanted, criterion.values, scratch));
  }
  const other = evaluate(table, criterion, clip, scratch);
  if (other.kind === 'bitmap') return bits.and(other.bitmap.words);
  const more = scratch.bitmap(table.rows);
  addRowSet(more, other);
  return bits.and(more.words);
}

/** Keeps the rows of a range: one by one, or by taking away the others where these are fewer. */
function keepRange(
  table: Table,
  bits: Bitmap,
  size: number,
  {numbers, low, high, sorted}: NumberRange,
): number {
  const outside = sorted ? table.rows - (sorted.to - sorted.from) : table.rows;
  if (!sorted) return retainByNumber(bits, numbers, low, high);
  if (outside > size * 2) return retainByPosition(bits, sorted.places, sorted.from, sorted.to);
  removeOutside(bits, sorted);
  return bits.count();
}

/** The members of a small set that the criterion allows. */
function keepFew(table: Table, set: RowSet, criterion: Predicate, clip: RowRange, scratch: Scratch): RowSet {
  const room = scratch.u32(sizeOf(set));
  const test = rowTest(table, sizeOf(set), criterion, clip, scratch);
  let count = 0;
  forEachRow(set, (rank) => {
    if (test(rank)) room[count++] = rank;
  });
  return {kind: 'array', rows: room.subarray(0, count)};
}

/** Whether a rank passes, for so many ranks as `size`. */
export function rowTest(
  table: Table,
  size: number,
  criterion: Predicate,
  clip: RowRange,
  scratch: Scratch,
): (rank: number) => boolean {
  switch (criterion.kind) {
    case 'view': {
      const {bitmap: bits} = table.view!;
      return (rank) => bits.has(rank);
    }
    case 'prepared': {
      const {words} = criterion;
      return (rank) => ((words[rank >>> 5]! >>> (rank & 31)) & 1) === 1;
    }
    case 'near': {
      const {circle} = criterion;
      const points = table.points!;
      return (rank) => points.isRowInside(circle, rank);
    }
    case 'numbers': {
      const {numbers, low, high} = criterion;
      return (rank) => numbers[rank]! >= low && numbers[rank]! <= high;
    }
    case 'codes': {
      const {codes, wanted, values, postings, most} = criterion;
      if (codes && wanted.length === 1) return (rank) => codes[rank] === wanted[0];
      if (codes) {
        const mask = ordinalMask(wanted, values, scratch);
        return (rank) => {
          const code = codes[rank]!;
          return ((mask[code >>> 5]! >>> (code & 31)) & 1) === 1;
        };
      }
      if (size * wanted.length * LOOK_UP < most) return (rank) => hasAny(postings, wanted, rank);
      break;
    }
  }
  const other = evaluate(table, criterion, clip, scratch);
  if (other.kind === 'range') return (rank) => rank >= other.from && rank < other.to;
  if (other.kind === 'bitmap') return (rank) => other.bitmap.has(rank);
  const {rows: ranks} = other;
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
