/** Checks of permits, in addition to the base checks of the schema. */
import type {MunicipalitySlug} from '../municipalities.ts';
import type {Check} from '../types.ts';
import {PERMIT_MUNICIPALITIES} from './cities.ts';

/** Municipalities that publish a point with nearly every permit. */
const WITH_POINTS: readonly MunicipalitySlug[] = [
  'calgary',
  'edmonton',
  'montreal',
  'quebec_city',
  'vancouver',
];

const countWhere = (municipality: string, condition: string): string =>
  `count(*) FILTER (WHERE municipality = '${municipality}' AND ${condition})`;

export const checks: readonly Check[] = [
  {
    name: 'permits carry a day',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE date IS NULL) <= 0.025 * count(*)',
    reason:
      'every municipality publishes the day of issue or of application; more blanks mean that the form of a date changed',
  },
  {
    name: 'days of issue are not in the future',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE issued_date > $as_of) <= 0.001 * count(*)',
    reason: 'typing errors of clerks exist and are kept as published; many of them mean a misread column',
  },
  {
    name: 'points have both degrees',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE (lat IS NULL) <> (lng IS NULL)) = 0',
    reason: 'a point is one thing: searches by distance and the geometry of answers rest on it',
  },
  {
    name: 'only completed permits have a day of completion',
    severity: 'ERROR',
    sql: `count(*) FILTER (WHERE completed_date IS NOT NULL AND status IS DISTINCT FROM 'completed') = 0`,
    reason: 'several municipalities fill the same column with the day of cancellation or expiry',
  },
  ...PERMIT_MUNICIPALITIES.map(
    (municipality): Check => ({
      name: `permits of ${municipality} have a kind`,
      severity: 'WARN',
      sql: `${countWhere(municipality, "permit_type = 'other'")} <= 0.9 * ${countWhere(municipality, 'true')}`,
      reason:
        'plumbing, signs and the like are `other`, which is more than half of some registers; nearly all means that the words of the kinds changed',
    }),
  ),
  ...WITH_POINTS.map(
    (municipality): Check => ({
      name: `permits of ${municipality} have a point`,
      severity: 'WARN',
      sql: `${countWhere(municipality, 'lat IS NULL')} <= 0.2 * ${countWhere(municipality, 'true')}`,
      reason:
        'the city publishes a point with more than nine of ten permits; fewer mean that its columns changed or that points lie outside its box',
    }),
  ),
];
