/** Building permits of Toronto: two tables, active and cleared permits. */
import {
  columnsOf,
  constant,
  cost,
  day,
  degrees,
  geojson,
  joinAll,
  joinNonBlank,
  replace,
  rules,
  sum,
  when,
} from '../../fields.ts';
import {ckanFile, ckanTable} from '../../publishers/portals.ts';
import type {Fields, LayoutDeclaration, Rules} from '../../types.ts';
import {located, permitCity, withoutContacts} from '../city.ts';
import {ACTIVE_STATUSES, CLEARED_STATUSES, TYPES} from '../toronto_rules.ts';

const CKAN = 'https://ckan0.cf.opendata.inter.prod-toronto.ca';
const [ACTIVE, CLEARED] = ['building-permits-active-permits', 'building-permits-cleared-permits'];
/** The CSV "Cleared Permits 2000 to 2016". */
const EARLY = 'c647bdae-0127-425e-86e6-2d88ff0e2adf';
const EARLY_DOWNLOAD = `9e42a85b-180f-4dc5-b0d7-d46661a6c0ec/resource/${EARLY}/download/export_202507081211.csv`;
const pageOf = (dataset: string): string => `https://open.toronto.ca/dataset/${dataset}/`;

/** Replaces the cost on trade permits, whose cost is on the building's permit. */
const NO_COST = 'DO NOT UPDATE OR DELETE THIS INFO FIELD';

/** Fields of one table; `active` sorts before `cleared`. */
const fieldsOf = (table: 'active' | 'cleared', dataset: string, status: Rules): Fields => ({
  permit_number_raw: 'PERMIT_NUM',
  source_reference: joinAll(['PERMIT_NUM', 'REVISION_NUM'], '-'),
  // ISO in the tables; files of single years write `2014/08/15`, `20200815000000` or `08/15/2021`, whose
  // order each file shows.
  issued_date: day('ISSUED_DATE', 'mixed'),
  application_date: day('APPLICATION_DATE', 'mixed'),
  permit_type_raw: joinNonBlank(['PERMIT_TYPE', 'WORK'], ' / '),
  work_description: withoutContacts('DESCRIPTION'),
  status: rules(status),
  status_raw: 'STATUS',
  estimated_cost: cost('EST_CONST_COST', [NO_COST]),
  contractor_name: 'BUILDER_NAME',
  address: joinNonBlank(['STREET_NUM', 'STREET_NAME', 'STREET_TYPE', 'STREET_DIRECTION']),
  postal_code: 'POSTAL',
  // Letter of the community council, two digits of the ward, two of the grid.
  ward: replace('WARD_GRID', [
    [/\d\d$/, ''],
    [/^[A-Z]0?/, 'Ward '],
  ]),
  building_type: 'STRUCTURE_TYPE',
  // Cancelled permits also have the day of closing.
  completed_date: when(day('COMPLETED_DATE', 'mixed'), status, 'completed'),
  // Dwellings lost appear with and without a sign.
  dwelling_units_created: sum({
    as: 'integer',
    terms: [{column: 'DWELLING_UNITS_CREATED'}, {column: 'DWELLING_UNITS_LOST', factor: -1, absolute: true}],
  }),
  floor_area_sqm: sum({
    as: 'number',
    decimals: 1,
    zero: 'null',
    ...columnsOf(
      'ASSEMBLY',
      'INSTITUTIONAL',
      'RESIDENTIAL',
      'BUSINESS_AND_PERSONAL_SERVICES',
      'MERCANTILE',
      'INDUSTRIAL',
    ),
    or: columnsOf('INTERIOR_ALTERATIONS'),
  }),
  // GEO_ID is an address point, possibly of a neighbouring address.
  ...located({form: 'lookup', column: 'GEO_ID', table: 'address_points'}),
  source_url: constant(pageOf(dataset)),
  // For keys, versions and areas only.
  revision: 'REVISION_NUM',
  kind: 'PERMIT_TYPE',
  table: constant(table),
  demolished_sqm: sum({as: 'number', decimals: 1, zero: 'null', ...columnsOf('DEMOLITION')}),
});

const table = (
  name: 'active' | 'cleared',
  files: RegExp,
  dataset: string,
  status: Rules,
): LayoutDeclaration => ({
  name,
  help: `Columns of the ${name} permits, as the portal's table and its CSV files spell them.`,
  files,
  unused: '_id, CURRENT_USE, PROPOSED_USE',
  fields: fieldsOf(name, dataset, status),
});

/** SQL: a value of the row of the latest revision, of the cleared one where there are two. */
const newest = (field: string): string =>
  `arg_max(v.${field}, {revision: v.revision, cleared: v.table = 'cleared', nth: v._nth})`;

export default permitCity('toronto', {
  page: pageOf(ACTIVE),
  cadence: 'daily',
  files: [
    ckanTable('active.jsonl', CKAN, '6d0229af-bc54-46de-9c2b-26759b01dd05'),
    ckanTable('cleared.jsonl', CKAN, 'a96c0ba4-3026-402b-b09d-5b1268b8f810'),
    {
      // One file, rewritten seldom: without `_id` and BUILDER_NAME.
      ...ckanFile('cleared_2000_to_2016.csv', CKAN, CLEARED, EARLY, EARLY_DOWNLOAD),
      standsAlone: true,
    },
    ckanTable('address_points.jsonl', CKAN, '0b3756af-9caf-4f0f-ac28-9c6617adede4'),
  ],
  encodings: ['utf-8', 'windows-1252'],
  types: TYPES,
  layouts: [
    table('active', /active/i, ACTIVE, ACTIVE_STATUSES),
    {
      name: 'address_points',
      unverified: true,
      help: 'Address Points (Municipal): where the address of a permit lies. Only the columns that are used are known.',
      codeTable: 'address_points',
      files: /address/i,
      ignored: /./,
      optional: 'LATITUDE, LONGITUDE, geometry',
      fields: {
        code: 'ADDRESS_POINT_ID',
        ...located(geojson('geometry'), degrees('LATITUDE', 'LONGITUDE')),
      },
    },
    // Files of single years are named by their year.
    table('cleared', /^(?!.*(?:active|address))/i, CLEARED, CLEARED_STATUSES),
  ],
  excluded: [
    {
      files: /xml/i,
      content: 'XML of the cleared permits of Toronto',
      reason: 'the same rows as the CSV file of the year, which is loaded',
    },
  ],
  required: ['permit_number_raw', 'revision', 'kind'],
  key: ['permit_number_raw', 'revision', 'kind'],
  // A permit has a row for each revision. One that moves between the tables is in both for a day: the cleared
  // row counts. Rows of one revision in a table differ in the builder: a named one counts.
  versions: {
    rule: 'permit_revisions',
    current: 'first',
    same: ['permit_number_raw', 'kind'],
    aggregates: {
      latest_status: newest('status'),
      latest_status_raw: newest('status_raw'),
      latest_completed_date: newest('completed_date'),
      whole_dwelling_units_created: 'arg_min(v.dwelling_units_created, v._nth)',
      whole_floor_area_sqm: 'arg_min(v.floor_area_sqm, v._nth)',
    },
    computed: {
      estimated_cost: 'CASE WHEN last._several THEN total ELSE last.estimated_cost END',
      floor_area_sqm: `CASE WHEN last.permit_type = 'demolition' THEN last.demolished_sqm
        WHEN last._several THEN whole_floor_area_sqm ELSE last.floor_area_sqm END`,
    },
  },
});
