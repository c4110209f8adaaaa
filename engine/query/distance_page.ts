/** Rows of a circle with the squares of their distances, and pages of them in the order of distance. */

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

/** Rows that are looked up in the tree one by one; more are found together in it. */
const FEW = 2048;

/** Rings of equal area by which the rows of a page are told from the others. */
const RINGS = 1 << 10;

/** Places of rows of a circle in no order, and the squares of their distances as the circle gives them. */
export interface MeasuredLeaves {
  leaves: Uint32Array;
  squares: Float64Array;
  count: number;
}

/** The rows that pass, where the circle is the narrowest of what must hold and holds not more than `many`; else null. */
export function measureNarrowCircle(
  table: Table,
  {rowRange: clip, predicates: criteria}: ConjunctivePlan,
  many: number,
  scratch: Scratch,
): MeasuredLeaves | null {
  const [first, ...others] = criteria;
  if (first?.kind !== 'near' || first.most > many) return null;
  // The codes of one column are looked up where the rows are; all else is told by rank.
  const at = others.findIndex((one) => one.kind === 'codes' && one.byPlace);
  const codes = at < 0 ? null : codesByPlace(others[at]!, scratch);
  const rest = others.filter((_, i) => i !== at);
  const tests = rest.map((one) => rowTest(table, first.most, one, clip, scratch));
  const {from, to} = clip;
  if (from > 0 || to < table.rows) tests.unshift((rank) => rank >= from && rank < to);
  const places = scratch.u32(first.most);
  const squares = scratch.f64(first.most);
  const count = table.points!.leavesInside(first.circle, codes, allOf(tests), places, squares);
  return {leaves: places, squares, count};
}

/** The codes that are asked for, as a table of all. */
function codesByPlace(criterion: Predicate, scratch: Scratch): LeafFilter | null {
  if (criterion.kind !== 'codes' || !criterion.byPlace) return null;
  const wanted = scratch.u32(1 << 8).fill(0);
  for (let i = 0; i < criterion.wanted.length; i++) wanted[criterion.wanted[i]!] = 1;
  return {ordinals: criterion.byPlace, wanted};
}

/** The rows of a set, all of which lie in the circle; null stands for all rows in it. */
export function measureRows(
  table: Table,
  set: RowSet | null,
  size: number,
  circle: Circle,
  scratch: Scratch,
): MeasuredLeaves {
  const points = table.points!;
  // Many rows lie together in the tree, few are looked up in it.
  if (!set || size > FEW) {
    const [places, squares] = [scratch.u32(size), scratch.f64(size)];
    return {
      leaves: places,
      squares,
      count: points.leavesInside(circle, null, set && membershipTest(set), places, squares),
    };
  }
  const places = points.leavesOf(toArray(set, scratch));
  const squares = scratch.f64(size);
  for (let i = 0; i < size; i++) squares[i] = points.squaredAngle(circle, places[i]!);
  return {leaves: places, squares, count: size};
}

/** One test for all of them; the most common numbers of them without a loop. */
function allOf(tests: readonly ((rank: number) => boolean)[]): ((rank: number) => boolean) | null {
  const [one, other, ...more] = tests;
  if (!one) return null;
  if (!other) return one;
  if (more.length === 0) return (rank) => one(rank) && other(rank);
  return (rank) => tests.every((test) => test(rank));
}

/** Metres that a position names. */
export function distanceKey({key}: Position): number {
  const metres = key === null ? Number.NaN : Number(key);
  if (Number.isNaN(metres)) throw new Error(`${key} is no distance`);
  return metres;
}

/** Places of a page, in order; the rows are rearranged. Valid until the scratch is released. */
export function distancePage(
  table: Table,
  circle: Circle,
  rows: MeasuredLeaves,
  order: 'asc' | 'desc',
  asked: PageRequest,
  scratch: Scratch,
): Uint32Array {
  const points = table.points!;
  if (asked.after) keepBehind(table, circle, rows, order, asked.after);
  const {leaves: places, squares} = rows;
  const offset = asked.after ? 0 : asked.offset;
  const {numbers, before} = candidates(rows, circle, order, offset, asked.limit, scratch);
  // Of the candidates alone the distances are taken; they stand where their squares were.
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    squares[number] = points.leafDistance(circle.centre, places[number]!);
  }
  const rankOf = (number: number) => points.rowByLeaf[places[number]!]!;
  const sign = order === 'desc' ? -1 : 1;
  const compare = (a: number, b: number) =>
    (squares[a]! - squares[b]!) * sign || table.ids.compareRows(rankOf(a), rankOf(b));
  const page = selectPage(numbers, compare, offset - before, asked.limit);
  const into = scratch.u32(page.length);
  for (let i = 0; i < page.length; i++) into[i] = places[page[i]!]!;
  return into;
}

/** Leaves the rows that stand behind a position. */
function keepBehind(
  table: Table,
  {centre, relativeError: slack}: Circle,
  rows: MeasuredLeaves,
  order: 'asc' | 'desc',
  after: Position,
): void {
  const points = table.points!;
  const {leaves: places, squares, count} = rows;
  const bound = distanceKey(after);
  const square = (bound / RADIUS_M) ** 2;
  const [low, high] = [square * (1 - 2 * slack), square * (1 + 2 * slack)];
  const sign = order === 'desc' ? -1 : 1;
  const follows = (i: number): boolean => {
    if (squares[i]! < low) return sign < 0;
    if (squares[i]! > high) return sign > 0;
    const metres = points.leafDistance(centre, places[i]!);
    return metres === bound
      ? table.ids.compare(points.rowByLeaf[places[i]!]!, after.id) > 0
      : (metres - bound) * sign > 0;
  };
  let held = 0;
  for (let i = 0; i < count; i++) {
    if (!follows(i)) continue;
    places[held] = places[i]!;
    squares[held++] = squares[i]!;
  }
  rows.count = held;
}

interface Candidates {
  /** Numbers of the rows among which all of the page are. */
  numbers: Uint32Array;
  /** Rows that surely stand before all of these. */
  before: number;
}

/**
 * The rows of the rings in which the page lies, and those so close to the rims of these that their squares do not tell on
 * which side they are.
 */
function candidates(
  {squares, count}: MeasuredLeaves,
  {outerSquare: outer, relativeError: slack}: Circle,
  order: 'asc' | 'desc',
  offset: number,
  limit: number,
  scratch: Scratch,
): Candidates {
  const rings = scratch.u32(RINGS).fill(0);
  const scale = RINGS / outer;
  for (let i = 0; i < count; i++) rings[Math.min(RINGS - 1, (squares[i]! * scale) | 0)]!++;
  const step = order === 'asc' ? 1 : -1;
  const end = order === 'asc' ? RINGS - 1 : 0;
  let first = RINGS - 1 - end;
  let passed = 0;
  while (first !== end && passed + rings[first]! <= offset) {
    passed += rings[first]!;
    first += step;
  }
  let last = first;
  passed += rings[last]!;
  while (last !== end && passed < offset + limit) {
    last += step;
    passed += rings[last]!;
  }
  // The outermost ring has no rim: rounding may put a row beyond it.
  const low = (Math.min(first, last) / scale) * (1 - 3 * slack);
  const top = Math.max(first, last) + 1;
  const high = top === RINGS ? Number.POSITIVE_INFINITY : (top / scale) * (1 + 3 * slack);
  const numbers = scratch.u32(count);
  let [held, before] = [0, 0];
  for (let i = 0; i < count; i++) {
    const square = squares[i]!;
    if (square < low) before += order === 'asc' ? 1 : 0;
    else if (square > high) before += order === 'asc' ? 0 : 1;
    else numbers[held++] = i;
  }
  return {numbers: numbers.subarray(0, held), before};
}
