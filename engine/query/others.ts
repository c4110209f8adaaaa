/**
 * The rows that a set leaves out, where they are fewer: what they add up to is taken from what all rows add
 * up to.
 */
import {type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {complement} from '../rowset/set_ops.ts';
import type {Table} from './table.ts';

/** All rows of the table but those of a set; null where they are not fewer; null of a view. */
export function fewerOthers(table: Table, set: RowSet, scratch: Scratch): RowSet | null {
  const size = sizeOf(set);
  if (table.view || size * 2 <= table.rows) return null;
  return complement(set, table.rows, scratch);
}
