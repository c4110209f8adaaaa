/** Building permits of Edmonton since 2009, a Socrata table without statuses, applicants and contractors. */
import {address, columnsOf, cost, day, point, replace, rules, squareFeet, sum, text} from '../../fields.ts';
import {boundsOf} from '../../municipalities.ts';
import {blank, equals, matchesPattern, present} from '../../predicates.ts';
import {socrataFile} from '../../publishers/portals.ts';
import type {Field, PointLocation, Rules} from '../../types.ts';
import {permitCity, withoutContacts} from '../city.ts';
import {removedAdditions, repairs, suites, typeKeywords} from '../keyword_rules.ts';

const PORTAL = 'https://data.edmonton.ca';
const DATASET = '24uj-dj8v';
const PAGE = `${PORTAL}/d/${DATASET}`;

/** Fields of both layouts; `issued`: columns of the day of issue, `locations`: further point locations. */
const fieldsOf = (issued: readonly string[], ...locations: PointLocation[]): Record<string, Field> => ({
  // Since 2026 the city blanks the numbers of most permits.
  permit_number_raw: text(['permit_number', 'row_id']),
  source_reference: text(['row_id', 'permit_number']),
  issued_date: day(issued, 'slashes'),
  permit_type: rules(TYPES),
  permit_type_raw: text(['work_type', 'job_category']),
  work_description: withoutContacts('job_description'),
  status: rules(STATUSES),
  estimated_cost: cost('construction_value'),
  zoning_raw: text('zoning'),
  // `1573 - LARKSPUR WAY SW`
  address: replace('address', [[/ - /, ' ']]),
  neighbourhood: text('neighbourhood'),
  building_type: text('building_type'),
  // Text that begins with the first day.
  completed_date: day('occupancy_granted_date', 'slashes'),
  dwelling_units_created: sum({as: 'integer', ...columnsOf('units_added')}),
  floor_area_sqm: squareFeet('floor_area'),
  ...point(boundsOf('edmonton'), {form: 'columns', lat: 'latitude', lng: 'longitude'}, ...locations),
  source_url: address({template: `${PORTAL}/resource/${DATASET}.json?row_id={row_id}`, otherwise: PAGE}),
});

/** Columns of both layouts. Rows of 2014 have neither `row_id` nor `occupancy_granted_date`. */
const HEADER = [
  'row_id',
  'permit_number',
  'permit_date',
  'year',
  'month_number',
  'job_category',
  'job_description',
  'building_type',
  'work_type',
  'construction_value',
  'floor_area',
  'units_added',
  'address',
  'legal_description',
  'zoning',
  'neighbourhood',
  'latitude',
  'longitude',
  'location',
  'geometry_point',
  'count',
  'occupancy_granted_date',
];

const NO_WORK = blank('work_type');

const TYPES: Rules = {
  name: 'edmonton_permit_types',
  help: 'Type of work by its words: one list number precedes several types, and spellings vary. Half the permits name no work, only a job.',
  rules: [
    {value: 'demolition', when: [matchesPattern('work_type', /demolition/)]},
    {value: 'change_of_use', when: [matchesPattern('work_type', /^\(\d+\) convert /)]},
    {value: 'other', when: [matchesPattern('work_type', /move building|hot tub|swimming pool/)]},
    // Before the words of new buildings: a foundation that is replaced is below a standing one.
    repairs('work_type'),
    ...removedAdditions((pattern) => matchesPattern('work_type', pattern)),
    {
      value: 'addition',
      when: [matchesPattern('work_type', /^\(02\)|addition|attached garage|carport|deck attached/)],
    },
    {
      value: 'renovation',
      when: [matchesPattern('work_type', /(interior|exterior) alteration|(add|remove) suite/)],
    },
    {
      value: 'new_construction',
      when: [
        matchesPattern(
          'work_type',
          /^\(01\)|footing|foundation|excavation|structural frame|^\(\d+\) structure/,
        ),
      ],
    },
    ...suites((pattern) => matchesPattern('job_description', pattern), [NO_WORK]),
    {
      value: 'new_construction',
      when: [NO_WORK, equals('job_category', 'House Combination', 'Single, Semi-detached & Rowhousing')],
    },
    {
      value: 'renovation',
      when: [NO_WORK, equals('job_category', 'Home Improvement Permit', 'Home Improvement')],
    },
    {value: 'demolition', when: [NO_WORK, equals('job_category', 'Commercial Demolition')]},
    ...typeKeywords(['job_description'], {free: true, and: [NO_WORK, blank('job_category')]}),
    {value: 'other', when: [NO_WORK]},
  ],
  otherwise: 'other',
  reported: ['work_type'],
};

const STATUSES: Rules = {
  name: 'edmonton_statuses',
  help: 'The city publishes no state: a permit is issued, and completed once occupancy is granted.',
  rules: [{value: 'completed', when: [present('occupancy_granted_date')]}],
  otherwise: 'issued',
  reported: [],
};

export default permitCity('edmonton', {
  page: PAGE,
  cadence: 'daily',
  files: [socrataFile('permits.jsonl', PORTAL, DATASET)],
  layouts: [
    {
      name: 'permits',
      help: 'Columns as the API names them.',
      ignored: /^:/,
      header: [...HEADER, 'issue_date', 'neighbourhood_numberr', 'bia'],
      mandatory: ['issue_date'],
      fields: fieldsOf(
        ['issue_date'],
        {form: 'geojson', column: 'location'},
        {form: 'geojson', column: 'geometry_point'},
      ),
    },
    {
      name: 'download',
      unverified: true,
      help: 'The CSV download, where two labels are crossed: PERMIT_DATE is what the API calls `issue_date`, and REPORT_PERMIT_DATE its `permit_date`.',
      ignored: /^:/,
      header: [...HEADER, 'report_permit_date', 'neighbourhood_number', 'business_improvement_area'],
      aliases: {BIA: 'business_improvement_area', 'Occupancy Date': 'occupancy_granted_date'},
      mandatory: ['report_permit_date'],
      // The second column distinguishes this layout; it counts only if the first is blank.
      fields: fieldsOf(['permit_date', 'report_permit_date']),
    },
  ],
  required: ['source_reference', 'permit_number_raw'],
  key: ['source_reference'],
  // Rows without `row_id` share permit numbers.
  disambiguate: ['issued_date', 'address', 'work_description'],
  examples: [
    {
      layout: 'permits',
      in: {
        permit_number: '160500417-001',
        issue_date: '2014-09-22T00:00:00.000',
        permit_date: '2014-09-23T00:00:00.000',
        job_category: 'House Combination',
        job_description: 'To construct a Single Detached House with attached Garage.',
        building_type: 'Single Detached House (110)',
        work_type: '(01) New',
        construction_value: '353000',
        floor_area: '1860',
        units_added: '1',
        address: '1573 - LARKSPUR WAY SW',
        zoning: 'RSL',
        neighbourhood: 'LARKSPUR AREA',
        latitude: '53.4097636131173',
        longitude: '-113.575200854544',
      },
      out: {
        municipality: 'edmonton',
        province: 'AB',
        source_reference: '160500417-001',
        issued_date: '2014-09-22',
        permit_type: 'new_construction',
        permit_type_raw: '(01) New',
        status: 'issued',
        estimated_cost: 353000,
        floor_area_sqm: 172.8,
        dwelling_units_created: 1,
        address: '1573 LARKSPUR WAY SW',
        neighbourhood: 'LARKSPUR AREA',
        zoning_raw: 'RSL',
        lat: 53.4097636131173,
        source_url: PAGE,
      },
    },
    {
      layout: 'permits',
      in: {
        row_id: '2-900000417',
        permit_number: '460500020-002',
        issue_date: '2024-02-01T00:00:00.000',
        job_category: 'Home Improvement Permit',
        construction_value: '0',
        units_added: '-1',
        occupancy_granted_date: '2024-11-30',
        location: '{"coordinates":[-113.5,53.5],"type":"Point"}',
      },
      out: {
        source_reference: '2-900000417',
        permit_type: 'renovation',
        permit_type_raw: 'Home Improvement Permit',
        status: 'completed',
        completed_date: '2024-11-30',
        estimated_cost: null,
        dwelling_units_created: -1,
        lat: 53.5,
        lng: -113.5,
        source_url: `${PORTAL}/resource/${DATASET}.json?row_id=2-900000417`,
      },
    },
    {
      layout: 'download',
      in: {
        row_id: '2-900000418',
        permit_number: '460500021-001',
        permit_date: '2016-03-02',
        report_permit_date: '2016-03-04',
        work_type: '(03) Deck Attached',
      },
      out: {issued_date: '2016-03-02', permit_type: 'addition'},
    },
  ],
});
