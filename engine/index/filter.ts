/** All conditions of a query to the set of ranks that pass: narrowest first, the others tested on what is left. */
import {type Bits, each, lowerBound, NOTHING, type RowSet, sizeOf} from '../rowset.ts';
import type {Condition} from '../types.ts';
import type {Postings} from './columns.ts';
import {type Criterion, criteriaOf} from './criteria.ts';
import {fillByCode, fillByNumber, keepByCode, keepByNumber} from './scan.ts';
import type {Scratch} from './scratch.ts';
import type {Table} from './table.ts';

/** So many ranks of several lists are sorted; more are put into a bitset. */
const FEW = 256;

/** So many ranks are tested one by one; more as a bitset. */
const MANY = 4096;

/** Looking a rank up in a sorted list costs about as much as adding so many to a set. */
const LOOK_UP = 16;

/** A set of more than this part of all rows is found by looking at every row in turn. */
const WIDE = 6;

type Codes = Extract<Criterion, {kind: 'codes'}>;

interface Interval {
  from: number;
  to: number;
}

/** The rows of the table, or of the view, for which all conditions hold. Valid until the scratch is released. */
export function filter(table: Table, where: readonly Condition[], scratch: Scratch): RowSet {
  if (where.length === 0) return table.all;
  const all = where.flatMap((condition) => criteriaOf(table, condition, scratch));
  const clip: Interval = {from: 0, to: table.rows};
  const rest: Criterion[] = table.view ? [{kind: 'view', most: table.view.ranks.length}] : [];
  for (const criterion of all) {
    if (criterion.kind !== 'interval') rest.push(criterion);
    else {
      clip.from = Math.max(clip.from, criterion.from);
      clip.to = Math.min(clip.to, criterion.to);
    }
  }
  if (clip.from >= clip.to || rest.some(({most}) => most === 0)) return NOTHING;
  rest.sort((a, b) => a.most - b.most);
  const [first, ...others] = rest;
  if (!first) return {kind: 'interval', ...clip};
  // An interval that is narrower than every set is gone through itself.
  const start = clip.to - clip.from < first.most / 4 ? clip : null;
  let set: RowSet = start ? {kind: 'interval', ...start} : rowsOf(table, first, clip, scratch);
  for (const criterion of start ? rest : others) set = keep(table, set, criterion, clip, scratch);
  return set;
}

/** Rows that pass any of the criteria. */
export function anyOf(table: Table, of: Criterion[], scratch: Scratch): RowSet {
  return rowsOf(table, {kind: 'any', most: table.rows, of}, {from: 0, to: table.rows}, scratch);
}

/** Rows of a criterion within the clip. */
function rowsOf(table: Table, criterion: Criterion, clip: Interval, scratch: Scratch): RowSet {
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
    case 'any': {
      const bits = scratch.bits(table.rows);
      for (const one of criterion.of) addAll(bits, rowsOf(table, one, clip, scratch));
      return {kind: 'bits', bits, count: bits.count()};
    }
  }
}

/** The part of a bitset that lies within the clip, in room of its own. */
function copied(table: Table, words: Uint32Array, {from, to}: Interval, scratch: Scratch): RowSet {
  const bits = scratch.bits(table.rows);
  bits.addInterval(from, to);
  return {kind: 'bits', bits, count: bits.and(words)};
}

function addAll(bits: Bits, set: RowSet): void {
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
  {postings: {ranks, at}, wanted, codes, values, most}: Codes,
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
    return {kind: 'ranks', ranks: codes ? sorted : unique(sorted)};
  }
  const bits = scratch.bits(table.rows);
  if (codes && most > (clip.to - clip.from) / WIDE) {
    const mask = maskOf(wanted, values, scratch);
    return {kind: 'bits', bits, count: fillByCode(bits, codes, mask, clip.from, clip.to)};
  }
  if (clip.from === 0 && clip.to === table.rows) {
    for (let i = 0; i < wanted.length; i++) bits.addFrom(ranks, at[wanted[i]!]!, at[wanted[i]! + 1]!);
    return {kind: 'bits', bits, count: codes ? most : bits.count()};
  }
  for (let i = 0; i < wanted.length; i++) {
    bits.addAll(within(ranks, at[wanted[i]!]!, at[wanted[i]! + 1]!, clip));
  }
  return {kind: 'bits', bits, count: bits.count()};
}

/** A bit for each of the codes. */
function maskOf(wanted: Uint32Array, values: number, scratch: Scratch): Uint32Array {
  const mask = scratch.bits(values + 1);
  mask.addAll(wanted);
  return mask.words;
}

/** A sorted list without repeats, in its own room. */
function unique(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.subarray(0, count);
}

function inRange(
  table: Table,
  {numbers, low, high, sorted}: Extract<Criterion, {kind: 'numbers'}>,
  {from, to}: Interval,
  scratch: Scratch,
): RowSet {
  const bits = scratch.bits(table.rows);
  if (!sorted || sorted.length > (to - from) / WIDE) {
    return {kind: 'bits', bits, count: fillByNumber(bits, numbers, low, high, from, to)};
  }
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    const rank = sorted[i]!;
    if (rank < from || rank >= to) continue;
    bits.add(rank);
    count++;
  }
  return {kind: 'bits', bits, count};
}

/** What is left of a set when a criterion is applied to it. Few ranks are tested one by one, more as a bitset. */
function keep(table: Table, set: RowSet, criterion: Criterion, clip: Interval, scratch: Scratch): RowSet {
  const size = sizeOf(set);
  if (size === 0) return NOTHING;
  if (set.kind !== 'bits' && size <= MANY) return keepFew(table, set, criterion, clip, scratch);
  const bits = set.kind === 'bits' ? set.bits : scratch.bits(table.rows);
  if (set.kind !== 'bits') addAll(bits, set);
  return {kind: 'bits', bits, count: keepBits(table, bits, size, criterion, clip, scratch)};
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
  if (criterion.kind === 'numbers')
    return keepByNumber(bits, criterion.numbers, criterion.low, criterion.high);
  if (criterion.kind === 'codes' && criterion.codes && size < criterion.most * WIDE) {
    return keepByCode(bits, criterion.codes, maskOf(criterion.wanted, criterion.values, scratch));
  }
  const other = rowsOf(table, criterion, clip, scratch);
  if (other.kind === 'bits') return bits.and(other.bits.words);
  const more = scratch.bits(table.rows);
  addAll(more, other);
  return bits.and(more.words);
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

/** Whether a rank passes, for a set of that size. */
function testOf(
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
function hasAny({ranks, at}: Postings, wanted: Uint32Array, rank: number): boolean {
  for (let i = 0; i < wanted.length; i++) {
    const [from, to] = [at[wanted[i]!]!, at[wanted[i]! + 1]!];
    const place = lowerBound(ranks, rank, from, to);
    if (place < to && ranks[place] === rank) return true;
  }
  return false;
}
