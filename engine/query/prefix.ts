/** The first rows with one of some ordinals, without the set of all of them. */
import {expectElements} from '../file/far_elements.ts';
import {expectPostings, type Postings} from '../file/postings.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {ordinalMask} from './evaluate.ts';
import type {Predicate} from './predicates.ts';
import {collectByOrdinal} from './scan.ts';

type OrdinalPredicate = Extract<Predicate, {kind: 'ordinals'}>;

/** For more rows the union is cheaper. */
const MAX_ROWS = 2048;

/** Scanning a row costs so much less than looking for the first rows of an ordinal. */
const SCANS_PER_ORDINAL = 16;

/** How many times the rows needed are expected below the first bound. */
const OVERSAMPLING = 2;

/** Postings of each ordinal that are looked at first, where they are not in memory. */
const LOOKED_AT = 2048;

/**
 * Rows `offset` to `offset + limit` of those with one of the ordinals; null where the union of all is cheaper,
 * and where a row may have several ordinals. Valid until the scratch is released.
 */
export function prefixOf(
  predicate: OrdinalPredicate,
  tableRows: number,
  offset: number,
  limit: number,
  scratch: Scratch,
): Uint32Array | null {
  const {ordinalByRow, selected, cardinality, upperBound} = predicate;
  const needed = Math.min(offset + limit, upperBound);
  if (!ordinalByRow || needed > MAX_ROWS) return null;
  const expected = Math.ceil((needed * tableRows) / Math.max(1, upperBound));
  if (expected >= selected.length * SCANS_PER_ORDINAL)
    return prefixOfPostings(predicate, tableRows, needed, scratch)?.subarray(offset, needed) ?? null;
  expectElements(ordinalByRow, [0], expected);
  const mask = ordinalMask(selected, cardinality, scratch);
  const rows = scratch.u32(needed + 1);
  const count = collectByOrdinal(ordinalByRow, mask, 0, tableRows, rows, needed);
  return rows.subarray(Math.min(offset, count), count);
}

/** The first rows of postings, ascending, at least as many as needed: each is among the first of its list. */
function prefixOfPostings(
  {postings, selected, upperBound}: OrdinalPredicate,
  tableRows: number,
  needed: number,
  scratch: Scratch,
): Uint32Array | null {
  if (needed * OVERSAMPLING * 4 > upperBound) return null;
  const buffer = scratch.u32(MAX_ROWS * 4);
  let bound = Math.ceil((needed * OVERSAMPLING * tableRows) / upperBound);
  for (; ; bound = Math.min(tableRows, bound * 4)) {
    const count = collectBelow(postings, selected, bound, buffer);
    if (count > buffer.length) return null;
    if (count >= needed || bound >= tableRows) return buffer.subarray(0, count).sort();
  }
}

/**
 * Collects the rows below a bound; returns how many there are, which is more than the buffer holds if it
 * overflows.
 */
function collectBelow(
  {rows, offsets}: Postings,
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
