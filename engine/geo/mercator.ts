/**
 * Squares of the Web Mercator map. A point belongs to a column or row of squares by comparing its degrees
 * with those of the edges, so that an edge has one number on every zoom, and every point lies in one tile and
 * in one cell of it.
 */

/** Longitude of the western edge of column `x` of 2^z. Points at 180 degrees belong to the last column. */
export const westOf = (x: number, z: number): number =>
  x >= 2 ** z ? Number.POSITIVE_INFINITY : (x / 2 ** z) * 360 - 180;

/**
 * Latitude of the northern edge of row `y` of 2^z. What lies beyond the square of the map belongs to the rows
 * at its edges.
 */
export function northOf(y: number, z: number): number {
  if (y <= 0) return Number.POSITIVE_INFINITY;
  if (y >= 2 ** z) return Number.NEGATIVE_INFINITY;
  return latOf(y / 2 ** z);
}

/** The latitude at a share of the height of the map, from the north. */
export const latOf = (share: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;

/** A longitude as a share of the width of the map, from the west. */
export const mercatorX = (lng: number): number => lng / 360 + 0.5;

/** Greatest latitude of the square. */
const MAX_LAT = 85.05112877980659;

/** A latitude as a share of the height of the map, from the north. */
export function mercatorY(lat: number): number {
  const sine = Math.sin((Math.min(MAX_LAT, Math.max(-MAX_LAT, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
