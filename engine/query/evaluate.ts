/** The rows that one criterion finds, in the form that costs least. */
import type {Bits} from '../rowset/bitmap.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {distinct} from '../rowset/set_ops.ts';
import type {Criterion, NumberRange} from './predicates.ts';
import {fillByCode, fillByNumber} from './scan.ts';
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

type Codes = Extract<Criterion, {kind: 'codes'}>;

/** Ranks from, to. */
export interface Interval {
  from: number;
  to: number;
}

/** Rows that pass any of the criteria. */
export function anyOf(table: Table, of: Criterion[], scratch: Scratch): RowSet {
  return rowsOf(table, {kind: 'any', most: table.rows, of}, {from: 0, to: table.rows}, scratch);
}

/** Rows of a criterion within the clip. */
export function rowsOf(table: Table, criterion: Criterion, clip: Interval, scratch: Scratch): RowSet {
  switch (criterion.kind) {
    case 'interval': {
      const from = Math.max(criterion.from, clip.from);
      return {kind: 'interval', from, to: Math.max(from, Math.min(criterion.to, clip.to))};
    }
    case 'view':
      return {kind: 'ranks', ranks: within(table.view!.ranks, 0, table.view!.ranks.length, clip)};
    case 'codes':
      return union(table, criterion, clip, scratch);
    case 'numbers':
      return inRange(table, criterion, clip, scratch);
    case 'prepared':
      return copied(table, criterion.words, clip, scratch);
    case 'near':
      return inCircle(table, criterion, clip, scratch);
    case 'any': {
      const bits = scratch.bits(table.rows);
      for (const one of criterion.of) {
        // Lists go into the common set at once: a set of their own would be made, counted and read again.
        if (one.kind === 'codes') addLists(bits, one, clip, table.rows);
        else addAll(bits, rowsOf(table, one, clip, scratch));
      }
      return {kind: 'bits', bits, count: bits.count()};
    }
  }
}

function inCircle(
  table: Table,
  {circle, most}: Extract<Criterion, {kind: 'near'}>,
  {from, to}: Interval,
  scratch: Scratch,
): RowSet {
  const room = scratch.numbers(most);
  let count = 0;
  for (let i = 0, all = table.points!.within(circle, room); i < all; i++) {
    const rank = room[i]!;
    if (rank >= from && rank < to) room[count++] = rank;
  }
  if (count <= FEW) return {kind: 'ranks', ranks: scratch.shorten(room, count).sort()};
  const bits = scratch.bits(table.rows);
  bits.scatter(room, count);
  return {kind: 'bits', bits, count};
}

/** The part of a bitset that lies within the clip, in room of its own. */
function copied(table: Table, words: Uint32Array, {from, to}: Interval, scratch: Scratch): RowSet {
  const bits = scratch.bits(table.rows);
  bits.addInterval(from, to);
  return {kind: 'bits', bits, count: bits.and(words)};
}

/** Adds every member of a set. */
export function addAll(bits: Bits, set: RowSet): void {
  if (set.kind === 'ranks') bits.addAll(set.ranks);
  else if (set.kind === 'interval') bits.addInterval(set.from, set.to);
  else
    set.bits.eachWord((word, held) => {
      bits.setWord(word, bits.words[word]! | held);
      return true;
    });
}

/** The part of a sorted list from `begin` to `end` that lies within the clip. */
function within(ranks: Uint32Array, begin: number, end: number, {from, to}: Interval): Uint32Array {
  const low = from === 0 ? begin : lowerBound(ranks, from, begin, end);
  const high = ranks[end - 1]! < to ? end : lowerBound(ranks, to, low, end);
  return ranks.subarray(low, Math.max(low, high));
}

/** Rows of several codes. */
function union(
  table: Table,
  {postings: {rows: ranks, offsets: at}, wanted, codes, values, most}: Codes,
  clip: Interval,
  scratch: Scratch,
): RowSet {
  if (wanted.length === 1) {
    const code = wanted[0]!;
    return {kind: 'ranks', ranks: within(ranks, at[code]!, at[code + 1]!, clip)};
  }
  if (most <= FEW) {
    const room = scratch.numbers(most);
    let count = 0;
    for (let i = 0; i < wanted.length; i++) {
      for (let j = at[wanted[i]!]!; j < at[wanted[i]! + 1]!; j++) {
        const rank = ranks[j]!;
        if (rank >= clip.from && rank < clip.to) room[count++] = rank;
      }
    }
    const sorted = room.subarray(0, count).sort();
    // Without a code for each row it may have several of them.
    return {kind: 'ranks', ranks: codes ? sorted : distinct(sorted)};
  }
  const bits = scratch.bits(table.rows);
  const each = most < wanted.length * SHORT ? COST.scattered : COST.listed;
  if (codes && most * each > (clip.to - clip.from) * COST.scanned) {
    const mask = maskOf(wanted, values, scratch);
    return {kind: 'bits', bits, count: fillByCode(bits, codes, mask, clip.from, clip.to)};
  }
  const whole = addLists(bits, {postings: {rows: ranks, offsets: at}, wanted}, clip, table.rows);
  return {kind: 'bits', bits, count: whole && codes ? most : bits.count()};
}

/** Adds the rows of several codes within the clip; gives whether that is the whole table. */
function addLists(
  bits: Bits,
  {postings: {rows: ranks, offsets: at}, wanted}: Pick<Codes, 'postings' | 'wanted'>,
  clip: Interval,
  rows: number,
): boolean {
  const whole = clip.from === 0 && clip.to === rows;
  for (let i = 0; i < wanted.length; i++) {
    const begin = at[wanted[i]!]!;
    const end = at[wanted[i]! + 1]!;
    if (whole) bits.addFrom(ranks, begin, end);
    else if (end - begin > SHORT) bits.addAll(within(ranks, begin, end, clip));
    else bits.addWithin(ranks, begin, end, clip.from, clip.to);
  }
  return whole;
}

/** A bit for each of the codes. */
export function maskOf(wanted: Uint32Array, values: number, scratch: Scratch): Uint32Array {
  const mask = scratch.bits(values + 1);
  mask.addAll(wanted);
  return mask.words;
}

function inRange(
  table: Table,
  {numbers, low, high, sorted}: NumberRange,
  {from, to}: Interval,
  scratch: Scratch,
): RowSet {
  const bits = scratch.bits(table.rows);
  const scan = (to - from) * COST.scanned;
  const inside = sorted ? sorted.to - sorted.from : table.rows;
  const outside = table.rows - inside;
  if (!sorted || Math.min(inside, outside) * COST.scattered > scan) {
    return {kind: 'bits', bits, count: fillByNumber(bits, numbers, low, high, from, to)};
  }
  if (outside < inside) {
    bits.addInterval(from, to);
    removeOutside(bits, sorted);
    return {kind: 'bits', bits, count: bits.count()};
  }
  let count = 0;
  for (let i = sorted.from; i < sorted.to; i++) {
    const rank = sorted.ranks[i]!;
    if (rank < from || rank >= to) continue;
    bits.add(rank);
    count++;
  }
  return {kind: 'bits', bits, count};
}

/** Takes away the rows that lie outside a range. */
export function removeOutside(bits: Bits, {ranks, from, to}: NonNullable<NumberRange['sorted']>): void {
  bits.removeFrom(ranks, 0, from);
  bits.removeFrom(ranks, to, ranks.length);
}
