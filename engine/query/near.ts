/** Lists in the order of distance: the nearest or farthest matching rows, by offset or after a position. */
import type {Circle} from '../geo/circle.ts';
import type {LeafFilter} from '../geo/points/read.ts';
import {type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {membershipTest} from '../rowset/set_ops.ts';
import type {ListQuery} from '../types.ts';
import {distanceKey, distancePage, leafFilterOf, measureNarrowCircle, measureRows} from './distance_page.ts';
import type {Heap} from './heap.ts';
import {type ConjunctivePlan, execute, planConjunction} from './plan.ts';
import type {PageRequest} from './sort.ts';
import type {Table} from './table.ts';

/** Up to so many rows all distances are computed; of more only as many as the page needs. */
const MAX_MEASURED = 2048;

/** Pages that begin after so many rows are cheaper with all distances too. */
const DEEP_OFFSET = 4096;

/** Number of matching rows, and the leaves of those on the page in order; valid until the scratch is released. */
export interface LeafPage {
  total: number;
  leaves: Uint32Array;
}

const EMPTY_PAGE: LeafPage = {total: 0, leaves: new Uint32Array(0)};

/**
 * Larger circles are not tested row by row. Without other conditions their rows are counted and visited best first; with
 * others the set of matching rows is made first, which costs more.
 */
const NARROW_CIRCLE = {alone: 1 << 13, withOthers: 1 << 18};

/** A circle of so many rows is worth counting and searching best first, where one column is filtered. */
const WIDE_CIRCLE = 1 << 13;

/** The page and the total of a query by distance; `narrowCircle` replaces NARROW_CIRCLE and WIDE_CIRCLE. */
export function listByDistance(
  table: Table,
  query: ListQuery,
  circle: Circle,
  scratch: Scratch,
  heap: Heap,
  narrowCircle?: number,
): LeafPage {
  const {points, layout} = table;
  if (!points) throw new Error(`rows of ${layout.declaration.name} have no point`);
  const plan = planConjunction(table, query.where, scratch, query.near);
  if (!plan) return EMPTY_PAGE;
  const {order} = query;
  const isAlone = plan.predicates.length === 1;
  const maxRows = narrowCircle ?? (isAlone ? NARROW_CIRCLE.alone : NARROW_CIRCLE.withOthers);
  const filtered = filteredCircle(table, query, circle, plan, narrowCircle ?? WIDE_CIRCLE, scratch, heap);
  if (filtered) return filtered;
  const narrow = measureNarrowCircle(table, plan, maxRows, scratch);
  if (narrow) {
    // `distancePage` may drop the rows before the page.
    const total = narrow.count;
    return {total, leaves: distancePage(table, circle, narrow, order, query, scratch)};
  }
  // Without other conditions the rows in the circle are counted, and no set is made.
  const set = isAlone && query.where.length === 0 ? null : execute(table, plan, scratch);
  const total = set ? sizeOf(set) : points.count(circle);
  const {limit, offset, after} = query;
  if (total <= MAX_MEASURED || (!after && offset + limit > DEEP_OFFSET)) {
    const measured = measureRows(table, set, total, circle, scratch);
    return {total, leaves: distancePage(table, circle, measured, order, query, scratch)};
  }
  const into = scratch.u32(Math.min(limit, total));
  const search = {table, set, filter: null, circle, order, request: query};
  return {total, leaves: bestFirst(search, after ? 0 : offset, into, heap)};
}

/** Rows of a page times this must be fewer than the rows found, so that the best-first search ends long before it has seen all. */
const FEW_OF_ALL = 16;

/**
 * The page of a circle of at least `minRows` rows and one column that is filtered by leaf: rows are counted by their ordinals where nodes lie inside, and
 * only the nearest are measured. Null for other queries.
 */
function filteredCircle(
  table: Table,
  {where, order, limit, offset, after}: ListQuery,
  circle: Circle,
  {rowRange, predicates}: ConjunctivePlan,
  minRows: number,
  scratch: Scratch,
  heap: Heap,
): LeafPage | null {
  const [one, other] = predicates;
  if (!one || !other || predicates.length > 2 || where.length > 1 || rowRange.to - rowRange.from < table.rows)
    return null;
  const [round, filtered] = one.kind === 'circle' ? [one, other] : [other, one];
  if (round.kind !== 'circle' || round.upperBound < minRows) return null;
  // Of much rarer values the rows are sooner looked at one by one.
  const filter = filtered.upperBound * 8 < round.upperBound ? null : leafFilterOf(filtered, scratch);
  if (!filter) return null;
  const total = table.points!.countSelected(circle, filter);
  if ((offset + limit) * FEW_OF_ALL > total) return null;
  const into = scratch.u32(limit);
  const search = {table, set: null, filter, circle, order, request: {limit, offset, after}};
  return {total, leaves: bestFirst(search, after ? 0 : offset, into, heap)};
}

/** A best-first search: over the rows of the set, or over all in the circle, by distance in one direction. */
interface DistanceSearch {
  table: Table;
  set: RowSet | null;
  /** Tests leaves, next to the points. */
  filter: LeafFilter | null;
  circle: Circle;
  order: 'asc' | 'desc';
  request: PageRequest;
}

/** A test whether a row follows the position after which the page begins. */
function followsPosition({
  table,
  order,
  request: {after},
}: DistanceSearch): (row: number, metres: number) => boolean {
  if (!after) return () => true;
  const {id} = after;
  const bound = distanceKey(after);
  const sign = order === 'desc' ? -1 : 1;
  return (row, metres) => (metres === bound ? table.ids.compare(row, id) > 0 : (metres - bound) * sign > 0);
}

/**
 * Visits rows one by one in order: of the nodes not yet opened, always the one whose bound comes first. Nodes wholly
 * before the position are skipped, so that the cost of a page does not grow with its depth.
 */
function bestFirst(search: DistanceSearch, skip: number, into: Uint32Array, heap: Heap): Uint32Array {
  const {table, set, filter, circle, order, request} = search;
  const points = table.points!;
  const {centre, radius_m} = circle;
  const isMember = set && membershipTest(set);
  const follows = followsPosition(search);
  const ascending = order === 'asc';
  const begin = request.after ? distanceKey(request.after) : ascending ? 0 : Number.POSITIVE_INFINITY;
  const open = (level: number, node: number): void => {
    if (points.isNodeOutside(circle, level, node)) return;
    if (ascending) {
      if (begin > 0 && points.maxDistance(centre, level, node) < begin) return;
      heap.push(points.minDistance(centre, level, node), level, node);
    } else if (points.minDistance(centre, level, node) <= begin) {
      heap.push(-points.maxDistance(centre, level, node), level, node);
    }
  };
  heap.reset((one, other) => table.ids.compareRows(points.rowByLeaf[one]!, points.rowByLeaf[other]!));
  open(points.height, 0);
  let [toSkip, count] = [skip, 0];
  while (count < into.length && heap.pop()) {
    const {level, item} = heap;
    if (level === 0) {
      if (toSkip > 0) toSkip--;
      else into[count++] = item;
    } else if (level === 1) {
      const [from, to] = points.leafRange(level, item);
      for (let leaf = from; leaf < to; leaf++) {
        if (filter && filter.isSelected[filter.ordinals[leaf]!] === 0) continue;
        const row = points.rowByLeaf[leaf]!;
        if (isMember && !isMember(row)) continue;
        const metres = points.leafDistance(centre, leaf);
        if (metres <= radius_m && follows(row, metres)) heap.push(ascending ? metres : -metres, 0, leaf);
      }
    } else {
      const [from, to] = points.children(level, item);
      for (let child = from; child < to; child++) open(level - 1, child);
    }
  }
  return into.subarray(0, count);
}
