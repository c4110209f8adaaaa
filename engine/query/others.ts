/** The rows that a set leaves out, where they are fewer: what they add up to is taken from what all rows add up to. */
import {type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {complement} from '../rowset/set_ops.ts';
import type {Table} from './table.ts';

/** All rows of the table but those of a set; null where they are not fewer, or what all rows add up to is not at hand. */
export function fewerOthers(table: Table, set: RowSet, scratch: Scratch): RowSet | null {
  const size = sizeOf(set);
  if (table.view || !table.source.complete || size * 2 <= table.rows) return null;
  return complement(set, table.rows, scratch);
}
