/** Building permits of municipalities, one record per permit. */

import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import {details, VERSION_RULE, versionsColumn} from '../contracts/columns.ts';
import {keyColumn, keysColumn, linkJoin} from '../derived/organization_keys.ts';
import {pointColumns} from '../rules/geo_parquet.ts';
import {plainNumberSql} from '../rules/plain_numbers.ts';
import {byBucket, byQuarterAndMonth, byYear} from '../series.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import {PERMIT_MUNICIPALITIES, sources} from './cities.ts';
import {PERMIT_STATUSES, PERMIT_TYPES} from './enums.ts';

/** Degrees as JSON prints them: whole numbers without a decimal point. */
const degrees = (column: string): string =>
  `CASE WHEN ${column} = trunc(${column}) THEN CAST(CAST(${column} AS BIGINT) AS VARCHAR) ELSE CAST(${column} AS VARCHAR) END`;

/** GeoJSON text; null without a point. */
const POINT = `'{"type":"Point","coordinates":[' || ${degrees('r.lng')} || ',' || ${degrees('r.lat')} || ']}'`;

export const permits: Dataset = {
  name: 'permits',
  title: 'Building permits',
  help: `Building permits of ${PERMIT_MUNICIPALITIES.length} municipalities, one record per permit. Coordinates are WGS 84 degrees and areas are square metres, whatever units the municipality publishes. Rows of one number that differ in address, unit or contact only are one permit, with \`address_count\`; costs and dwellings are added up where addresses have different ones. Revisions of Toronto are versions of their permit. Where a municipality lists issued permits only, all of its permits have the status \`issued\`.`,
  id: {column: 'record_id', prefix: 'p_'},
  columns: {
    record_id: listColumn('text', 'stable identifier', 'p_9f31a2b4c5d6e7f8', NOT_NULL),
    municipality: listColumn('text', 'slug of the municipality', 'calgary', {
      ...NOT_NULL,
      values: PERMIT_MUNICIPALITIES,
    }),
    province: listColumn('text', 'two-letter code', 'AB', {...NOT_NULL, values: PROVINCE_CODES}),
    permit_number_raw: listColumn('text', 'number as printed', 'BP2031-00417', NOT_NULL),
    source_reference: listColumn('text', "publisher's own row key", 'BP2031-00417', NOT_NULL),
    issued_date: listColumn('date', 'day of issue', '2031-05-06'),
    application_date: listColumn('date', 'day of application', '2031-03-14'),
    permit_type: listColumn('text', 'canonical kind of work', 'new_construction', {
      ...NOT_NULL,
      values: PERMIT_TYPES,
    }),
    permit_type_raw: listColumn(
      'text',
      "municipality's own words for the kind",
      'Single Construction Permit / New',
    ),
    work_description: listColumn('text', "municipality's own description", 'SFD, GARAGE, DECK'),
    status: listColumn('text', 'canonical state', 'issued', {values: PERMIT_STATUSES}),
    estimated_cost: listColumn('money', 'estimated cost of the work', 262462.01),
    applicant_name: listColumn('text', 'as published', 'Larkspur Homes Ltd'),
    contractor_name: listColumn('text', 'as published', 'Larkspur Homes Ltd'),
    zoning_raw: listColumn('text', 'zone that the permit names', 'RSL'),
    address: listColumn(
      'text',
      'as published; Vancouver and Québec write the postal code into it',
      '1573 LARKSPUR WAY SW',
    ),
    neighbourhood: listColumn('text', 'as published', 'LARKSPUR HILLS'),
    building_type: listColumn('text', 'kind of building, as published', 'Single Family House'),
    last_updated: {...details.last_updated, visibility: 'list'},
    organization_keys: keysColumn(
      ['[applicant_link.organization_key]', '[contractor_link.organization_key]'],
      'organizations_of',
    ),
    contractor_key: keyColumn('contractor_link.organization_key', 'organizations_of'),
    status_raw: detailColumn('text', "municipality's own word for the state", 'Pre Backfill Phase'),
    postal_code: detailColumn('text', 'as published', 'G1G 3L7'),
    ward: detailColumn('text', 'ward or district, as published', 'Ward 25'),
    completed_date: detailColumn('date', 'day of completion; only of completed permits', '2032-01-20'),
    expiry_date: detailColumn('date', 'day on which the permit ends', '2033-05-06'),
    dwelling_units_created: detailColumn('integer', 'dwellings gained; negative where some are lost', 1),
    floor_area_sqm: detailColumn('number', 'floor area', 156.7, {unit: 'square metres'}),
    published_at: detailColumn(
      'timestamp',
      'load in which the record was first seen (UTC)',
      '2031-05-07T04:00:00',
      {...NOT_NULL, derived: {sql: 'to_timestamp(epoch(loads.first_seen))', join: 'loads'}},
    ),
    lat: detailColumn('number', 'latitude (WGS 84)', 51.0447, {unit: 'degrees'}),
    lng: detailColumn('number', 'longitude (WGS 84)', -114.0719, {unit: 'degrees'}),
    geometry: detailColumn(
      'geometry',
      'GeoJSON Point',
      {type: 'Point', coordinates: [-114.0719, 51.0447]},
      {derived: {sql: POINT}},
    ),
    geometry_source: detailColumn('text', "`source`: the publisher's point; null: no point", 'source', {
      values: ['source', 'geocoded'],
      derived: {sql: "CASE WHEN r.lat IS NOT NULL THEN 'source' END"},
    }),
    address_count: detailColumn('integer', 'addresses at which the permit is listed', 1),
    versions: versionsColumn({
      source_reference: detailColumn('text', "publisher's own row key", 'BP2031-00417'),
      address: detailColumn('text', 'as published', '1573 LARKSPUR WAY SW'),
      issued_date: detailColumn('date', 'day of issue', '2031-05-06'),
      status_raw: detailColumn('text', "municipality's own word for the state", 'Pre Backfill Phase'),
      value: detailColumn('money', 'estimated cost in that row', 262462.01),
      dwelling_units_created: detailColumn('integer', 'dwellings gained in that row', 1),
      rule: {...VERSION_RULE, example: 'listed at another address'},
    }),
    source_dataset: detailColumn('text', 'source label', 'calgary building permits', NOT_NULL),
    source_url: detailColumn(
      'text',
      'the record or its dataset at the publisher',
      'https://data.calgary.ca/',
      NOT_NULL,
    ),
    date: internalColumn('date', 'day of issue, else of application', '2031-05-06'),
    permit_number: internalColumn('text', 'letters and digits of the number', 'bp203100417', {
      number: true,
      derived: {sql: plainNumberSql('r.permit_number_raw')},
    }),
    ...pointColumns('r.lng', 'r.lat'),
  },
  sort: {
    default: 'date',
    keys: {
      date: 'date',
      issued_date: 'issued_date',
      application_date: 'application_date',
      last_updated: 'last_updated',
      published: 'published_at',
      value: 'estimated_cost',
    },
  },
  filters: {
    municipality: 'exact',
    permit_type: 'exact',
    permit_type_raw: 'partial',
    status: 'exact',
    building_type: 'partial',
    neighbourhood: 'partial',
    ward: 'partial',
    applicant_name: 'partial',
    contractor_name: 'partial',
    issued_date: 'range',
    last_updated: 'range',
    organization_keys: 'exact',
    contractor_key: 'exact',
    permit_number: 'exact',
  },
  facets: [
    'organization_keys',
    'contractor_key',
    'municipality',
    'permit_type',
    'permit_type_raw',
    'status',
    'building_type',
    'neighbourhood',
    'applicant_name',
    'contractor_name',
  ],
  search: [
    'address',
    'neighbourhood',
    'work_description',
    'permit_type_raw',
    'permit_type',
    'building_type',
    'applicant_name',
    'contractor_name',
    'permit_number',
  ],
  point: {
    lat: 'lat',
    lng: 'lng',
    distance: {
      name: 'distance_km',
      column: listColumn(
        'number',
        'great-circle distance from the point asked for; only in proximity mode',
        0.412,
        {
          ...NOT_NULL,
          unit: 'kilometres',
        },
      ),
    },
  },
  // Permits are hardly ever removed: a source that shrinks by a fifth was truncated.
  date: 'date',
  published: true,
  stats: {
    groups: {
      municipality: {sql: 'r.municipality'},
      permit_type: {sql: 'r.permit_type'},
      status: {sql: 'r.status'},
      province: {sql: 'r.province'},
      year: {...byYear('issued_date'), added: true},
      ...byQuarterAndMonth('issued_date'),
      bucket: byBucket('estimated_cost'),
      contractor: {sql: 'r.contractor_name', added: true},
      neighbourhood: {sql: 'r.neighbourhood', key: 'neighbourhood_key', added: true},
      building_type: {sql: 'r.building_type', key: 'building_type_key', added: true},
    },
    sum: 'estimated_cost',
  },
  versions: {
    fromOriginal: [],
    computed: {date: 'coalesce(rec.issued_date, rec.application_date)'},
    entries: {address: 'coalesce(v.place, v.address)', value: 'v.estimated_cost'},
  },
  joins: {
    organizations_of: `${linkJoin('permits', 'applicant', 'applicant_link')}
      LEFT JOIN ${linkJoin('permits', 'contractor', 'contractor_link')}`,
  },
  checks,
  sources,
};
