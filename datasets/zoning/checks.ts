/** Checks of zoning, in addition to the base checks of the schema. */
import type {MunicipalitySlug} from '../municipalities.ts';
import {boundsOf} from '../municipality_bounds.ts';
import type {Check} from '../types.ts';
import {ZONING_MUNICIPALITIES} from './cities.ts';

/** Cities whose rules were checked against a complete list of codes. */
const VERIFIED: readonly MunicipalitySlug[] = ['toronto', 'edmonton', 'vancouver'];

/** The largest municipality, Ottawa with its countryside, has 2,790 km2. */
const LARGEST_M2 = 3_000_000_000;

const countWhere = (municipality: MunicipalitySlug, condition: string): string =>
  `count(*) FILTER (WHERE municipality = '${municipality}' AND ${condition})`;

/** SQL of a coordinate of the first vertex. */
const degree = (axis: 1 | 2): string =>
  String.raw`CAST(regexp_extract(geometry, '\[(-?[\d.]+),(-?[\d.]+)', ${axis}) AS DOUBLE)`;

/** SQL: the first vertex lies outside the bounds of the city. */
function outside(municipality: MunicipalitySlug): string {
  const [west, south, east, north] = boundsOf(municipality);
  const inside = `${degree(1)} BETWEEN ${west} AND ${east} AND ${degree(2)} BETWEEN ${south} AND ${north}`;
  return `(municipality = '${municipality}' AND NOT (${inside}))`;
}

export const checks: readonly Check[] = [
  {
    name: 'zones are parts of a town',
    severity: 'ERROR',
    sql: `coalesce(max(area_m2), 0) <= ${LARGEST_M2}`,
    reason:
      'no municipality that is read is larger; a larger zone means a wrong projection or rings turned inside out',
  },
  {
    name: 'zones lie in their city',
    severity: 'WARN',
    sql: `count(*) FILTER (WHERE ${ZONING_MUNICIPALITIES.map(outside).join('\n    OR ')}) <= 0.001 * count(*)`,
    reason: 'others have the coordinates of another projection or belong to another layer',
  },
  {
    name: 'zones have a size',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE area_m2 < 1) <= 0.02 * count(*)',
    reason: 'slivers below a square metre occur at the seams of some layers; many mean a wrong unit',
  },
  {
    name: 'codes of zones are codes',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE length(zone_code) > 60) <= 0.01 * count(*)',
    reason: 'codes are short, the longest end with exceptions of a by-law; long ones are another column',
  },
  ...ZONING_MUNICIPALITIES.map((municipality): Check => {
    const share = VERIFIED.includes(municipality) ? 0.05 : 0.25;
    return {
      name: `zones of ${municipality} have a category`,
      severity: 'WARN',
      sql: `${countWhere(municipality, 'zone_category IS NULL')} <= ${share} * ${countWhere(municipality, 'true')}`,
      reason:
        'null means that the data leaves the use open, which is the smaller part of every layer; more means that its codes changed, and the notes of the source name them',
    };
  }),
];
