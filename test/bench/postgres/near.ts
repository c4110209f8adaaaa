/**
 * Searches by distance in PostGIS: points as geography with a GiST index, distances on the sphere as the
 * service has them.
 */
import {RADIUS_M} from '../../../engine/geo/sphere.ts';

/** The column of the points, and what makes and indexes it. */
export const PLACED: readonly string[] = [
  `ALTER TABLE permits ADD COLUMN place geography(Point, 4326)
    GENERATED ALWAYS AS (ST_SetSRID(ST_MakePoint(lng, lat), 4326)::geography) STORED`,
  'CREATE INDEX ON permits USING gist (place)',
  'CREATE INDEX ON permits (permit_type)',
];

/**
 * PostGIS has all digits of the mean radius, (2a + b) / 3 of WGS 84, where this service documents one
 * decimal.
 */
const RADII = RADIUS_M / ((2 * 6_378_137 + 6_356_752.314245179) / 3);

/** The point of a request, as SQL, and the condition of the circle; null without one. */
export function circleOf(
  query: URLSearchParams,
  bind: (value: string) => string,
): {point: string; sql: string} | null {
  const [lat, lng, km] = ['lat', 'lng', 'radius_km'].map((name) => query.get(name));
  if (!lat || !lng || !km) return null;
  const point = `ST_SetSRID(ST_MakePoint(${bind(lng)}::float8, ${bind(lat)}::float8), 4326)::geography`;
  const metres = `${bind(String((Number(km) * 1000) / RADII))}::float8`;
  return {point, sql: `ST_DWithin(r.place, ${point}, ${metres}, false)`};
}

/** The sort key of a search by distance, and the field that shows it. */
export const metresTo = (point: string): string => `ST_Distance(r.place, ${point}, false) * ${RADII}::float8`;
export const KILOMETRES = 'round((p.metres / 1000)::numeric, 3)::float8 AS distance_km';
