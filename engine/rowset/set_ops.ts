/** Sets of rows met with each other as a whole, each of them known and in room of its own. */
import {lowerBound} from './partition_point.ts';
import {type RowSet, sizeOf, slice} from './rowset.ts';
import type {Scratch} from './scratch.ts';

/** Whether a rank is in the set. */
export function isIn(set: RowSet): (rank: number) => boolean {
  switch (set.kind) {
    case 'interval':
      return (rank) => rank >= set.from && rank < set.to;
    case 'ranks':
      return (rank) => set.ranks[lowerBound(set.ranks, rank)] === rank;
    case 'bits':
      return (rank) => set.bits.has(rank);
  }
}

/** The members, ascending. */
export function ranksOf(set: RowSet, scratch: Scratch): Uint32Array {
  if (set.kind === 'ranks') return set.ranks;
  const ranks = scratch.numbers(sizeOf(set));
  slice(set, 0, ranks);
  return ranks;
}

/** What two sets have in common. Of two bitsets the second one is changed. */
export function both(one: RowSet, other: RowSet, scratch: Scratch): RowSet {
  if (one.kind === 'bits' && other.kind === 'bits') {
    return {kind: 'bits', bits: other.bits, count: other.bits.and(one.bits.words)};
  }
  const [few, many] = sizeOf(one) <= sizeOf(other) ? [one, other] : [other, one];
  const [ranks, test] = [ranksOf(few, scratch), isIn(many)];
  const room = scratch.numbers(ranks.length);
  let count = 0;
  for (let i = 0; i < ranks.length; i++) if (test(ranks[i]!)) room[count++] = ranks[i]!;
  return {kind: 'ranks', ranks: scratch.shorten(room, count)};
}

/** Sorted numbers without repeats, in their own room. */
export function distinct(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.subarray(0, count);
}
