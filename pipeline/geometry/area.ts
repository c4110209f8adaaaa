/** Geodesic areas in square metres on the WGS 84 ellipsoid. */
import geographiclib from 'geographiclib-geodesic';
import {findContacts} from './contacts.ts';
import {boundaryOf} from './even_odd.ts';
import type {Polygon, Position, Ring} from './types.ts';

const {Geodesic} = geographiclib;
const EARTH = Geodesic.WGS84;

/** Rounds to hundredths of a square metre. */
const rounded = (area: number): number => Math.round(area * 100) / 100;

/**
 * Area of all polygons minus their holes, with geodesic edges as in PostGIS `geography`. `touching`: number
 * of polygons whose rings touch or cross; their area is that of the points inside an odd number of rings.
 */
export function areaOf(polygons: readonly Polygon[]): {area: number; touching: number} {
  let [area, touching] = [0, 0];
  for (const polygon of polygons) {
    const contacts = findContacts(polygon);
    if (contacts.length) {
      touching += 1;
      area += oddArea(polygon, contacts) ?? ringsArea(polygon);
    } else {
      area += ringsArea(polygon);
    }
  }
  return {area: rounded(area), touching};
}

/**
 * Subtracts rings inside an odd number of the others: holes, which in faulty files may lie outside the outer
 * ring.
 */
function ringsArea(polygon: Polygon): number {
  return polygon.reduce((sum, ring) => {
    const around = polygon.filter((other) => other !== ring && isInside(ring[0] as Position, other)).length;
    return sum + (around % 2 ? -ringArea(ring) : ringArea(ring));
  }, 0);
}

function isInside([x, y]: Position, ring: Ring): boolean {
  let inside = false;
  for (const [at, [u, v]] of ring.entries()) {
    const [a, b] = ring[(at + 1) % ring.length] as Position;
    if (v > y !== b > y && x < u + ((y - v) / (b - v)) * (a - u)) inside = !inside;
  }
  return inside;
}

function ringArea(ring: Ring): number {
  const polygon = EARTH.Polygon(false);
  for (const [lng, lat] of ring) polygon.AddPoint(lat, lng);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** Null where rounding leaves the boundary open. */
function oddArea(polygon: Polygon, contacts: ReturnType<typeof findContacts>): number | null {
  const boundary = boundaryOf(polygon, contacts);
  if (!boundary) return null;
  let sum = 0;
  for (const [[x, y], [u, v]] of boundary) sum += EARTH.Inverse(y, x, v, u, Geodesic.AREA).S12 ?? 0;
  // The area below an eastbound edge is positive: counter-clockwise rings come out negative.
  return Math.abs(sum);
}
