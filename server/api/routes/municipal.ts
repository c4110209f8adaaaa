/** Routes of the section Building permits and zoning: permits. */
import {PERMIT_MUNICIPALITIES} from '../../../datasets/permits/cities.ts';
import {PERMIT_STATUSES, PERMIT_TYPES} from '../../../datasets/permits/enums.ts';
import {permits as dataset} from '../../../datasets/permits/schema.ts';
import {anyOf, asAdded, bound, numbers, oneOf, partial, terms, UPDATED} from './filters.ts';
import {keys} from './keys.ts';
import {routesIn} from './kinds.ts';
import {PERIODS} from './periods.ts';
import type {DeclaredRoute, Parameter, Parameters} from './types.ts';

const section = 'Building permits and zoning';
const {list, detail, stats} = routesIn(section);

const geo = (
  column: string,
  between: readonly [number, number],
  help: string,
  example: string,
): Parameter => ({
  type: 'number',
  op: 'geo',
  columns: [column],
  between,
  help: `${help}; \`lat\`, \`lng\` and \`radius_km\` go together`,
  example,
});

const FILTERS: Parameters = {
  municipality: anyOf('municipality', PERMIT_MUNICIPALITIES, 'slugs of municipalities', 'calgary,toronto'),
  q: terms(dataset.search ?? [], 'words in any order, numbers too', 'garage larkspur'),
  permit_type: oneOf('permit_type', PERMIT_TYPES, 'canonical kind of work', 'new_construction'),
  permit_type_raw: partial('permit_type_raw', "part of the municipality's own words", 'single construction'),
  status: oneOf('status', PERMIT_STATUSES, 'canonical state', 'issued'),
  building_type: partial('building_type', 'part of the kind of building', 'single family'),
  neighbourhood: partial(['neighbourhood', 'ward'], 'part of the neighbourhood or ward', 'larkspur'),
  applicant: partial('applicant_name', 'part of the name of the applicant', 'homes'),
  contractor: partial('contractor_name', 'part of the name of the contractor', 'homes'),
  issued_after: bound('date', 'gte', 'issued_date', 'first day of issue', '2025-04-01'),
  issued_before: bound('date', 'lte', 'issued_date', 'last day of issue', '2026-03-31'),
  ...UPDATED,
  lat: geo('lat', [-90, 90], 'latitude of a point in degrees, WGS 84', '51.0447'),
  lng: geo('lng', [-180, 180], 'longitude of the point', '-114.0719'),
  radius_km: geo('distance_km', [0.1, 100], 'largest great-circle distance from it in kilometres', '1'),
  ...asAdded({permit_number: numbers('permit_number', 'whole permit numbers', 'BP2031-00417')}),
  ...keys({
    organization_key: 'organization_keys',
    contractor_key: 'contractor_key',
    permit_type_raw_key: 'permit_type_raw',
    building_type_key: 'building_type',
    neighbourhood_key: 'neighbourhood',
    status_key: 'status',
    applicant_key: 'applicant_name',
  }),
};

export const permits: readonly DeclaredRoute[] = [
  list(
    '/permits',
    'permits',
    'Building permits, newest first; nearest first in searches by distance',
    FILTERS,
    {
      help: 'With `lat`, `lng` and `radius_km` only permits with a point at most that far away are listed, each with `distance_km`, nearest first unless `sort_by` says otherwise; distances are great-circle, on a sphere of radius 6,371,008.8 m. `date` is the day of issue, else of application. The largest `limit` depends on the tier. To follow changes, ask for `sort_by=last_updated&updated_after=` the time of the last look; the bound is inclusive, so that a permit may come twice and none is missed. States move from `in_review` to `issued` to `completed` or `expired`, and from the first two to `cancelled`; what the municipality publishes is not checked.',
      sort_aliases: {updated: 'last_updated'},
      extra_meta: ['municipality', 'sort_by', 'sort_order', 'proximity'],
      limit: 100,
      max: 500,
      tiered: true,
    },
  ),
  detail(
    '/permits/{record_id}',
    'permits',
    'One permit',
    {en: 'Permit not found.', fr: 'Permis introuvable.'},
    {help: '`format=geojson` gives a Feature whose geometry is the point, or null.'},
  ),
  stats(
    '/permits/stats',
    'permits',
    'Permits grouped',
    {
      ...FILTERS,
      period: {
        type: 'set',
        columns: ['issued_date'],
        values: Object.keys(PERIODS),
        help: 'days of issue that end with the data date',
        example: '1y',
      },
    },
    {
      help: '`period` keeps permits issued in the 365, 182, 91 or 30 days that end with the data date.',
      extra_meta: ['municipality', 'period', 'as_of', 'proximity'],
    },
  ),
];
