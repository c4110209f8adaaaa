/** The beginning of a union of lists without the union: its first ranks are among the first of each list. */

import type {Scratch} from '../rowset/scratch.ts';
import type {Predicate} from './predicates.ts';

type Codes = Extract<Predicate, {kind: 'codes'}>;

/** More ranks than these are found by making the union. */
const MOST = 2048;

/** So many times as many ranks as are asked for are expected below the first bound. */
const SLACK = 2;

/**
 * The ranks from `offset` on, at most `limit`, of the rows with one of the codes; null where the union is cheaper to
 * make, and where a row may have several of the codes. Valid until the scratch is released.
 */
export function unionPrefix(
  {postings: {rows: ranks, offsets: at}, wanted, codes, most}: Codes,
  rows: number,
  offset: number,
  limit: number,
  scratch: Scratch,
): Uint32Array | null {
  const needed = Math.min(offset + limit, most);
  if (!codes || needed > MOST || needed * SLACK * 4 > most) return null;
  const room = scratch.u32(MOST * 4);
  for (let bound = Math.ceil((needed * SLACK * rows) / most); ; bound = Math.min(rows, bound * 4)) {
    const count = below(ranks, at, wanted, bound, room);
    if (count > room.length) return null;
    if (count < needed && bound < rows) continue;
    return room.subarray(0, count).sort().subarray(offset, needed);
  }
}

/** Puts the ranks below a bound into the room; gives how many there are, which may be more than it takes. */
function below(
  ranks: Uint32Array,
  at: Uint32Array,
  wanted: Uint32Array,
  bound: number,
  room: Uint32Array,
): number {
  let count = 0;
  for (let i = 0; i < wanted.length; i++) {
    const end = at[wanted[i]! + 1]!;
    for (let j = at[wanted[i]!]!; j < end; j++) {
      const rank = ranks[j]!;
      if (rank >= bound) break;
      if (count === room.length) return count + 1;
      room[count++] = rank;
    }
  }
  return count;
}
