/**
 * Canonical form of polygons: the same rings have the same text in any original order and direction. Turf's
 * `rewind` neither rotates rings nor breaks ties independently of the original direction.
 */
import type {Polygon, Position, Ring} from './types.ts';

const comparePositions = (a: Position, b: Position): number => a[0] - b[0] || a[1] - b[1];

/** Compares position by position; a prefix comes first. */
function compareRings(a: Ring, b: Ring): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const order = comparePositions(a[at] as Position, b[at] as Position);
    if (order) return order;
  }
  return a.length - b.length;
}

/** Compares ring by ring; 0 for equal polygons. */
export function comparePolygons(a: Polygon, b: Polygon): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const order = compareRings(a[at] as Ring, b[at] as Ring);
    if (order) return order;
  }
  return a.length - b.length;
}

/**
 * Rotates a ring to start at its smallest position; where that occurs more than once, to the smallest
 * resulting ring.
 */
function rotated(ring: Ring): Ring {
  const smallest = ring.reduce((a, b) => (comparePositions(b, a) < 0 ? b : a));
  const starts = ring.flatMap((one, at) => (comparePositions(one, smallest) === 0 ? [at] : []));
  const turns = starts.map((at) => [...ring.slice(at), ...ring.slice(0, at)]);
  return turns.reduce((a, b) => (compareRings(b, a) < 0 ? b : a));
}

/**
 * Twice the area in square degrees, positive counter-clockwise; of a self-crossing ring the sum over its
 * loops.
 */
function signedArea(ring: Ring): number {
  const [x, y] = ring[0] as Position;
  let sum = 0;
  for (let at = 1; at + 1 < ring.length; at += 1) {
    const [a, b] = [ring[at] as Position, ring[at + 1] as Position];
    sum += (a[0] - x) * (b[1] - y) - (a[1] - y) * (b[0] - x);
  }
  return sum;
}

/**
 * Both windings of a ring, counter-clockwise first. The sign is computed from one and the same of the two, so
 * that rounding cannot depend on the original direction.
 */
function bothWindings(ring: Ring): [counterclockwise: Ring, clockwise: Ring] {
  const [one, other] = [rotated(ring), rotated([...ring].reverse())];
  const [a, b] = compareRings(one, other) <= 0 ? [one, other] : [other, one];
  return signedArea(a) >= 0 ? [a, b] : [b, a];
}

/** Whether a ring has the wrong winding: outer rings are counter-clockwise, holes clockwise. */
export function isReversed(ring: Ring, outer: boolean): boolean {
  const area = signedArea(ring);
  return outer ? area < 0 : area > 0;
}

/** Polygons with rotated, correctly wound rings; holes and polygons sorted. */
export function canonicalPolygons(polygons: readonly Polygon[]): Polygon[] {
  const made = polygons.map(([outer, ...holes]): Polygon => {
    const turned = holes.map((hole) => bothWindings(hole)[1]).sort(compareRings);
    return [bothWindings(outer)[0], ...turned];
  });
  return made.sort(comparePolygons);
}

const closed = (ring: Ring): Position[] => [...ring, ring[0] as Position];

/** GeoJSON of canonical polygons: a Polygon for one, else a MultiPolygon; numbers in their shortest form. */
export function geometryText(polygons: readonly Polygon[]): string {
  const coordinates = polygons.map((polygon) => polygon.map(closed));
  return JSON.stringify(
    coordinates.length === 1
      ? {type: 'Polygon', coordinates: coordinates[0]}
      : {type: 'MultiPolygon', coordinates},
  );
}
