/** Relations of a point and an edge: on which side of it the point lies, exactly, and how far away. */
import {orient2d} from 'robust-predicates';

/** Results of `crossRay`: the ray misses the edge, crosses it, or begins on it. */
export const MISSES = 0;
export const CROSSES = 1;
export const TOUCHES = 2;

const isBetween = (value: number, one: number, other: number): boolean =>
  one < other ? value >= one && value <= other : value >= other && value <= one;

/**
 * Whether the point lies on the edge from a to b, ends included, or else whether the ray from it to the east
 * crosses the edge. Of the two edges at a vertex on the ray, those that come from the north count.
 */
export function crossRay(x: number, y: number, ax: number, ay: number, bx: number, by: number): 0 | 1 | 2 {
  // Most edges lie north, south or west of the ray.
  if ((ay > y && by > y) || (ay < y && by < y) || (ax < x && bx < x)) return MISSES;
  const side = orient2d(ax, ay, bx, by, x, y);
  if (side === 0 && isBetween(x, ax, bx) && isBetween(y, ay, by)) return TOUCHES;
  // `orient2d` is negative to the left of the edge.
  return ay > y !== by > y && by > ay === side < 0 ? CROSSES : MISSES;
}

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

/** Whether the edge from a to b has a point of a box, ends and edges included; sides may be infinite. */
export function edgeTouches(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  west: number,
  south: number,
  east: number,
  north: number,
): boolean {
  if (Math.max(ax, bx) < west || Math.min(ax, bx) > east) return false;
  if (Math.max(ay, by) < south || Math.min(ay, by) > north) return false;
  // Beyond the edge it makes no difference where the box ends.
  const [left, right] = [Math.max(west, Math.min(ax, bx)), Math.min(east, Math.max(ax, bx))];
  const [low, high] = [Math.max(south, Math.min(ay, by)), Math.min(north, Math.max(ay, by))];
  // The edge is the diagonal of its own box: it misses what lies on one side of it as a whole.
  const sides = [
    orient2d(ax, ay, bx, by, left, low),
    orient2d(ax, ay, bx, by, left, high),
    orient2d(ax, ay, bx, by, right, low),
    orient2d(ax, ay, bx, by, right, high),
  ];
  return !(sides.every((side) => side > 0) || sides.every((side) => side < 0));
}
