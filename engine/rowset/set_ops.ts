/** Sets of rows met with each other as a whole, each of them known and in room of its own. */
import {lowerBound} from './partition_point.ts';
import {type RowSet, select, sizeOf} from './rowset.ts';
import type {Scratch} from './scratch.ts';

/** Whether a rank is in the set. */
export function membershipTest(set: RowSet): (rank: number) => boolean {
  switch (set.kind) {
    case 'range':
      return (rank) => rank >= set.from && rank < set.to;
    case 'array':
      return (rank) => set.rows[lowerBound(set.rows, rank)] === rank;
    case 'bitmap':
      return (rank) => set.bitmap.has(rank);
  }
}

/** The members, ascending. */
export function toArray(set: RowSet, scratch: Scratch): Uint32Array {
  if (set.kind === 'array') return set.rows;
  const ranks = scratch.u32(sizeOf(set));
  select(set, 0, ranks);
  return ranks;
}

/** What two sets have in common. Of two bitsets the second one is changed. */
export function intersection(one: RowSet, other: RowSet, scratch: Scratch): RowSet {
  if (one.kind === 'bitmap' && other.kind === 'bitmap') {
    return {kind: 'bitmap', bitmap: other.bitmap, count: other.bitmap.and(one.bitmap.words)};
  }
  const [few, many] = sizeOf(one) <= sizeOf(other) ? [one, other] : [other, one];
  const [ranks, test] = [toArray(few, scratch), membershipTest(many)];
  const room = scratch.u32(ranks.length);
  let count = 0;
  for (let i = 0; i < ranks.length; i++) if (test(ranks[i]!)) room[count++] = ranks[i]!;
  return {kind: 'array', rows: scratch.shrink(room, count)};
}

/** Sorted numbers without repeats, in their own room. */
export function deduplicate(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.subarray(0, count);
}
