/** Pages in the order of distance: the nearest or the farthest rows of a set, by offset or behind a position. */
import {eachBlock, type RowSet, sizeOf} from '../rowset.ts';
import type {Position} from '../types.ts';
import type {Heap} from './heap.ts';
import type {Asked} from './order.ts';
import type {Circle} from './points.ts';
import type {Scratch} from './scratch.ts';
import {firstOf} from './select.ts';
import type {Table} from './table.ts';
import {isIn} from './whole_sets.ts';

/** All distances are taken of so many rows; of more only as many as the page needs. */
const FEW = 2048;

/** Pages that begin behind so many rows are found by all distances too. */
const DEEP = 4096;

/** Ranks that are looked at together. */
const BLOCK = 1 << 12;

/** What is asked for: rows of the set, all of which lie in the circle, by their distance in one direction. */
interface ByDistance {
  table: Table;
  set: RowSet;
  circle: Circle;
  order: 'asc' | 'desc';
  asked: Asked;
}

/** Ranks of a page, in order; valid until the scratch is released. */
export function pageByDistance(by: ByDistance, scratch: Scratch, heap: Heap): Uint32Array {
  const {set, asked} = by;
  const {limit, offset, after} = asked;
  const deep = !after && offset + limit > DEEP;
  if (sizeOf(set) <= FEW || deep) return byAllDistances(by, scratch);
  const into = scratch.numbers(Math.min(limit, sizeOf(set)));
  return inTurn(by, after ? 0 : offset, into, heap);
}

/** Whether a row stands behind the position that the page begins behind. */
function behind({table, order, asked: {after}}: ByDistance): (rank: number, metres: number) => boolean {
  if (!after) return () => true;
  const {id} = after;
  const bound = metresOf(after);
  const sign = order === 'desc' ? -1 : 1;
  return (rank, metres) => (metres === bound ? table.ids.compare(rank, id) > 0 : (metres - bound) * sign > 0);
}

/** The distance that a position names. */
function metresOf({key}: Position): number {
  const metres = key === null ? Number.NaN : Number(key);
  if (Number.isNaN(metres)) throw new Error(`${key} is no distance`);
  return metres;
}

/** By the distances of all rows of the set. */
function byAllDistances(by: ByDistance, scratch: Scratch): Uint32Array {
  const {table, set, circle, order, asked} = by;
  const points = table.points!;
  const size = sizeOf(set);
  const ranks = scratch.numbers(size);
  const metres = scratch.doubles(size);
  const follows = behind(by);
  const block = scratch.numbers(Math.min(BLOCK, Math.max(32, size)));
  let count = 0;
  eachBlock(set, block, (length) => {
    for (let i = 0; i < length; i++) {
      const rank = block[i]!;
      const far = points.metres(circle.centre, rank);
      if (!follows(rank, far)) continue;
      ranks[count] = rank;
      metres[count++] = far;
    }
  });
  const numbers = scratch.numbers(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  const sign = order === 'desc' ? -1 : 1;
  const compare = (a: number, b: number) =>
    (metres[a]! - metres[b]!) * sign || table.ids.compareRanks(ranks[a]!, ranks[b]!);
  const page = firstOf(numbers, compare, asked.after ? 0 : asked.offset, asked.limit);
  const into = scratch.numbers(page.length);
  page.forEach((number, i) => {
    into[i] = ranks[number]!;
  });
  return into;
}

/**
 * One row after the other, from the tree: of what is not looked into yet, always the part whose bound comes first.
 * Parts that stand wholly before the position are left out, so that a page costs no more the deeper it lies.
 */
function inTurn(by: ByDistance, skip: number, into: Uint32Array, heap: Heap): Uint32Array {
  const {table, set, circle, order, asked} = by;
  const points = table.points!;
  const {centre, radius_m} = circle;
  const isMember = isIn(set);
  const follows = behind(by);
  const nearest = order === 'asc';
  const begin = asked.after ? metresOf(asked.after) : nearest ? 0 : Number.POSITIVE_INFINITY;
  const open = (level: number, node: number): void => {
    const least = points.atLeast(centre, level, node);
    if (least > radius_m) return;
    const most = points.atMost(centre, level, node);
    if (nearest ? most < begin : least > begin) return;
    heap.push(nearest ? least : -most, level, node);
  };
  heap.reset((one, other) => table.ids.compareRanks(one, other));
  open(points.height, 0);
  let [left, taken] = [skip, 0];
  while (taken < into.length && heap.pop()) {
    const {level, item} = heap;
    if (level === 0) {
      if (left > 0) left--;
      else into[taken++] = item;
    } else if (level === 1) {
      const [from, to] = points.below(level, item);
      for (let place = from; place < to; place++) {
        const rank = points.ranks[place]!;
        if (!isMember(rank)) continue;
        const metres = points.metresAt(centre, place);
        if (follows(rank, metres)) heap.push(nearest ? metres : -metres, 0, rank);
      }
    } else {
      const [from, to] = points.children(level, item);
      for (let child = from; child < to; child++) open(level - 1, child);
    }
  }
  return into.subarray(0, taken);
}
