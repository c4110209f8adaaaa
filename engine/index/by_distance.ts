/** Pages in the order of distance: the nearest or the farthest rows of a set, by offset or behind a position. */
import type {RowSet} from '../rowset.ts';
import type {Position} from '../types.ts';
import type {Heap} from './heap.ts';
import type {Asked} from './order.ts';
import type {Circle} from './points.ts';
import type {Scratch} from './scratch.ts';
import {firstOf} from './select.ts';
import type {Table} from './table.ts';
import {isIn, ranksOf} from './whole_sets.ts';

/** All distances are taken of so many rows; of more only as many as the page needs. */
const FEW = 2048;

/** Pages that begin behind so many rows are found by all distances too. */
const DEEP = 4096;

/** Rings of equal area by which the rows of a deep page are found. */
const RINGS = 1 << 12;

/** What is asked for: rows of the set, all of which lie in the circle, by their distance in one direction. */
export interface ByDistance {
  table: Table;
  /** Null for all rows in the circle. */
  set: RowSet | null;
  /** How many these are. */
  size: number;
  circle: Circle;
  order: 'asc' | 'desc';
  asked: Asked;
}

/** Ranks of a page, in order; valid until the scratch is released. */
export function pageByDistance(by: ByDistance, scratch: Scratch, heap: Heap): Uint32Array {
  const {size, asked} = by;
  const {limit, offset, after} = asked;
  if (size <= FEW || (!after && offset + limit > DEEP)) return byRings(by, scratch);
  const into = scratch.numbers(Math.min(limit, size));
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

/** Takes all distances, and sorts only the rows of the rings that the page lies in. */
function byRings(by: ByDistance, scratch: Scratch): Uint32Array {
  const {table, size, circle, order, asked} = by;
  const ranks = scratch.numbers(size);
  const metres = scratch.doubles(size);
  const count = measure(by, ranks, metres, scratch);
  const offset = asked.after ? 0 : asked.offset;
  const ringOf = (at: number) => {
    const ring = Math.min(RINGS - 1, Math.floor((metres[at]! / circle.radius_m) ** 2 * RINGS));
    return order === 'asc' ? ring : RINGS - 1 - ring;
  };
  const [first, last, before] = ringsOf(ringOf, count, offset, asked.limit, scratch);
  const numbers = scratch.numbers(count);
  let held = 0;
  for (let at = 0; at < count; at++) {
    const ring = ringOf(at);
    if (ring >= first && ring <= last) numbers[held++] = at;
  }
  const sign = order === 'desc' ? -1 : 1;
  const compare = (a: number, b: number) =>
    (metres[a]! - metres[b]!) * sign || table.ids.compareRanks(ranks[a]!, ranks[b]!);
  const page = firstOf(numbers.subarray(0, held), compare, offset - before, asked.limit);
  const into = scratch.numbers(page.length);
  for (const [i, number] of page.entries()) into[i] = ranks[number]!;
  return into;
}

/** The rows behind the position with their distances; gives how many. */
function measure(by: ByDistance, ranks: Uint32Array, metres: Float64Array, scratch: Scratch): number {
  const {table, set, size, circle, asked} = by;
  const points = table.points!;
  // Many rows lie together in the tree, few are looked up in it.
  if (!set || size > FEW) {
    const count = points.measured(circle, set && isIn(set), ranks, metres);
    return asked.after ? kept(behind(by), ranks, metres, count) : count;
  }
  ranks.set(ranksOf(set, scratch));
  for (let i = 0; i < size; i++) metres[i] = points.metres(circle.centre, ranks[i]!);
  return asked.after ? kept(behind(by), ranks, metres, size) : size;
}

/** Moves the rows that pass to the beginning; gives how many. */
function kept(
  passes: (rank: number, metres: number) => boolean,
  ranks: Uint32Array,
  metres: Float64Array,
  count: number,
): number {
  let held = 0;
  for (let i = 0; i < count; i++) {
    if (!passes(ranks[i]!, metres[i]!)) continue;
    ranks[held] = ranks[i]!;
    metres[held++] = metres[i]!;
  }
  return held;
}

/** First and last of the rings in which the page lies, and how many rows stand in those before. */
function ringsOf(
  ringOf: (at: number) => number,
  count: number,
  offset: number,
  limit: number,
  scratch: Scratch,
): [first: number, last: number, before: number] {
  const counts = scratch.numbers(RINGS).fill(0);
  for (let at = 0; at < count; at++) counts[ringOf(at)]!++;
  let [first, before] = [0, 0];
  while (first < RINGS - 1 && before + counts[first]! <= offset) before += counts[first++]!;
  let [last, held] = [first, before + counts[first]!];
  while (last < RINGS - 1 && held < offset + limit) held += counts[++last]!;
  return [first, last, before];
}

/**
 * One row after the other, from the tree: of what is not looked into yet, always the part whose bound comes first.
 * Parts that stand wholly before the position are left out, so that a page costs no more the deeper it lies.
 */
function inTurn(by: ByDistance, skip: number, into: Uint32Array, heap: Heap): Uint32Array {
  const {table, set, circle, order, asked} = by;
  const points = table.points!;
  const {centre, radius_m} = circle;
  const isMember = set && isIn(set);
  const follows = behind(by);
  const nearest = order === 'asc';
  const begin = asked.after ? metresOf(asked.after) : nearest ? 0 : Number.POSITIVE_INFINITY;
  const open = (level: number, node: number): void => {
    if (points.isOutside(circle, level, node)) return;
    if (nearest) {
      if (begin > 0 && points.atMost(centre, level, node) < begin) return;
      heap.push(points.atLeast(centre, level, node), level, node);
    } else if (points.atLeast(centre, level, node) <= begin) {
      heap.push(-points.atMost(centre, level, node), level, node);
    }
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
        if (isMember && !isMember(rank)) continue;
        const metres = points.metresAt(centre, place);
        if (metres <= radius_m && follows(rank, metres)) heap.push(nearest ? metres : -metres, 0, rank);
      }
    } else {
      const [from, to] = points.children(level, item);
      for (let child = from; child < to; child++) open(level - 1, child);
    }
  }
  return into.subarray(0, taken);
}
