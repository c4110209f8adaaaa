/** All conditions of a query to the set of ranks that pass: narrowest first, the others tested on what is left. */
import {type Bits, each, lowerBound, NOTHING, type RowSet, sizeOf} from '../rowset.ts';
import type {Condition} from '../types.ts';
import type {Postings} from './columns.ts';
import {type Criterion, criteriaOf} from './criteria.ts';
import type {Scratch} from './scratch.ts';
import type {Table} from './table.ts';

/** So many ranks of several lists are sorted; more are put into a bitset. */
const FEW = 256;

/** Looking a rank up in a sorted list costs about as much as adding so many to a set. */
const LOOK_UP = 16;

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
      return union(table, criterion.postings, criterion.wanted, criterion.codes === null, clip, scratch);
    case 'numbers':
      return inRange(table, criterion, clip, scratch);
    case 'any': {
      const bits = scratch.bits(table.rows);
      for (const one of criterion.of) {
        const set = rowsOf(table, one, clip, scratch);
        if (set.kind === 'ranks') bits.addAll(set.ranks);
        else each(set, (rank) => bits.add(rank));
      }
      return {kind: 'bits', bits, count: bits.count()};
    }
  }
}

/** The part of a sorted list from `begin` to `end` that lies within the clip. */
function within(ranks: Uint32Array, begin: number, end: number, {from, to}: Interval): Uint32Array {
  const low = from === 0 ? begin : lowerBound(ranks, from, begin, end);
  const high = ranks[end - 1]! < to ? end : lowerBound(ranks, to, low, end);
  return ranks.subarray(low, Math.max(low, high));
}

/** Rows of several codes. `overlapping`: a row may have several of them. */
function union(
  table: Table,
  {ranks, at}: Postings,
  wanted: Uint32Array,
  overlapping: boolean,
  clip: Interval,
  scratch: Scratch,
): RowSet {
  if (wanted.length === 1) {
    const code = wanted[0]!;
    return {kind: 'ranks', ranks: within(ranks, at[code]!, at[code + 1]!, clip)};
  }
  let most = 0;
  for (let i = 0; i < wanted.length; i++) most += at[wanted[i]! + 1]! - at[wanted[i]!]!;
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
    return {kind: 'ranks', ranks: overlapping ? unique(sorted) : sorted};
  }
  const bits = scratch.bits(table.rows);
  let count = 0;
  for (let i = 0; i < wanted.length; i++) {
    const list = within(ranks, at[wanted[i]!]!, at[wanted[i]! + 1]!, clip);
    bits.addAll(list);
    count += list.length;
  }
  return {kind: 'bits', bits, count: overlapping ? bits.count() : count};
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
  let count = 0;
  if (sorted && sorted.length < (to - from) / 4) {
    for (let i = 0; i < sorted.length; i++) {
      const rank = sorted[i]!;
      if (rank < from || rank >= to) continue;
      bits.add(rank);
      count++;
    }
  } else {
    for (let rank = from; rank < to; rank++) {
      const value = numbers[rank]!;
      if (value < low || !(value <= high)) continue;
      bits.add(rank);
      count++;
    }
  }
  return {kind: 'bits', bits, count};
}

/** What is left of a set when a criterion is applied to it. */
function keep(table: Table, set: RowSet, criterion: Criterion, clip: Interval, scratch: Scratch): RowSet {
  const size = sizeOf(set);
  if (size === 0) return NOTHING;
  switch (criterion.kind) {
    case 'interval':
      return keepBy(table, set, (rank) => rank >= criterion.from && rank < criterion.to, scratch);
    case 'view': {
      const {bits} = table.view!;
      return set.kind === 'bits'
        ? common(set.bits, bits)
        : keepBy(table, set, (rank) => bits.has(rank), scratch);
    }
    case 'numbers': {
      const {numbers, low, high} = criterion;
      return keepBy(table, set, (rank) => numbers[rank]! >= low && numbers[rank]! <= high, scratch);
    }
    case 'codes': {
      const {codes, wanted, values, postings} = criterion;
      if (codes) {
        if (wanted.length === 1) {
          const code = wanted[0]!;
          return keepBy(table, set, (rank) => codes[rank] === code, scratch);
        }
        const mask = scratch.bits(values + 1);
        mask.addAll(wanted);
        return keepBy(table, set, (rank) => mask.has(codes[rank]!), scratch);
      }
      if (size * wanted.length * LOOK_UP < criterion.most) {
        return keepBy(table, set, (rank) => hasAny(postings, wanted, rank), scratch);
      }
      return commonWith(table, set, rowsOf(table, criterion, clip, scratch), scratch);
    }
    case 'any':
      return commonWith(table, set, rowsOf(table, criterion, clip, scratch), scratch);
  }
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

const common = (bits: Bits, other: Bits): RowSet => ({kind: 'bits', bits, count: bits.and(other.words)});

function commonWith(table: Table, set: RowSet, other: RowSet, scratch: Scratch): RowSet {
  if (other.kind === 'interval')
    return keepBy(table, set, (rank) => rank >= other.from && rank < other.to, scratch);
  if (set.kind === 'bits' && other.kind === 'bits') return common(set.bits, other.bits);
  if (other.kind === 'bits') return keepBy(table, set, (rank) => other.bits.has(rank), scratch);
  const {ranks} = other;
  return keepBy(
    table,
    set,
    (rank) => {
      const place = lowerBound(ranks, rank);
      return place < ranks.length && ranks[place] === rank;
    },
    scratch,
  );
}

/** The members that pass a test. A bitset is changed in place; other sets are copied. */
function keepBy(table: Table, set: RowSet, test: (rank: number) => boolean, scratch: Scratch): RowSet {
  if (set.kind === 'bits') return {kind: 'bits', bits: set.bits, count: set.bits.keep(test)};
  if (sizeOf(set) > FEW * 16) {
    const bits = scratch.bits(table.rows);
    let count = 0;
    each(set, (rank) => {
      if (!test(rank)) return;
      bits.add(rank);
      count++;
    });
    return {kind: 'bits', bits, count};
  }
  const room = scratch.numbers(sizeOf(set));
  let count = 0;
  each(set, (rank) => {
    if (test(rank)) room[count++] = rank;
  });
  return {kind: 'ranks', ranks: room.subarray(0, count)};
}
