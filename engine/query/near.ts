/** Lists in the order of distance: the nearest or farthest matching rows, by offset or after a position. */
import type {Circle} from '../geo/circle.ts';
import type {LeafTest, Points} from '../geo/points/read.ts';
import {RADIUS_M} from '../geo/sphere.ts';
import {sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {membershipTest} from '../rowset/set_ops.ts';
import type {ListQuery, Position} from '../types.ts';
import type {RowRange} from './evaluate.ts';
import {rowTest} from './intersect.ts';
import {ALL_LEAVES, eachTest, ordinalTest} from './leaf_tests.ts';
import {type ConjunctivePlan, execute, planConjunction} from './plan.ts';
import type {Predicate} from './predicates.ts';
import {selectPage} from './select_page.ts';
import {pointsOf, type Table} from './table.ts';

/** Rows of larger circles are not tested one by one: the set of matching rows is made first. */
const MAX_TESTED = 1 << 18;

/**
 * A column whose matches are so many times fewer than the rows of the circle is read instead of the circle.
 */
const RARE = 8;

/**
 * A ring begins with this part of the area that its rows need where they lie evenly: around most points they
 * lie closer.
 */
const FIRST_AREA = 1 / 8;

/** The area of a ring grows by this factor while it holds too few rows for the page. */
const GROWTH = 2;

/** The leaves of the matching rows on a page, in order, and their distances in metres. */
interface Leaves {
  leaves: Uint32Array;
  metres: Float64Array;
}

/** Those of a page, and the number of all matching rows. */
export interface LeafPage extends Leaves {
  total: number;
}

const NO_LEAVES: Leaves = {leaves: new Uint32Array(0), metres: new Float64Array(0)};

/** The page and the total of a query by distance; `maxTested` replaces MAX_TESTED. */
export function listByDistance(
  table: Table,
  query: ListQuery,
  circle: Circle,
  scratch: Scratch,
  maxTested = MAX_TESTED,
): LeafPage {
  const points = pointsOf(table);
  const plan = planConjunction(table, query.where, scratch, query.near);
  if (!plan) return {total: 0, ...NO_LEAVES};
  let test = testOfOthers(table, plan, maxTested, scratch);
  let total: number;
  if (test) total = points.count(circle, test);
  else {
    const set = execute(table, plan, scratch);
    const isMember = membershipTest(set);
    total = sizeOf(set);
    test = eachTest((leaf) => isMember(points.rowByLeaf[leaf]!));
  }
  return {total, ...pageOf(table, points, circle, total, test, query, scratch)};
}

/**
 * Tests the rows of the circle by the other predicates; null where making the set of matching rows costs
 * less.
 */
function testOfOthers(
  table: Table,
  {rowRange, predicates}: ConjunctivePlan,
  maxTested: number,
  scratch: Scratch,
): LeafTest | null {
  // Of the rows in the circle.
  const {upperBound} = predicates.find(({kind}) => kind === 'circle')!;
  const others = predicates.filter(({kind}) => kind !== 'circle');
  const isWhole = rowRange.from === 0 && rowRange.to === table.rows;
  const [first] = others;
  if (!first && isWhole) return ALL_LEAVES;
  // One column is filtered by leaf, next to the points; the other predicates are tested by row.
  if (first && others.length === 1 && isWhole && upperBound <= first.upperBound * RARE) {
    const test = ordinalTest(first, scratch);
    if (test) return test;
  }
  if (upperBound > maxTested || (first && upperBound > first.upperBound)) return null;
  return conjunction(table, others, rowRange, upperBound, scratch);
}

function conjunction(
  table: Table,
  others: readonly Predicate[],
  rowRange: RowRange,
  size: number,
  scratch: Scratch,
): LeafTest {
  const {rowByLeaf} = table.points!;
  const byRow = (passes: (row: number) => boolean) => (leaf: number) => passes(rowByLeaf[leaf]!);
  const tests = others.map(
    (one) => ordinalTest(one, scratch)?.passes ?? byRow(rowTest(table, size, one, rowRange, scratch)),
  );
  const {from, to} = rowRange;
  if (from > 0 || to < table.rows) tests.unshift(byRow((row) => row >= from && row < to));
  return eachTest(tests.reduce((all, test) => (leaf) => all(leaf) && test(leaf)));
}

/** Visits the leaves of a circle that pass a test and whose squared angle is `low` to `high`. */
function visitRing(
  points: Points,
  circle: Circle,
  test: LeafTest,
  [low, high]: readonly [low: number, high: number],
  visit: (leaf: number) => void,
): void {
  points.forEachRun(circle.ring(low, high), (from, to) => {
    for (let leaf = from; leaf < to; leaf++) {
      const square = points.squaredAngle(circle, leaf);
      if (square >= low && square <= high && test.passes(leaf)) visit(leaf);
    }
  });
}

/** Metres of a position in the order of distance. */
function distanceKey({key}: Position): number {
  const metres = key === null ? Number.NaN : Number(key);
  if (Number.isNaN(metres)) throw new Error(`${key} is no distance`);
  return metres;
}

/**
 * The leaves of a page: those of a ring around the centre that begins where the page does and is widened
 * until it holds the page. Its cost grows with the offset but not with the circle.
 */
function pageOf(
  {ids}: Table,
  points: Points,
  circle: Circle,
  total: number,
  test: LeafTest,
  {order, limit, offset, after}: ListQuery,
  scratch: Scratch,
): Leaves {
  const skip = after ? 0 : offset;
  if (limit === 0 || skip >= total) return NO_LEAVES;
  const isAscending = order === 'asc';
  const whole = circle.outerSquare;
  const start = after ? distanceKey(after) : isAscending ? 0 : circle.radius_m;
  const begin = Math.min(whole, (Math.max(0, start) / RADIUS_M) ** 2);
  const sign = isAscending ? 1 : -1;
  const follows = (leaf: number, metres: number): boolean =>
    !after ||
    (metres === start ? ids.compare(points.rowByLeaf[leaf]!, after.id) > 0 : (metres - start) * sign > 0);
  const [leaves, metres, items] = [scratch.u32(total), scratch.f64(total), scratch.u32(total)];
  const rowOf = (item: number): number => points.rowByLeaf[leaves[item]!]!;
  const compare = (a: number, b: number): number =>
    (metres[a]! - metres[b]!) * sign || ids.compareRows(rowOf(a), rowOf(b));
  // Squared angles are approximate.
  const slack = 3 * circle.relativeError;
  for (let width = (FIRST_AREA * whole * (skip + limit)) / total; ; width *= GROWTH) {
    const [low, high] = isAscending ? [begin, begin + width] : [Math.max(0, begin - width), begin];
    let count = 0;
    visitRing(points, circle, test, [low * (1 - slack), high * (1 + slack)], (leaf) => {
      const distance = points.leafDistance(circle.centre, leaf);
      if (!follows(leaf, distance)) return;
      leaves[count] = leaf;
      metres[count] = distance;
      items[count] = count++;
    });
    const page = selectPage(items.subarray(0, count), compare, skip, limit);
    // Rows beyond the ring may precede those past its far edge.
    const edge = Math.sqrt(isAscending ? high : low) * RADIUS_M;
    const isHeld = page.length === limit && (metres[page[limit - 1]!]! - edge) * sign <= 0;
    if (!isHeld && (isAscending ? high < whole : low > 0)) continue;
    return {
      leaves: Uint32Array.from(page, (item) => leaves[item]!),
      metres: Float64Array.from(page, (item) => metres[item]!),
    };
  }
}
