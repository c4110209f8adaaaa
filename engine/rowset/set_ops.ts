/** Operations on whole row sets. */
import {type Bitmap, bitAt} from './bitmap.ts';
import {lowerBound} from './partition_point.ts';
import {type RowSet, select, sizeOf} from './rowset.ts';
import type {Scratch} from './scratch.ts';

/** A test of membership, specialised for the kind of set. */
export function membershipTest(set: RowSet): (row: number) => boolean {
  switch (set.kind) {
    case 'range':
      return (row) => row >= set.from && row < set.to;
    case 'array':
      return (row) => set.rows[lowerBound(set.rows, row)] === row;
    case 'bitmap':
      return (row) => set.bitmap.has(row);
  }
}

/** The members, ascending; valid until the scratch is released. */
export function toArray(set: RowSet, scratch: Scratch): Uint32Array {
  if (set.kind === 'array') return set.rows;
  const rows = scratch.u32(sizeOf(set));
  select(set, 0, rows);
  return rows;
}

/** A sorted array so many times as long as another one is searched for its rows; a shorter one is read. */
const SEARCH_RATIO = 24;

/** The rows of a table of `tableRows` rows that are in both sets; valid until the scratch is released. */
export function intersection(one: RowSet, other: RowSet, tableRows: number, scratch: Scratch): RowSet {
  if (one.kind === 'range') return within(other, one, tableRows, scratch);
  if (other.kind === 'range') return within(one, other, tableRows, scratch);
  const [smaller, larger] = sizeOf(one) <= sizeOf(other) ? [one, other] : [other, one];
  if (larger.kind === 'bitmap') return intersectWords(smaller, larger.bitmap.words, tableRows, scratch);
  if (smaller.kind === 'bitmap') return intersectWords(larger, smaller.bitmap.words, tableRows, scratch);
  const rows = toArray(smaller, scratch);
  if (larger.kind === 'array' && larger.rows.length < rows.length * SEARCH_RATIO) {
    const members = scratch.bitmap(tableRows);
    members.addRows(rows);
    return intersectWords(larger, members.words, tableRows, scratch);
  }
  const isMember = membershipTest(larger);
  const common = scratch.u32(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) if (isMember(rows[i]!)) common[count++] = rows[i]!;
  return {kind: 'array', rows: scratch.shrink(common, count)};
}

/** The members of a set within a range of rows. */
function within(set: RowSet, range: {from: number; to: number}, tableRows: number, scratch: Scratch): RowSet {
  const {from, to} = range;
  if (from <= 0 && to >= tableRows) return set;
  if (set.kind === 'range')
    return {
      kind: 'range',
      from: Math.max(from, set.from),
      to: Math.max(from, set.from, Math.min(to, set.to)),
    };
  if (set.kind === 'array')
    return {kind: 'array', rows: set.rows.subarray(lowerBound(set.rows, from), lowerBound(set.rows, to))};
  const bitmap = scratch.bitmap(tableRows);
  bitmap.addRange(from, to);
  return intersectWords({kind: 'bitmap', bitmap, count: to - from}, set.bitmap.words, tableRows, scratch);
}

/** The members that are set in the words of a bitmap, which has a bit for each of `tableRows` rows. */
export function intersectWords(set: RowSet, words: Uint32Array, tableRows: number, scratch: Scratch): RowSet {
  if (set.kind === 'bitmap') {
    const bitmap = scratch.bitmap(tableRows);
    return {kind: 'bitmap', bitmap, count: bitmap.addCommon(set.bitmap, words)};
  }
  const rows = toArray(set, scratch);
  const common = scratch.u32(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    // No branch: where half of the rows are in it, it would be taken at random.
    common[count] = row;
    count += bitAt(words, row);
  }
  return {kind: 'array', rows: scratch.shrink(common, count)};
}

/** Up to so many rows are merged as arrays; more as a bitmap. */
const MAX_MERGED = 1024;

/** The rows of a table of `rows` rows that are in either set; valid until the scratch is released. */
export function union(one: RowSet, other: RowSet, rows: number, scratch: Scratch): RowSet {
  if (sizeOf(one) === 0) return other;
  if (sizeOf(other) === 0) return one;
  if (sizeOf(one) + sizeOf(other) <= MAX_MERGED) {
    const [a, b] = [toArray(one, scratch), toArray(other, scratch)];
    const all = scratch.u32(a.length + b.length);
    all.set(a);
    all.set(b, a.length);
    return {kind: 'array', rows: deduplicate(all.sort())};
  }
  const bitmap = scratch.bitmap(rows);
  for (const set of [one, other]) addAll(bitmap, set);
  return {kind: 'bitmap', bitmap, count: bitmap.count()};
}

/** The rows of a table of `rows` rows that are not in a set; valid until the scratch is released. */
export function complement(set: RowSet, rows: number, scratch: Scratch): RowSet {
  const bitmap = scratch.bitmap(rows);
  const count = rows - sizeOf(set);
  if (set.kind === 'range') {
    bitmap.addRange(0, set.from);
    bitmap.addRange(set.to, rows);
    return {kind: 'bitmap', bitmap, count};
  }
  bitmap.addRange(0, rows);
  if (set.kind === 'array') bitmap.removeSlice(set.rows, 0, set.rows.length);
  else bitmap.subtract(set.bitmap);
  return {kind: 'bitmap', bitmap, count};
}

/** Adds every member of a set. */
export function addAll(bitmap: Bitmap, set: RowSet): void {
  if (set.kind === 'array') bitmap.addRows(set.rows);
  else if (set.kind === 'range') bitmap.addRange(set.from, set.to);
  else
    set.bitmap.forEachWord((word, bits) => {
      bitmap.setWord(word, bitmap.words[word]! | bits);
      return true;
    });
}

/** Removes repeats from a sorted array in place. */
export function deduplicate(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.subarray(0, count);
}
