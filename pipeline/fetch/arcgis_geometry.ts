/** Converts ArcGIS geometries to GeoJSON; coordinates keep their original notation. */
import {isObject, numberOf} from '../runtime/unknown_json.ts';

/** Longitude and latitude; opaque raw JSON where a number has an unusual notation. */
type Position = unknown[];
type Ring = Position[];

/** A GeoJSON geometry; null where there is none. */
export type Geometry = {type: string; coordinates: unknown} | null;

/**
 * Converts `{x, y}`, `{points}`, `{paths}` or `{rings}`. Of several points only the first is kept. Clockwise
 * rings are outer rings, each with the counter-clockwise rings inside it; a hole outside of every outer ring
 * becomes one.
 */
export function fromEsri(geometry: unknown): Geometry {
  if (!isObject(geometry)) return null;
  const {x, y, points, paths, rings} = geometry;
  if (numberOf(x) !== null && numberOf(y) !== null) return {type: 'Point', coordinates: [x, y]};
  const [first] = positions(points);
  if (first) return {type: 'Point', coordinates: first};
  if (Array.isArray(paths) && paths.length) {
    return {type: 'MultiLineString', coordinates: paths.map(positions)};
  }
  const usable = (Array.isArray(rings) ? rings : []).map(positions).filter((ring) => ring.length > 0);
  return usable.length ? polygons(usable) : null;
}

/** Converts an ArcGIS server's GeoJSON to the form of `fromEsri`. */
export function fromGeoJson(geometry: unknown): Geometry {
  if (!isObject(geometry)) return null;
  const {type, coordinates} = geometry;
  if (typeof type !== 'string' || !Array.isArray(coordinates) || !coordinates.length) return null;
  if (type === 'Point') {
    const [position] = positions([coordinates]);
    return position ? {type, coordinates: position} : null;
  }
  if (type !== 'MultiPoint') return {type, coordinates};
  const [first] = positions(coordinates);
  return first ? {type: 'Point', coordinates: first} : null;
}

/** Keeps pairs of numbers; drops elevations and measures. */
function positions(list: unknown): Ring {
  return (Array.isArray(list) ? list : []).flatMap((one) =>
    Array.isArray(one) && numberOf(one[0]) !== null && numberOf(one[1]) !== null ? [one.slice(0, 2)] : [],
  );
}

function polygons(rings: Ring[]): Geometry {
  const sized = rings.map((ring) => ({ring, area: signedArea(ring)}));
  const parts = sized
    .filter(({area}) => area < 0)
    .map(({ring, area}) => ({outer: ring, size: -area, rings: [ring.toReversed()]}));
  const lone: Ring[] = [];
  for (const {ring, area} of sized) {
    if (area < 0) continue;
    // Of nested outer rings the smallest one contains the hole.
    const around = parts.filter(({outer, size}) => size > area && holds(outer, ring));
    around.sort((a, b) => a.size - b.size);
    if (around[0]) around[0].rings.push(ring.toReversed());
    else lone.push(ring);
  }
  const all = [...parts.map((part) => part.rings), ...lone.map((ring) => [ring])];
  return all.length === 1 ? {type: 'Polygon', coordinates: all[0]} : {type: 'MultiPolygon', coordinates: all};
}

const xy = (position: Position | undefined): [number, number] => [
  numberOf(position?.[0]) ?? Number.NaN,
  numberOf(position?.[1]) ?? Number.NaN,
];

/**
 * In square degrees, relative to the first position so that small rings keep their precision; negative:
 * clockwise.
 */
function signedArea(ring: Ring): number {
  const [left, low] = xy(ring[0]);
  let twice = 0;
  for (let at = 0; at < ring.length; at++) {
    const [x, y] = xy(ring[at]);
    const [next_x, next_y] = xy(ring[(at + 1) % ring.length]);
    twice += (x - left) * (next_y - low) - (next_x - left) * (y - low);
  }
  return twice / 2;
}

/** Whether a ring lies inside another, decided by its first position that is not on the other's boundary. */
function holds(outer: Ring, ring: Ring): boolean {
  for (const position of ring) {
    const side = sideOf(outer, xy(position));
    if (side !== 'border') return side === 'inside';
  }
  return true;
}

function sideOf(ring: Ring, [x, y]: [number, number]): 'inside' | 'outside' | 'border' {
  let inside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [ax, ay] = xy(ring[at]);
    const [bx, by] = xy(ring[before]);
    const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const between =
      x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
    if (turn === 0 && between) return 'border';
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}
