/** The first rows of a union of postings without the union: each is among the first of its list. */
import {expectPostings} from '../file/postings.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Predicate} from './predicates.ts';

type OrdinalPredicate = Extract<Predicate, {kind: 'ordinals'}>;

/** For more rows the union is cheaper. */
const MAX_ROWS = 2048;

/** How many times the rows needed are expected below the first bound. */
const OVERSAMPLING = 2;

/**
 * Rows `offset` to `offset + limit` of those with one of the ordinals; null where the union is cheaper to
 * make, and where a row may have several ordinals. Valid until the scratch is released.
 */
export function unionPrefix(
  {postings: {rows, offsets}, selected, ordinalByRow, upperBound}: OrdinalPredicate,
  tableRows: number,
  offset: number,
  limit: number,
  scratch: Scratch,
): Uint32Array | null {
  const needed = Math.min(offset + limit, upperBound);
  if (!ordinalByRow || needed > MAX_ROWS || needed * OVERSAMPLING * 4 > upperBound) return null;
  const buffer = scratch.u32(MAX_ROWS * 4);
  let bound = Math.ceil((needed * OVERSAMPLING * tableRows) / upperBound);
  for (; ; bound = Math.min(tableRows, bound * 4)) {
    const count = collectBelow(rows, offsets, selected, bound, buffer);
    if (count > buffer.length) return null;
    if (count < needed && bound < tableRows) continue;
    return buffer.subarray(0, count).sort().subarray(offset, needed);
  }
}

/**
 * Collects the rows below a bound; returns how many there are, which is more than the buffer holds if it
 * overflows.
 */
/** Postings of each ordinal that are looked at first, where they are not in memory. */
const LOOKED_AT = 2048;

function collectBelow(
  rows: Uint32Array,
  offsets: Uint32Array,
  selected: Uint32Array,
  bound: number,
  buffer: Uint32Array,
): number {
  let count = 0;
  expectPostings(rows, offsets, selected, LOOKED_AT);
  for (let i = 0; i < selected.length; i++) {
    const end = offsets[selected[i]! + 1]!;
    for (let j = offsets[selected[i]!]!; j < end; j++) {
      const row = rows[j]!;
      if (row >= bound) break;
      if (count === buffer.length) return count + 1;
      buffer[count++] = row;
    }
  }
  return count;
}
