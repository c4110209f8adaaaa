/** Sets of positions in an order, as pages are cut out of them. */
import {type Bitmap, bitAt} from '../rowset/bitmap.ts';
import {predecessor, type RowSet, rank, select, selectRange, sizeOf} from '../rowset/rowset.ts';
import {addAll} from '../rowset/set_ops.ts';

export interface Positions {
  /** Members. */
  size: number;
  /** Number of members from `from` up to `to`. */
  count(from: number, to: number): number;
  /** Copies members from `from` up to `to` behind the first `skipped` of them; returns how many. */
  take(from: number, to: number, skipped: number, into: Uint32Array): number;
  /** The last member below a position behind `skipped` others; -1 where there is none. */
  before(position: number, skipped: number): number;
}

/** The members of a set as positions. */
export function positionsIn(set: RowSet): Positions {
  const one = new Uint32Array(1);
  return {
    size: sizeOf(set),
    count: (from, to) => rank(set, to) - rank(set, from),
    take(from, to, skipped, into) {
      if (skipped === 0) return selectRange(set, from, to, into);
      const first = rank(set, from) + skipped;
      const count = Math.max(0, Math.min(into.length, rank(set, to) - first));
      return select(set, first, into.subarray(0, count));
    },
    before(position, skipped) {
      if (skipped === 0) return predecessor(set, position);
      const index = rank(set, position) - 1 - skipped;
      return index >= 0 && select(set, index, one) === 1 ? one[0]! : -1;
    },
  };
}

/**
 * The positions of a set in an order, of which `rows` has the row by position: nothing is stored by row, the
 * order is walked. So a page costs what lies before it; `members`, an empty bitmap, becomes the set.
 */
export function positionsAmong(rows: Uint32Array, set: RowSet, members: Bitmap): Positions {
  addAll(members, set);
  const {words} = members;
  const isMember = (position: number): number => bitAt(words, rows[position]!);
  return {
    size: sizeOf(set),
    count(from, to) {
      let count = 0;
      for (let position = from; position < to; position++) count += isMember(position);
      return count;
    },
    take(from, to, skipped, into) {
      let [count, before] = [0, 0];
      for (let position = from; position < to && count < into.length; position++) {
        if (isMember(position) === 0) continue;
        if (before < skipped) before++;
        else into[count++] = position;
      }
      return count;
    },
    before(position, skipped) {
      let left = skipped;
      for (let at = position - 1; at >= 0; at--) {
        if (isMember(at) === 1 && left-- === 0) return at;
      }
      return -1;
    },
  };
}
