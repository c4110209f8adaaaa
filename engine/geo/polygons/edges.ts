/** Relations of points, edges and grid cells; orientation tests are exact. */
import {orient2d} from 'robust-predicates';

/** Results of `intersectPath`: the path misses the edge, crosses it, or the point lies on it. */
export const MISSES = 0;
export const CROSSES = 1;
export const TOUCHES = 2;

/**
 * Whether the point lies on the edge from a to b, ends included, or else whether the straight path from the reference
 * point, which lies on no edge, crosses it. An end of the edge that lies on the path counts as beside it, always on the
 * same side, so that a path through a vertex crosses both of its edges, one or none, with the right parity.
 */
export function intersectPath(
  x: number,
  y: number,
  referenceX: number,
  referenceY: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): 0 | 1 | 2 {
  // Outside the box of the path, as most edges of a cell are.
  if (ax > x && bx > x && ax > referenceX && bx > referenceX) return MISSES;
  if (ax < x && bx < x && ax < referenceX && bx < referenceX) return MISSES;
  if (ay > y && by > y && ay > referenceY && by > referenceY) return MISSES;
  if (ay < y && by < y && ay < referenceY && by < referenceY) return MISSES;
  const side = orient2d(ax, ay, bx, by, x, y);
  if (side === 0 && isBetween(x, ax, bx) && isBetween(y, ay, by)) return TOUCHES;
  const left = orient2d(x, y, referenceX, referenceY, ax, ay) > 0;
  if (left === orient2d(x, y, referenceX, referenceY, bx, by) > 0) return MISSES;
  return side > 0 !== orient2d(ax, ay, bx, by, referenceX, referenceY) > 0 ? CROSSES : MISSES;
}

const isBetween = (value: number, one: number, other: number): boolean =>
  one < other ? value >= one && value <= other : value >= other && value <= one;

/** Whether the point lies on the edge. */
export const isOn = (x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean =>
  isBetween(x, ax, bx) && isBetween(y, ay, by) && orient2d(ax, ay, bx, by, x, y) === 0;

/** Squared distance in square metres from the point to the edge; `east` and `north` are metres per degree. */
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
  const projection = square === 0 ? 0 : -(fromX * alongX + fromY * alongY) / square;
  const fraction = projection <= 0 ? 0 : projection >= 1 ? 1 : projection;
  const dx = fromX + fraction * alongX;
  const dy = fromY + fraction * alongY;
  return dx * dx + dy * dy;
}

/** Whether the edge intersects the box; may be true for an edge within a rounding error of it. */
export function intersectsBox(
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
  // All corners on one side? Plain products suffice: the caller's margin covers their error.
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
