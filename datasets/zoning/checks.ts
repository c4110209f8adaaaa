/** What must hold for zoning, beside the base checks that the schema gives. */
import {boundsOf, type MunicipalitySlug, ZONING_MUNICIPALITIES} from '../codes/municipalities.ts';
import type {Check} from '../types.ts';

/** Cities whose rules were held against a full list of their codes. */
const VERIFIED: readonly MunicipalitySlug[] = ['toronto', 'edmonton', 'vancouver'];

/** At most so large a share of the zones of a city has no category. */
const uncategorised = (city: MunicipalitySlug, share: number): string =>
  `count(*) FILTER (WHERE municipality = '${city}' AND zone_category IS NULL)
    <= ${share} * count(*) FILTER (WHERE municipality = '${city}')`;

/** Its first vertex lies outside the surroundings of the city. */
function outside(city: MunicipalitySlug): string {
  const [west, south, east, north] = boundsOf(city);
  const degree = (group: 1 | 2) =>
    String.raw`CAST(regexp_extract(geometry, '\[(-?[\d.]+),(-?[\d.]+)', ${group}) AS DOUBLE)`;
  return `municipality = '${city}' AND NOT (${degree(1)} BETWEEN ${west} AND ${east} AND ${degree(2)} BETWEEN ${south} AND ${north})`;
}

export const checks: readonly Check[] = [
  {
    name: 'zones are no larger than a city',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE area_m2 < 0 OR area_m2 > 5e9) = 0',
    reason: 'Ottawa, the largest of them, has 2,800 km²; the smallest zone at a point is the one that counts',
  },
  {
    name: 'zones lie in their city',
    severity: 'WARN',
    sql: `count(*) FILTER (WHERE ${ZONING_MUNICIPALITIES.map((city) => `(${outside(city)})`).join('\n    OR ')}) <= 0.001 * count(*)`,
    reason: 'others have the coordinates of another projection or belong to another layer',
  },
  {
    name: 'nearly all zones of Toronto, Edmonton and Vancouver have a category',
    severity: 'WARN',
    sql: VERIFIED.map((city) => uncategorised(city, 0.05)).join(' AND '),
    reason: 'their rules know every code that was seen; many without one mean a new by-law',
  },
  {
    name: 'most zones of the other cities have a category',
    severity: 'WARN',
    sql: ZONING_MUNICIPALITIES.filter((city) => !VERIFIED.includes(city))
      .map((city) => uncategorised(city, 0.25))
      .join(' AND '),
    reason:
      'some zones leave their use open, and not every code of these cities has been seen; the notes of the source name those that no rule knows',
  },
];
