/** Operations on whole row sets. */
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

/** The members of both sets. Of two bitmaps the second one is overwritten. */
export function intersection(one: RowSet, other: RowSet, scratch: Scratch): RowSet {
  if (one.kind === 'bitmap' && other.kind === 'bitmap') {
    return {kind: 'bitmap', bitmap: other.bitmap, count: other.bitmap.and(one.bitmap.words)};
  }
  const [smaller, larger] = sizeOf(one) <= sizeOf(other) ? [one, other] : [other, one];
  const [rows, isMember] = [toArray(smaller, scratch), membershipTest(larger)];
  const common = scratch.u32(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) if (isMember(rows[i]!)) common[count++] = rows[i]!;
  return {kind: 'array', rows: scratch.shrink(common, count)};
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
    if (((words[row >>> 5]! >>> (row & 31)) & 1) === 1) common[count++] = row;
  }
  return {kind: 'array', rows: scratch.shrink(common, count)};
}

/** Removes repeats from a sorted array in place. */
export function deduplicate(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.subarray(0, count);
}
