/** What a point, an edge and a cell of a grid have to do with each other; the tests of sides are exact. */
import {orient2d} from 'robust-predicates';

/** Beside an edge, on it, or beside it so that the way from the known point crosses it. */
export const MISSES = 0;
export const CROSSES = 1;
export const TOUCHES = 2;

/**
 * Whether the point lies on the edge from a to b, its ends included, or else whether the straight way from `known`, a
 * point that lies on no edge, crosses it. An end of the edge that lies on the way counts as beside it, always on the
 * same side, so that a way through a vertex crosses both of its edges, one or none, as it should.
 */
export function meet(
  x: number,
  y: number,
  knownX: number,
  knownY: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): 0 | 1 | 2 {
  // Beside the box of the way: most edges of a cell are.
  if (ax > x && bx > x && ax > knownX && bx > knownX) return MISSES;
  if (ax < x && bx < x && ax < knownX && bx < knownX) return MISSES;
  if (ay > y && by > y && ay > knownY && by > knownY) return MISSES;
  if (ay < y && by < y && ay < knownY && by < knownY) return MISSES;
  const side = orient2d(ax, ay, bx, by, x, y);
  if (side === 0 && isBetween(x, ax, bx) && isBetween(y, ay, by)) return TOUCHES;
  const left = orient2d(x, y, knownX, knownY, ax, ay) > 0;
  if (left === orient2d(x, y, knownX, knownY, bx, by) > 0) return MISSES;
  return side > 0 !== orient2d(ax, ay, bx, by, knownX, knownY) > 0 ? CROSSES : MISSES;
}

const isBetween = (value: number, one: number, other: number): boolean =>
  one < other ? value >= one && value <= other : value >= other && value <= one;

/** Whether the point lies on the edge. */
export const isOn = (x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean =>
  isBetween(x, ax, bx) && isBetween(y, ay, by) && orient2d(ax, ay, bx, by, x, y) === 0;

/** Square of the distance from the point to the edge, in metres; `east` and `north` are metres a degree. */
export function squareDistance(
  x: number,
  y: number,
  east: number,
  north: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const fromX = (ax - x) * east;
  const fromY = (ay - y) * north;
  const alongX = (bx - ax) * east;
  const alongY = (by - ay) * north;
  const square = alongX * alongX + alongY * alongY;
  const share = square === 0 ? 0 : -(fromX * alongX + fromY * alongY) / square;
  const part = share <= 0 ? 0 : share >= 1 ? 1 : share;
  const dx = fromX + part * alongX;
  const dy = fromY + part * alongY;
  return dx * dx + dy * dy;
}

/** Whether the edge meets the box; one that only comes near by a rounding error may be taken for one that does. */
export function meetsBox(
  west: number,
  south: number,
  east: number,
  north: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  if (Math.max(ax, bx) < west || Math.min(ax, bx) > east) return false;
  if (Math.max(ay, by) < south || Math.min(ay, by) > north) return false;
  // All corners on one side: by plain products, whose error the margin of the caller covers.
  const dx = bx - ax;
  const dy = by - ay;
  const size = Math.abs(dx) * (north - south) + Math.abs(dy) * (east - west);
  const slack = size * 1e-6;
  const one = dx * (south - ay) - dy * (west - ax);
  const two = dx * (south - ay) - dy * (east - ax);
  const three = dx * (north - ay) - dy * (west - ax);
  const four = dx * (north - ay) - dy * (east - ax);
  const least = Math.min(one, two, three, four);
  const most = Math.max(one, two, three, four);
  return least <= slack && most >= -slack;
}
