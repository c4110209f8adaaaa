/** The first rows with one of some ordinals, by scanning the ordinals from the first row on. */
import type {ByteSource} from '../file/byte_source.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {ordinalMask} from './evaluate.ts';
import type {Predicate} from './predicates.ts';
import {collectByOrdinal} from './scan.ts';

type OrdinalPredicate = Extract<Predicate, {kind: 'ordinals'}>;

/** For more rows the union is cheaper. */
const MAX_ROWS = 2048;

/** Scanning a row costs so much less than looking for the first rows of an ordinal. */
const SCANS_PER_ORDINAL = 16;

/** Where ordinals are read by range, so many more rows than expected are read at once. */
const OVERSAMPLING = 1.25;

/** Most bytes of ordinals that are read by range; the postings of few rows are fewer. */
const MAX_BYTES = 1 << 18;

/**
 * Rows `offset` to `offset + limit` of those with one of the ordinals; null where another way is cheaper, and where a row may
 * have several ordinals. Valid until the scratch is released.
 */
export function scanPrefix(
  {ordinalByRow, selected, cardinality, upperBound}: OrdinalPredicate,
  source: ByteSource,
  tableRows: number,
  offset: number,
  limit: number,
  scratch: Scratch,
): Uint32Array | null {
  const needed = Math.min(offset + limit, upperBound);
  if (!ordinalByRow || needed > MAX_ROWS) return null;
  const expected = Math.ceil((needed * tableRows) / Math.max(1, upperBound));
  const isCheap = source.complete
    ? expected < selected.length * SCANS_PER_ORDINAL
    : expected * OVERSAMPLING * ordinalByRow.BYTES_PER_ELEMENT < MAX_BYTES;
  if (!isCheap) return null;
  const mask = ordinalMask(selected, cardinality, scratch);
  const rows = scratch.u32(needed + 1);
  if (source.complete) {
    const count = collectByOrdinal(ordinalByRow, mask, 0, tableRows, rows, needed);
    return rows.subarray(Math.min(offset, count), count);
  }
  let [count, next] = [0, 0];
  for (let end = Math.ceil(expected * OVERSAMPLING); count < needed && next < tableRows; end *= 2) {
    const to = Math.min(end, tableRows);
    source.read(ordinalByRow, next, to);
    const into = rows.subarray(count);
    count += collectByOrdinal(ordinalByRow, mask, next, to, into, needed - count);
    next = to;
  }
  return rows.subarray(Math.min(offset, count), count);
}
