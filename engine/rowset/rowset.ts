/** Sets of rows (or of positions in another order): a range, a sorted array or a bitmap. */
import {Bitmap, ctz32, popcount32} from './bitmap.ts';
import {lowerBound} from './partition_point.ts';

export type RowSet =
  | {kind: 'range'; from: number; to: number}
  /** Ascending, each row once. */
  | {kind: 'array'; rows: Uint32Array}
  | {kind: 'bitmap'; bitmap: Bitmap; count: number};

export const EMPTY_SET: RowSet = {kind: 'range', from: 0, to: 0};

/** A set that shares no memory with the given one. */
export function copyOf(set: RowSet): RowSet {
  if (set.kind === 'array') return {...set, rows: set.rows.slice()};
  if (set.kind === 'bitmap') return {...set, bitmap: new Bitmap(set.bitmap.words.slice(), true)};
  return set;
}

/** Number of members. */
export function sizeOf(set: RowSet): number {
  switch (set.kind) {
    case 'range':
      return set.to - set.from;
    case 'array':
      return set.rows.length;
    case 'bitmap':
      return set.count;
  }
}

/** Number of members below `row`. */
export function rank(set: RowSet, row: number): number {
  switch (set.kind) {
    case 'range':
      return Math.min(Math.max(row - set.from, 0), set.to - set.from);
    case 'array':
      return lowerBound(set.rows, row);
    case 'bitmap': {
      const last = row >>> 5;
      let count = 0;
      set.bitmap.forEachWord((word, bits) => {
        if (word > last) return false;
        if (word < last) count += popcount32(bits);
        else count += popcount32(bits & ~(-1 << (row & 31)));
        return word < last;
      });
      return count;
    }
  }
}

/**
 * Copies members to `into`, ascending from the `index`-th, until it is full; returns how many (0 past the
 * end).
 */
export function select(set: RowSet, index: number, into: Uint32Array): number {
  const count = Math.min(into.length, Math.max(0, sizeOf(set) - index));
  if (count === 0) return 0;
  if (set.kind === 'range') {
    for (let i = 0; i < count; i++) into[i] = set.from + index + i;
  } else if (set.kind === 'array') {
    into.set(set.rows.subarray(index, index + count));
  } else {
    selectBits(set.bitmap, index, into.subarray(0, count));
  }
  return count;
}

/** The members in an array of their own. */
export function listOf(set: RowSet): Uint32Array {
  const rows = new Uint32Array(sizeOf(set));
  select(set, 0, rows);
  return rows;
}

/** A loop of its own: a call for each word would cost more than the word. */
function selectBits({words, summary}: Bitmap, index: number, into: Uint32Array): void {
  let skip = index;
  let count = 0;
  for (let word = 0; word < words.length && count < into.length; word++) {
    if ((word & 31) === 0 && summary[word >>> 5] === 0) {
      word += 31;
      continue;
    }
    let rest = words[word]! | 0;
    if (skip > 0) {
      const size = popcount32(rest);
      if (size <= skip) {
        skip -= size;
        continue;
      }
      for (; skip > 0; skip--) rest &= rest - 1;
    }
    for (; rest !== 0 && count < into.length; rest &= rest - 1) {
      into[count++] = (word << 5) + 31 - Math.clz32(rest & -rest);
    }
  }
}

/** Copies the members from row `from` up to row `to` to `into` until it is full; returns how many. */
export function selectRange(set: RowSet, from: number, to: number, into: Uint32Array): number {
  if (set.kind !== 'bitmap') {
    const index = rank(set, from);
    return select(set, index, into.subarray(0, Math.max(0, rank(set, to) - index)));
  }
  let count = 0;
  set.bitmap.forEachWord((word, bits) => {
    const start = word << 5;
    if (start >= to) return false;
    for (let rest = start < from ? bits & (-1 << (from & 31)) : bits; rest !== 0; rest &= rest - 1) {
      const row = start + ctz32(rest);
      if (row >= to || count === into.length) return false;
      into[count++] = row;
    }
    return count < into.length;
  }, from >>> 5);
  return count;
}

/** The greatest member below `row`, or -1. */
export function predecessor(set: RowSet, row: number): number {
  switch (set.kind) {
    case 'range': {
      const last = Math.min(row, set.to) - 1;
      return last >= set.from ? last : -1;
    }
    case 'array':
      return set.rows[lowerBound(set.rows, row) - 1] ?? -1;
    case 'bitmap':
      return set.bitmap.predecessor(row);
  }
}

/** Visits every member in ascending order. */
export function forEachRow(set: RowSet, visit: (row: number) => void): void {
  switch (set.kind) {
    case 'range':
      for (let row = set.from; row < set.to; row++) visit(row);
      return;
    case 'array':
      for (let i = 0; i < set.rows.length; i++) visit(set.rows[i]!);
      return;
    case 'bitmap':
      set.bitmap.forEachWord((word, bits) => {
        for (let rest = bits; rest !== 0; rest &= rest - 1) visit((word << 5) + ctz32(rest));
        return true;
      });
  }
}

/** Rows of a bitmap that one bit of its summary's word stands for, times the bits of that word. */
const GROUP_ROWS = 1 << 10;

/**
 * Visits the members in ascending order, a block at a time. The block of the working memory holds GROUP_ROWS
 * members or more; each block is checked. A block is valid until `visit` returns: the next one overwrites it.
 */
export function forEachBlock(
  set: RowSet,
  work: {block: Uint32Array; check(): void},
  visit: (rows: Uint32Array) => void,
): void {
  const buffer = work.block;
  if (set.kind !== 'bitmap') {
    const size = sizeOf(set);
    for (let index = 0; index < size; index += buffer.length) {
      work.check();
      visit(buffer.subarray(0, select(set, index, buffer)));
    }
    return;
  }
  const {words, summary} = set.bitmap;
  let count = 0;
  for (let group = 0; group < summary.length; group++) {
    if (summary[group] === 0) continue;
    if (count + GROUP_ROWS > buffer.length) {
      work.check();
      visit(buffer.subarray(0, count));
      count = 0;
    }
    count = copyMembers(words, group << 5, Math.min(words.length, (group + 1) << 5), buffer, count);
  }
  if (count > 0) visit(buffer.subarray(0, count));
}

/**
 * Appends the members in some words to a list that has `before`; returns how many it has then. A loop of its
 * own: no call for each word.
 */
function copyMembers(
  words: Uint32Array,
  from: number,
  to: number,
  into: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let word = from; word < to; word++) {
    const start = word << 5;
    for (let rest = words[word]! | 0; rest !== 0; rest &= rest - 1) {
      into[count++] = start + 31 - Math.clz32(rest & -rest);
    }
  }
  return count;
}
