/** The rows that one criterion finds, in the form that costs least. */
import type {Bitmap} from '../rowset/bitmap.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate} from '../rowset/set_ops.ts';
import type {NumberRange, Predicate} from './predicates.ts';
import {addByNumber, addByOrdinal} from './scan.ts';
import type {Table} from './table.ts';

/** So many ranks of several lists are sorted; more are put into a bitset. */
const FEW = 256;

/**
 * What a row costs: looked at in turn, added from a long list, added from many short ones or in no order. Measured in
 * nanoseconds on one machine; only their ratios count.
 */
export const COST = {scanned: 2, listed: 1, scattered: 3};

/** Lists that are shorter than this count as scattered. */
const SHORT = 16;

type Codes = Extract<Predicate, {kind: 'codes'}>;

/** Ranks from, to. */
export interface RowRange {
  from: number;
  to: number;
}

/** Rows that pass any of the criteria. */
export function evaluateAny(table: Table, of: Predicate[], scratch: Scratch): RowSet {
  return evaluate(table, {kind: 'any', most: table.rows, of}, {from: 0, to: table.rows}, scratch);
}

/** Rows of a criterion within the clip. */
export function evaluate(table: Table, criterion: Predicate, clip: RowRange, scratch: Scratch): RowSet {
  switch (criterion.kind) {
    case 'range': {
      const from = Math.max(criterion.from, clip.from);
      return {kind: 'range', from, to: Math.max(from, Math.min(criterion.to, clip.to))};
    }
    case 'view':
      return {kind: 'array', rows: within(table.view!.rows, 0, table.view!.rows.length, clip)};
    case 'codes':
      return union(table, criterion, clip, scratch);
    case 'numbers':
      return inRange(table, criterion, clip, scratch);
    case 'prepared':
      return copied(table, criterion.words, clip, scratch);
    case 'near':
      return inCircle(table, criterion, clip, scratch);
    case 'any': {
      const bits = scratch.bitmap(table.rows);
      for (const one of criterion.of) {
        // Lists go into the common set at once: a set of their own would be made, counted and read again.
        if (one.kind === 'codes') addLists(bits, one, clip, table.rows);
        else addRowSet(bits, evaluate(table, one, clip, scratch));
      }
      return {kind: 'bitmap', bitmap: bits, count: bits.count()};
    }
  }
}

function inCircle(
  table: Table,
  {circle, most}: Extract<Predicate, {kind: 'near'}>,
  {from, to}: RowRange,
  scratch: Scratch,
): RowSet {
  const room = scratch.u32(most);
  let count = 0;
  for (let i = 0, all = table.points!.rowsInside(circle, room); i < all; i++) {
    const rank = room[i]!;
    if (rank >= from && rank < to) room[count++] = rank;
  }
  if (count <= FEW) return {kind: 'array', rows: scratch.shrink(room, count).sort()};
  const bits = scratch.bitmap(table.rows);
  bits.addUnsorted(room, count);
  return {kind: 'bitmap', bitmap: bits, count};
}

/** The part of a bitset that lies within the clip, in room of its own. */
function copied(table: Table, words: Uint32Array, {from, to}: RowRange, scratch: Scratch): RowSet {
  const bits = scratch.bitmap(table.rows);
  bits.addRange(from, to);
  return {kind: 'bitmap', bitmap: bits, count: bits.and(words)};
}

/** Adds every member of a set. */
export function addRowSet(bits: Bitmap, set: RowSet): void {
  if (set.kind === 'array') bits.addSorted(set.rows);
  else if (set.kind === 'range') bits.addRange(set.from, set.to);
  else
    set.bitmap.forEachWord((word, held) => {
      bits.setWord(word, bits.words[word]! | held);
      return true;
    });
}

/** The part of a sorted list from `begin` to `end` that lies within the clip. */
function within(ranks: Uint32Array, begin: number, end: number, {from, to}: RowRange): Uint32Array {
  const low = from === 0 ? begin : lowerBound(ranks, from, begin, end);
  const high = ranks[end - 1]! < to ? end : lowerBound(ranks, to, low, end);
  return ranks.subarray(low, Math.max(low, high));
}

/** Rows of several codes. */
function union(
  table: Table,
  {postings: {rows: ranks, offsets: at}, wanted, codes, values, most}: Codes,
  clip: RowRange,
  scratch: Scratch,
): RowSet {
  if (wanted.length === 1) {
    const code = wanted[0]!;
    return {kind: 'array', rows: within(ranks, at[code]!, at[code + 1]!, clip)};
  }
  if (most <= FEW) {
    const room = scratch.u32(most);
    let count = 0;
    for (let i = 0; i < wanted.length; i++) {
      for (let j = at[wanted[i]!]!; j < at[wanted[i]! + 1]!; j++) {
        const rank = ranks[j]!;
        if (rank >= clip.from && rank < clip.to) room[count++] = rank;
      }
    }
    const sorted = room.subarray(0, count).sort();
    // Without a code for each row it may have several of them.
    return {kind: 'array', rows: codes ? sorted : deduplicate(sorted)};
  }
  const bits = scratch.bitmap(table.rows);
  const each = most < wanted.length * SHORT ? COST.scattered : COST.listed;
  if (codes && most * each > (clip.to - clip.from) * COST.scanned) {
    const mask = ordinalMask(wanted, values, scratch);
    return {kind: 'bitmap', bitmap: bits, count: addByOrdinal(bits, codes, mask, clip.from, clip.to)};
  }
  const whole = addLists(bits, {postings: {rows: ranks, offsets: at}, wanted}, clip, table.rows);
  return {kind: 'bitmap', bitmap: bits, count: whole && codes ? most : bits.count()};
}

/** Adds the rows of several codes within the clip; gives whether that is the whole table. */
function addLists(
  bits: Bitmap,
  {postings: {rows: ranks, offsets: at}, wanted}: Pick<Codes, 'postings' | 'wanted'>,
  clip: RowRange,
  rows: number,
): boolean {
  const whole = clip.from === 0 && clip.to === rows;
  for (let i = 0; i < wanted.length; i++) {
    const begin = at[wanted[i]!]!;
    const end = at[wanted[i]! + 1]!;
    if (whole) bits.addSortedSlice(ranks, begin, end);
    else if (end - begin > SHORT) bits.addSorted(within(ranks, begin, end, clip));
    else bits.addSortedWithin(ranks, begin, end, clip.from, clip.to);
  }
  return whole;
}

/** A bit for each of the codes. */
export function ordinalMask(wanted: Uint32Array, values: number, scratch: Scratch): Uint32Array {
  const mask = scratch.bitmap(values + 1);
  mask.addSorted(wanted);
  return mask.words;
}

function inRange(
  table: Table,
  {numbers, low, high, sorted}: NumberRange,
  {from, to}: RowRange,
  scratch: Scratch,
): RowSet {
  const bits = scratch.bitmap(table.rows);
  const scan = (to - from) * COST.scanned;
  const inside = sorted ? sorted.to - sorted.from : table.rows;
  const outside = table.rows - inside;
  if (!sorted || Math.min(inside, outside) * COST.scattered > scan) {
    return {kind: 'bitmap', bitmap: bits, count: addByNumber(bits, numbers, low, high, from, to)};
  }
  if (outside < inside) {
    bits.addRange(from, to);
    removeOutside(bits, sorted);
    return {kind: 'bitmap', bitmap: bits, count: bits.count()};
  }
  let count = 0;
  for (let i = sorted.from; i < sorted.to; i++) {
    const rank = sorted.ranks[i]!;
    if (rank < from || rank >= to) continue;
    bits.add(rank);
    count++;
  }
  return {kind: 'bitmap', bitmap: bits, count};
}

/** Takes away the rows that lie outside a range. */
export function removeOutside(bits: Bitmap, {ranks, from, to}: NonNullable<NumberRange['sorted']>): void {
  bits.removeSlice(ranks, 0, from);
  bits.removeSlice(ranks, to, ranks.length);
}
