/**
 * Repairs published polygons: closes and rewinds rings, drops repeated corners and rings without area. Turf's
 * `cleanCoords` would also remove collinear corners.
 */
import {canonicalPolygons, comparePolygons, isReversed} from './canonical.ts';
import type {Polygon, Position, Ring} from './types.ts';

/** Repairs, with the labels under which they are counted. */
export const REPAIRS = {
  closed: 'open rings closed',
  repeated: 'repeated corners dropped',
  thin: 'rings of fewer than four points or in one line dropped',
  turned: 'rings turned: outer ones counter-clockwise, holes clockwise',
  heights: 'geometries whose heights are dropped',
  twice: 'parts that come twice dropped',
  touching: 'parts whose rings touch or cross, left as they are',
} as const;

export type Repair = keyof typeof REPAIRS;
export type Repairs = Partial<Record<Repair, number>>;

/** Canonical polygons of a geometry and its repairs, or why it is refused. */
export type Repaired = {polygons: readonly Polygon[]; repairs: Repairs} | {refused: string};

/** A geometry beyond repair; the message is the reason of the reject. */
class InvalidGeometry extends Error {}

/**
 * Repairs the polygons of a GeoJSON Polygon or MultiPolygon. The first ring of a polygon is the outer one,
 * whatever its direction. Overlapping and nested polygons stay separate; no coordinate is rounded.
 */
export function repairPolygons(geometry: unknown): Repaired {
  const repairs: Repairs = {};
  try {
    const polygons = rawPolygons(geometry)
      .map((rings) => polygonOf(rings, repairs))
      .filter((polygon) => polygon !== null);
    if (!polygons.length) return {refused: 'no ring of the geometry has an area'};
    const canonical = canonicalPolygons(polygons);
    const single = canonical.filter(
      (polygon, at) => at === 0 || comparePolygons(polygon, canonical[at - 1] ?? polygon),
    );
    count(repairs, 'twice', canonical.length - single.length);
    return {polygons: single, repairs};
  } catch (error) {
    if (error instanceof InvalidGeometry) return {refused: error.message};
    throw error;
  }
}

function count(repairs: Repairs, repair: Repair, n = 1): void {
  if (n) repairs[repair] = (repairs[repair] ?? 0) + n;
}

/** Polygons as lists of rings. Throws InvalidGeometry for other geometries. */
function rawPolygons(geometry: unknown): unknown[] {
  if (typeof geometry !== 'object' || geometry === null)
    throw new InvalidGeometry('the geometry is no GeoJSON');
  const {type, coordinates} = geometry as Record<string, unknown>;
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null;
  if (polygons === null) throw new InvalidGeometry(`no polygon: ${String(type).slice(0, 40)}`);
  if (!Array.isArray(polygons) || polygons.length === 0 || polygons.every(isEmpty))
    throw new InvalidGeometry('no geometry');
  return polygons;
}

const isEmpty = (polygon: unknown): boolean => Array.isArray(polygon) && polygon.length === 0;

/** Null where the outer ring has no area: its holes are dropped with it. */
function polygonOf(rings: unknown, repairs: Repairs): Polygon | null {
  if (!Array.isArray(rings)) throw new InvalidGeometry('a part of the geometry is no list of rings');
  const mended = rings.map((ring) => ringOf(ring, repairs));
  const [outer, ...holes] = mended;
  if (!outer) return null;
  const inner = holes.filter((ring) => ring !== null);
  for (const [at, ring] of [outer, ...inner].entries())
    if (isReversed(ring, at === 0)) count(repairs, 'turned');
  return [outer, ...inner];
}

/** The corners of a ring; null where it has no area. */
function ringOf(raw: unknown, repairs: Repairs): Ring | null {
  if (!Array.isArray(raw)) throw new InvalidGeometry('a ring of the geometry is no list of positions');
  const all = raw.map(positionOf);
  if (raw.some((position: unknown[]) => position.length > 2) && !repairs.heights) count(repairs, 'heights');
  const [first, last] = [all[0], all.at(-1)];
  if (first && last && all.length > 1 && isSame(first, last)) all.pop();
  else if (all.length > 1) count(repairs, 'closed');
  const corners = all.filter((one, at) => at === 0 || !isSame(one, all[at - 1] ?? one));
  while (corners.length > 1 && isSame(corners[0] as Position, corners.at(-1) as Position)) corners.pop();
  count(repairs, 'repeated', all.length - corners.length);
  if (corners.length >= 3 && !isLine(corners)) return corners;
  count(repairs, 'thin');
  return null;
}

function positionOf(raw: unknown): Position {
  if (!Array.isArray(raw)) throw new InvalidGeometry('a position of the geometry is no list of numbers');
  const [lng, lat] = raw as unknown[];
  if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat))
    throw new InvalidGeometry('a position of the geometry is no list of numbers');
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90)
    throw new InvalidGeometry('coordinates are no degrees of WGS 84');
  if (isSwapped(lng, lat)) throw new InvalidGeometry('latitude and longitude are swapped');
  // Turns -0 into 0.
  return [lng + 0, lat + 0];
}

/** Whether a position lies in Canada once its numbers change places; as it is, it lies in the Antarctic. */
const isSwapped = (lng: number, lat: number): boolean => lng > 41 && lng < 84 && lat > -142 && lat < -52;

const isSame = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** Whether all corners are collinear. */
function isLine(corners: readonly Position[]): boolean {
  const [[x, y], [u, v]] = [corners[0] as Position, corners[1] as Position];
  return corners.every((one) => (u - x) * (one[1] - y) === (v - y) * (one[0] - x));
}
