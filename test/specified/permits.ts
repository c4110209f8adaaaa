/** The operations on building permits as the specification has them, written by hand. */
import {
  facets,
  grouped,
  ids,
  keyed,
  LANG,
  PROVENANCE,
  type Row,
  type Specified,
  STATS,
  shared,
  words,
} from './shapes.ts';

const MUNICIPALITIES = words(`toronto calgary edmonton ottawa vancouver montreal winnipeg hamilton kitchener
  victoria laval mississauga halifax brampton quebec_city regina saint_john`);
const TYPES = words('new_construction renovation addition demolition change_of_use other');
const STATUSES = words('issued in_review completed cancelled expired');

const FILTERS: Row[] = [
  ['municipality', 'sets', 'in municipality', null, null, null, MUNICIPALITIES],
  [
    'q',
    'string',
    'terms address,neighbourhood,work_description,permit_type_raw,permit_type,building_type,applicant_name,contractor_name,permit_number',
  ],
  ['permit_type', 'set', 'exact permit_type', null, null, null, TYPES],
  ['permit_type_raw', 'string', 'partial permit_type_raw'],
  ['status', 'set', 'exact status', null, null, null, STATUSES],
  ['building_type', 'string', 'partial building_type'],
  ['neighbourhood', 'string', 'partial neighbourhood,ward'],
  ['applicant', 'string', 'partial applicant_name'],
  ['contractor', 'string', 'partial contractor_name'],
  ['issued_after', 'date', 'gte issued_date'],
  ['issued_before', 'date', 'lte issued_date'],
  ['updated_after', 'time', 'gte last_updated'],
  ['updated_before', 'time', 'lte last_updated'],
  ['lat', 'number', 'geo lat', null, -90, 90],
  ['lng', 'number', 'geo lng', null, -180, 180],
  ['radius_km', 'number', 'geo distance_km', null, 0.1, 100],
  ['permit_number', 'names', 'in permit_number'],
  ...keyed({
    organization_key: 'organization_keys',
    contractor_key: 'contractor_key',
    permit_type_raw_key: 'permit_type_raw',
    building_type_key: 'building_type',
    neighbourhood_key: 'neighbourhood',
    status_key: 'status',
    applicant_key: 'applicant_name',
  }),
];

const PERMIT =
  words(`record_id municipality province permit_number_raw source_reference issued_date application_date
  permit_type permit_type_raw work_description status estimated_cost applicant_name contractor_name zoning_raw
  address neighbourhood building_type last_updated`);
const DETAIL =
  words(`${PERMIT.join(' ')} status_raw postal_code ward completed_date expiry_date dwelling_units_created
  floor_area_sqm published_at lat lng geometry geometry_source address_count versions
  source_dataset source_url`);

const SORTS = words('date issued_date application_date updated last_updated published value distance');

/** The parameters that lists share, with the formats of records with a point. */
const LIST: Row[] = shared(100, [...PERMIT, 'distance_km'], 500).map((row) =>
  row[0] === 'format' ? ['format', 'set', null, 'json', null, null, words('json csv ndjson geojson')] : row,
);

const MESSAGES: Record<string, string[]> = {
  municipality: [`municipality must be one of: ${MUNICIPALITIES.join(', ')}.`],
  permit_type: [
    'permit_type must be one of: new_construction, renovation, addition, demolition, change_of_use, other.',
  ],
  status: ['status must be one of: issued, in_review, completed, cancelled, expired.'],
  issued_after: ['issued_after must be a date in the form YYYY-MM-DD.'],
  updated_after: ['updated_after must be a date or a time in the form YYYY-MM-DDTHH:MM:SS.'],
  lat: ['lat must be a number.', 'lat must be between -90 and 90.'],
  lng: ['lng must be a number.', 'lng must be between -180 and 180.'],
  radius_km: ['radius_km must be a number.', 'radius_km must be between 0.1 and 100.'],
};

const TOGETHER = 'lat, lng and radius_km must be given together.';

export const PERMITS: Record<string, Specified> = {
  '/permits': {
    parameters: [
      ...FILTERS,
      ['sort_by', 'set', null, 'date', null, null, SORTS],
      ['sort_order', 'set', null, 'desc', null, null, ['asc', 'desc']],
      ids('record_id'),
      ...LIST,
      facets(
        'municipality permit_type permit_type_raw status building_type neighbourhood applicant contractor organization_key contractor_key permit_type_raw_key building_type_key neighbourhood_key status_key applicant_key',
      ),
    ],
    fields: PERMIT,
    feed: true,
    optional: ['distance_km'],
    exported: ['lat', 'lng'],
    messages: {...MESSAGES, format: ['format must be one of: json, csv, ndjson, geojson.']},
    refused: {400: `${TOGETHER} / sort_by=distance requires lat, lng and radius_km.`},
  },
  '/permits/{record_id}': {
    parameters: [PROVENANCE, ['format', 'set', null, 'json', null, null, ['json', 'geojson']], LANG],
    fields: DETAIL,
    messages: {format: ['format must be one of: json, geojson.']},
    missing: 'Permit not found.',
  },
  '/permits/stats': {
    parameters: [
      ...FILTERS,
      ['period', 'set', null, null, null, null, words('1y 6m 3m 30d')],
      ...grouped(words('municipality permit_type status province'), 'estimated_cost'),
    ],
    fields: STATS,
    messages: {...MESSAGES, period: ['period must be one of: 1y, 6m, 3m, 30d.']},
    refused: {400: TOGETHER},
  },
};
