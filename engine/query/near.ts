/** Pages in the order of distance: the nearest or the farthest rows that pass, by offset or behind a position. */

import type {Circle} from '../geo/circle.ts';
import {type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {membershipTest} from '../rowset/set_ops.ts';
import type {ListQuery} from '../types.ts';
import {distanceKey, distancePage, measureNarrowCircle, measureRows} from './distance_page.ts';
import type {Heap} from './heap.ts';
import {execute, planConjunction} from './plan.ts';
import type {PageRequest} from './sort.ts';
import type {Table} from './table.ts';

/** All distances are taken of so many rows; of more only as many as the page needs. */
const FEW = 2048;

/** Pages that begin behind so many rows are found by all distances too. */
const DEEP = 4096;

/** How many rows pass, and the places of those of the page in order; valid until the scratch is released. */
export interface LeafPage {
  total: number;
  leaves: Uint32Array;
}

const NONE: LeafPage = {total: 0, leaves: new Uint32Array(0)};

/**
 * In circles that may hold more rows these are not tested one by one: without other conditions they are counted and taken
 * in turn, with others a set of those that pass is made first, which costs more.
 */
const MANY = {alone: 1 << 13, among: 1 << 18};

/** The page and the total of a query by distance; `many` stands for MANY. */
export function listByDistance(
  table: Table,
  query: ListQuery,
  circle: Circle,
  scratch: Scratch,
  heap: Heap,
  many?: number,
): LeafPage {
  const {points, layout: plan} = table;
  if (!points) throw new Error(`rows of ${plan.of.name} have no point`);
  const needs = planConjunction(table, query.where, scratch, query.near);
  if (!needs) return NONE;
  const {order} = query;
  const most = many ?? (needs.predicates.length > 1 ? MANY.among : MANY.alone);
  const narrow = measureNarrowCircle(table, needs, most, scratch);
  if (narrow) {
    // The page may leave out those before it.
    const total = narrow.count;
    return {total, leaves: distancePage(table, circle, narrow, order, query, scratch)};
  }
  // Where nothing but the distance is asked for, the rows in the circle are counted and no set of them is made.
  const set =
    needs.predicates.length === 1 && query.where.length === 0 ? null : execute(table, needs, scratch);
  const total = set ? sizeOf(set) : points.count(circle);
  const {limit, offset, after} = query;
  if (total <= FEW || (!after && offset + limit > DEEP)) {
    const rows = measureRows(table, set, total, circle, scratch);
    return {total, leaves: distancePage(table, circle, rows, order, query, scratch)};
  }
  const into = scratch.u32(Math.min(limit, total));
  return {total, leaves: inTurn({table, set, circle, order, asked: query}, after ? 0 : offset, into, heap)};
}

/** Rows that are taken in turn: those of the set, or all in the circle, by their distance in one direction. */
interface InTurn {
  table: Table;
  set: RowSet | null;
  circle: Circle;
  order: 'asc' | 'desc';
  asked: PageRequest;
}

/** Whether a row stands behind the position that the page begins behind. */
function behind({table, order, asked: {after}}: InTurn): (rank: number, metres: number) => boolean {
  if (!after) return () => true;
  const {id} = after;
  const bound = distanceKey(after);
  const sign = order === 'desc' ? -1 : 1;
  return (rank, metres) => (metres === bound ? table.ids.compare(rank, id) > 0 : (metres - bound) * sign > 0);
}

/**
 * One row after the other, from the tree: of what is not looked into yet, always the part whose bound comes first.
 * Parts that stand wholly before the position are left out, so that a page costs no more the deeper it lies.
 */
function inTurn(by: InTurn, skip: number, into: Uint32Array, heap: Heap): Uint32Array {
  const {table, set, circle, order, asked} = by;
  const points = table.points!;
  const {centre, radius_m} = circle;
  const isMember = set && membershipTest(set);
  const follows = behind(by);
  const nearest = order === 'asc';
  const begin = asked.after ? distanceKey(asked.after) : nearest ? 0 : Number.POSITIVE_INFINITY;
  const open = (level: number, node: number): void => {
    if (points.isNodeOutside(circle, level, node)) return;
    if (nearest) {
      if (begin > 0 && points.maxDistance(centre, level, node) < begin) return;
      heap.push(points.minDistance(centre, level, node), level, node);
    } else if (points.minDistance(centre, level, node) <= begin) {
      heap.push(-points.maxDistance(centre, level, node), level, node);
    }
  };
  heap.reset((one, other) => table.ids.compareRows(points.rowByLeaf[one]!, points.rowByLeaf[other]!));
  open(points.height, 0);
  let [left, taken] = [skip, 0];
  while (taken < into.length && heap.pop()) {
    const {level, item} = heap;
    if (level === 0) {
      if (left > 0) left--;
      else into[taken++] = item;
    } else if (level === 1) {
      const [from, to] = points.leafRange(level, item);
      for (let place = from; place < to; place++) {
        const rank = points.rowByLeaf[place]!;
        if (isMember && !isMember(rank)) continue;
        const metres = points.leafDistance(centre, place);
        if (metres <= radius_m && follows(rank, metres)) heap.push(nearest ? metres : -metres, 0, place);
      }
    } else {
      const [from, to] = points.children(level, item);
      for (let child = from; child < to; child++) open(level - 1, child);
    }
  }
  return into.subarray(0, taken);
}
