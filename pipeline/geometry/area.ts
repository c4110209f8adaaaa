/** Areas in square metres on the ellipsoid of WGS 84. */
import geographiclib from 'geographiclib-geodesic';
import {findContacts} from './contacts.ts';
import {boundaryOf} from './even_odd.ts';
import type {Polygon, Position, Ring} from './types.ts';

const {Geodesic} = geographiclib;
const EARTH = Geodesic.WGS84;

/** Square metres to hundredths. */
const rounded = (area: number): number => Math.round(area * 100) / 100;

/**
 * Area of all parts, holes subtracted, edges taken as geodesics as PostGIS does for `geography`; `touching`: how many
 * parts have rings that touch or cross. Of such a part the area is that of all points inside an odd number of its rings.
 */
export function areaOf(parts: readonly Polygon[]): {area: number; touching: number} {
  let [area, touching] = [0, 0];
  for (const part of parts) {
    const contacts = findContacts(part);
    if (contacts.length) {
      touching += 1;
      area += oddArea(part, contacts) ?? ringsArea(part);
    } else {
      area += ringsArea(part);
    }
  }
  return {area: rounded(area), touching};
}

/** Rings inside an odd number of the others are taken away: holes, which may lie outside in files with mistakes. */
function ringsArea(part: Polygon): number {
  return part.reduce((sum, ring) => {
    const around = part.filter((other) => other !== ring && isInside(ring[0] as Position, other)).length;
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
function oddArea(part: Polygon, contacts: ReturnType<typeof findContacts>): number | null {
  const boundary = boundaryOf(part, contacts);
  if (!boundary) return null;
  let sum = 0;
  for (const [[x, y], [u, v]] of boundary) sum += EARTH.Inverse(y, x, v, u, Geodesic.AREA).S12 ?? 0;
  // What lies below an edge that runs east counts as positive there: counter-clockwise rings are negative.
  return Math.abs(sum);
}
