/** The first rows with one of some ordinals, by scanning the ordinals from the first row on. */
import {expectRange} from '../file/far_elements.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {ordinalMask} from './evaluate.ts';
import type {Predicate} from './predicates.ts';
import {collectByOrdinal} from './scan.ts';

type OrdinalPredicate = Extract<Predicate, {kind: 'ordinals'}>;

/** For more rows the union is cheaper. */
const MAX_ROWS = 2048;

/** Scanning a row costs so much less than looking for the first rows of an ordinal. */
const SCANS_PER_ORDINAL = 16;

/**
 * Rows `offset` to `offset + limit` of those with one of the ordinals; null where another way is cheaper, and
 * where a row may have several ordinals. Valid until the scratch is released.
 */
export function scanPrefix(
  {ordinalByRow, selected, cardinality, upperBound}: OrdinalPredicate,
  tableRows: number,
  offset: number,
  limit: number,
  scratch: Scratch,
): Uint32Array | null {
  const needed = Math.min(offset + limit, upperBound);
  if (!ordinalByRow || needed > MAX_ROWS) return null;
  const expected = Math.ceil((needed * tableRows) / Math.max(1, upperBound));
  if (expected >= selected.length * SCANS_PER_ORDINAL) return null;
  expectRange(ordinalByRow, 0, Math.min(tableRows, expected));
  const mask = ordinalMask(selected, cardinality, scratch);
  const rows = scratch.u32(needed + 1);
  const count = collectByOrdinal(ordinalByRow, mask, 0, tableRows, rows, needed);
  return rows.subarray(Math.min(offset, count), count);
}
