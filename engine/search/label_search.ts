/** What finding the closest labels goes by, whether in memory or on disk. */
import {lowerBound} from '../rowset/partition_point.ts';
import {type RowSet, select} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {type Closeness, distinctBelow, type Labels, textAt} from '../text/labels.ts';

export interface ClosestRow {
  row: number;
  closeness: Closeness;
}

/** The members of a set, whose labels are compared with a text. */
export interface LabelSearch {
  labels: Labels;
  set: RowSet;
  /** The members in order, if it is not that of the rows. */
  order: Uint32Array | null;
  tableRows: number;
  scratch: Scratch;
}

/** The closeness of the labels of some ordinals, which are read. */
export function closenessByRow(
  {labels, scratch}: LabelSearch,
  ordinals: Uint32Array,
  text: Buffer,
): Closeness[] {
  const distinct = distinctBelow(ordinals, labels.count, scratch);
  const folded = labels.folded(distinct, scratch);
  const byLabel = Array.from(distinct, (_, i) => labelCloseness(textAt(folded, i), text));
  return Array.from(ordinals, (ordinal) =>
    ordinal < labels.count ? byLabel[lowerBound(distinct, ordinal)]! : 3,
  );
}

function labelCloseness(label: Buffer, text: Buffer): Closeness {
  const at = label.indexOf(text);
  if (at < 0) return 3;
  if (at > 0) return 2;
  return label.length === text.length ? 0 : 1;
}

/** Fills up with the first of the other members; all closer ones are in the result already. */
export function addOthers({set, order, scratch}: LabelSearch, result: ClosestRow[], limit: number): void {
  const included = new Set(result.map(({row}) => row));
  const first = scratch.u32(limit);
  // At most all of those in the result precede the last one that is wanted.
  const members = order?.subarray(0, limit) ?? first.subarray(0, select(set, 0, first));
  for (let i = 0; i < members.length && result.length < limit; i++) {
    if (!included.has(members[i]!)) result.push({row: members[i]!, closeness: 3});
  }
}
