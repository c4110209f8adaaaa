/** The one form of a shape that identifies its zone, however the publisher writes it. */
import type {Point, Ring} from './mesh.ts';
import type {Part} from './shapes.ts';

const before = ([ax = 0, ay = 0]: Point, [bx = 0, by = 0]: Point): number => ax - bx || ay - by;

/** Twice the area, positive where the ring runs counter-clockwise. */
function turn(ring: Ring): number {
  const [[x0 = 0, y0 = 0] = []] = ring;
  let sum = 0;
  for (const [at, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? [];
    sum += (x - x0) * (nextY - y0) - (nextX - x0) * (y - y0);
  }
  return sum;
}

/** Begun at its smallest vertex, in the direction asked for, closed. */
function closed(ring: Ring, direction: 1 | -1): Ring {
  const flat = ring.map(([x = 0, y = 0]) => [x, y]);
  const turned = Math.sign(turn(flat)) === direction ? flat : flat.toReversed();
  let first = 0;
  for (const [at, point] of turned.entries()) if (before(point, turned[first] ?? []) < 0) first = at;
  const begun = [...turned.slice(first), ...turned.slice(0, first)];
  return [...begun, ...begun.slice(0, 1)];
}

/**
 * GeoJSON of simple rings: outer ones counter-clockwise, holes clockwise, parts and holes by their first
 * vertices.
 */
export function canonical(parts: readonly Part[]): string {
  const byFirst = (a: Ring, b: Ring) => before(a[0] ?? [], b[0] ?? []);
  const coordinates = parts
    .map(([outer = [], ...holes]) => [
      closed(outer, 1),
      ...holes.map((hole) => closed(hole, -1)).sort(byFirst),
    ])
    .sort(([a = []], [b = []]) => byFirst(a, b));
  const [only] = coordinates;
  return JSON.stringify(
    coordinates.length === 1 ? {type: 'Polygon', coordinates: only} : {type: 'MultiPolygon', coordinates},
  );
}
