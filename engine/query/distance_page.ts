/** Distances of the rows of a circle, and pages of them in the order of distance. */
import type {Circle} from '../geo/circle.ts';
import type {LeafFilter} from '../geo/points/read.ts';
import {RADIUS_M} from '../geo/sphere.ts';
import type {RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {membershipTest, toArray} from '../rowset/set_ops.ts';
import type {Position} from '../types.ts';
import {rowTest} from './intersect.ts';
import type {ConjunctivePlan} from './plan.ts';
import type {Predicate} from './predicates.ts';
import {selectPage} from './select_page.ts';
import type {PageRequest} from './sort.ts';
import type {Table} from './table.ts';

/** Up to so many rows are found in the tree one by one; more by one descent. */
const MAX_LOOKUPS = 2048;

/** Buckets of equal area by which rows that cannot be on a page are skipped. */
const BUCKETS = 1 << 10;

/** Leaves of rows of a circle in no order, with the squared angles that the circle computes. */
export interface MeasuredLeaves {
  leaves: Uint32Array;
  squares: Float64Array;
  count: number;
}

/** Measures the rows of a plan whose narrowest predicate is a circle of at most `maxRows` rows; null for other plans. */
export function measureNarrowCircle(
  table: Table,
  {rowRange, predicates}: ConjunctivePlan,
  maxRows: number,
  scratch: Scratch,
): MeasuredLeaves | null {
  const [first, ...others] = predicates;
  if (first?.kind !== 'circle' || first.upperBound > maxRows) return null;
  // One column is filtered by leaf, next to the points; the other predicates are tested by row.
  const at = others.findIndex((one) => one.kind === 'ordinals' && one.ordinalByLeaf);
  const leafFilter = at < 0 ? null : leafFilterOf(others[at]!, scratch);
  const rest = others.filter((_, i) => i !== at);
  const tests = rest.map((one) => rowTest(table, first.upperBound, one, rowRange, scratch));
  const {from, to} = rowRange;
  if (from > 0 || to < table.rows) tests.unshift((row) => row >= from && row < to);
  const leaves = scratch.u32(first.upperBound);
  const squares = scratch.f64(first.upperBound);
  const count = table.points!.leavesInside(first.circle, leafFilter, allOf(tests), leaves, squares);
  return {leaves, squares, count};
}

/** The selected ordinals as a lookup table of all 256. */
export function leafFilterOf(predicate: Predicate, scratch: Scratch): LeafFilter | null {
  if (predicate.kind !== 'ordinals' || !predicate.ordinalByLeaf) return null;
  const isSelected = scratch.u32(1 << 8).fill(0);
  for (let i = 0; i < predicate.selected.length; i++) isSelected[predicate.selected[i]!] = 1;
  return {ordinals: predicate.ordinalByLeaf, isSelected};
}

/** Measures the rows of a set, all of which lie in the circle; null selects all rows in it. */
export function measureRows(
  table: Table,
  set: RowSet | null,
  size: number,
  circle: Circle,
  scratch: Scratch,
): MeasuredLeaves {
  const points = table.points!;
  if (!set || size > MAX_LOOKUPS) {
    const bound = points.countUpperBound(circle);
    const [leaves, squares] = [scratch.u32(bound), scratch.f64(bound)];
    const count = points.leavesInside(circle, null, set && membershipTest(set), leaves, squares);
    return {leaves, squares, count};
  }
  const leaves = points.leavesOf(toArray(set, scratch));
  const squares = scratch.f64(size);
  for (let i = 0; i < size; i++) squares[i] = points.squaredAngle(circle, leaves[i]!);
  return {leaves, squares, count: size};
}

/** The conjunction of the tests; without a loop for up to two. */
function allOf(tests: readonly ((row: number) => boolean)[]): ((row: number) => boolean) | null {
  const [one, other, ...more] = tests;
  if (!one) return null;
  if (!other) return one;
  if (more.length === 0) return (row) => one(row) && other(row);
  return (row) => tests.every((test) => test(row));
}

/** Metres of a position in the order of distance. */
export function distanceKey({key}: Position): number {
  const metres = key === null ? Number.NaN : Number(key);
  if (Number.isNaN(metres)) throw new Error(`${key} is no distance`);
  return metres;
}

/** Leaves of a page, in order; rearranges the measured rows. Valid until the scratch is released. */
export function distancePage(
  table: Table,
  circle: Circle,
  measured: MeasuredLeaves,
  order: 'asc' | 'desc',
  request: PageRequest,
  scratch: Scratch,
): Uint32Array {
  const points = table.points!;
  if (request.after) retainAfter(table, circle, measured, order, request.after);
  const {leaves, squares} = measured;
  const offset = request.after ? 0 : request.offset;
  const {items, skipped} = candidates(measured, circle, order, offset, request.limit, scratch);
  // Only candidates need exact distances, which replace their squares.
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    squares[item] = points.leafDistance(circle.centre, leaves[item]!);
  }
  const rowOf = (item: number) => points.rowByLeaf[leaves[item]!]!;
  const sign = order === 'desc' ? -1 : 1;
  const compare = (a: number, b: number) =>
    (squares[a]! - squares[b]!) * sign || table.ids.compareRows(rowOf(a), rowOf(b));
  const page = selectPage(items, compare, offset - skipped, request.limit);
  const result = scratch.u32(page.length);
  for (let i = 0; i < page.length; i++) result[i] = leaves[page[i]!]!;
  return result;
}

/** Retains the rows after a position. */
function retainAfter(
  table: Table,
  {centre, relativeError}: Circle,
  measured: MeasuredLeaves,
  order: 'asc' | 'desc',
  after: Position,
): void {
  const points = table.points!;
  const {leaves, squares, count} = measured;
  const bound = distanceKey(after);
  const square = (bound / RADIUS_M) ** 2;
  const [low, high] = [square * (1 - 2 * relativeError), square * (1 + 2 * relativeError)];
  const sign = order === 'desc' ? -1 : 1;
  const follows = (i: number): boolean => {
    if (squares[i]! < low) return sign < 0;
    if (squares[i]! > high) return sign > 0;
    const metres = points.leafDistance(centre, leaves[i]!);
    return metres === bound
      ? table.ids.compare(points.rowByLeaf[leaves[i]!]!, after.id) > 0
      : (metres - bound) * sign > 0;
  };
  let retained = 0;
  for (let i = 0; i < count; i++) {
    if (!follows(i)) continue;
    leaves[retained] = leaves[i]!;
    squares[retained++] = squares[i]!;
  }
  measured.count = retained;
}

interface Candidates {
  /** Indexes of measured rows, among them all of the page. */
  items: Uint32Array;
  /** Number of rows that certainly precede these. */
  skipped: number;
}

/** The rows of the buckets that the page spans, and those so close to their rims that rounding may have misplaced them. */
function candidates(
  {squares, count}: MeasuredLeaves,
  {outerSquare, relativeError}: Circle,
  order: 'asc' | 'desc',
  offset: number,
  limit: number,
  scratch: Scratch,
): Candidates {
  const sizes = scratch.u32(BUCKETS).fill(0);
  const scale = BUCKETS / outerSquare;
  for (let i = 0; i < count; i++) sizes[Math.min(BUCKETS - 1, (squares[i]! * scale) | 0)]!++;
  const step = order === 'asc' ? 1 : -1;
  const end = order === 'asc' ? BUCKETS - 1 : 0;
  let first = BUCKETS - 1 - end;
  let passed = 0;
  while (first !== end && passed + sizes[first]! <= offset) {
    passed += sizes[first]!;
    first += step;
  }
  let last = first;
  passed += sizes[last]!;
  while (last !== end && passed < offset + limit) {
    last += step;
    passed += sizes[last]!;
  }
  // The outermost bucket has no outer rim: rounding may put a row beyond it.
  const low = (Math.min(first, last) / scale) * (1 - 3 * relativeError);
  const top = Math.max(first, last) + 1;
  const high = top === BUCKETS ? Number.POSITIVE_INFINITY : (top / scale) * (1 + 3 * relativeError);
  const items = scratch.u32(count);
  let [length, skipped] = [0, 0];
  for (let i = 0; i < count; i++) {
    const square = squares[i]!;
    if (square < low) skipped += order === 'asc' ? 1 : 0;
    else if (square > high) skipped += order === 'asc' ? 0 : 1;
    else items[length++] = i;
  }
  return {items: items.subarray(0, length), skipped};
}
