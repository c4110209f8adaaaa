/** Building permits of Edmonton since 2009, a Socrata table without statuses, applicants and contractors. */
import {address, cost, day, degrees, geojson, replace, rules, squareFeet} from '../../fields.ts';
import {blank, equals, matchesPattern, present} from '../../predicates.ts';
import {socrataFile, socrataRow} from '../../publishers/portals.ts';
import {rulesOf} from '../../rule_rows.ts';
import type {Fields, PointLocation} from '../../types.ts';
import {dwellings, located, permitCity, withoutContacts} from '../city.ts';
import {REPAIRS, removedAdditions, suites, typeKeywords} from '../keyword_rules.ts';

const PORTAL = 'https://data.edmonton.ca';
const DATASET = '24uj-dj8v';
const PAGE = `${PORTAL}/d/${DATASET}`;

/** Fields of both layouts; `issued`: columns of the day of issue, `locations`: further point locations. */
const fieldsOf = (issued: readonly string[], ...locations: PointLocation[]): Fields => ({
  // Since 2026 the city blanks the numbers of most permits.
  permit_number_raw: ['permit_number', 'row_id'],
  source_reference: ['row_id', 'permit_number'],
  issued_date: day(issued, 'slashes'),
  permit_type_raw: ['work_type', 'job_category'],
  work_description: withoutContacts('job_description'),
  status: rules(STATUSES),
  estimated_cost: cost('construction_value'),
  zoning_raw: 'zoning',
  // `1573 - LARKSPUR WAY SW`
  address: replace('address', [[/ - /, ' ']]),
  neighbourhood: 'neighbourhood',
  building_type: 'building_type',
  // Text that begins with the first day.
  completed_date: day('occupancy_granted_date', 'slashes'),
  dwelling_units_created: dwellings('units_added'),
  floor_area_sqm: squareFeet('floor_area'),
  ...located(degrees('latitude', 'longitude'), ...locations),
  source_url: address({template: socrataRow(PORTAL, DATASET, 'row_id'), otherwise: PAGE}),
});

const STATUSES = rulesOf(
  'edmonton_statuses',
  'The city publishes no state: a permit is issued, and completed once occupancy is granted.',
  [],
  [['completed', present('occupancy_granted_date')]],
  'issued',
);

const NO_WORK = blank('work_type');

export default permitCity('edmonton', {
  page: PAGE,
  cadence: 'daily',
  files: [socrataFile('permits.jsonl', PORTAL, DATASET)],
  types: {
    help: 'Type of work by its words: one list number precedes several types, and spellings vary. Half the permits name no work, only a job.',
    columns: ['work_type'],
    rows: [
      ['demolition', /demolition/],
      ['change_of_use', /^\(\d+\) convert /],
      ['other', /move building|hot tub|swimming pool/],
      // Before the words of new buildings: a foundation that is replaced is below a standing one.
      ['renovation', REPAIRS],
      ...removedAdditions((pattern) => matchesPattern('work_type', pattern)),
      ['addition', /^\(02\)|addition|attached garage|carport|deck attached/],
      ['renovation', /(interior|exterior) alteration|(add|remove) suite/],
      ['new_construction', /^\(01\)|footing|foundation|excavation|structural frame|^\(\d+\) structure/],
      ...suites((pattern) => matchesPattern('job_description', pattern), [NO_WORK]),
      [
        'new_construction',
        NO_WORK,
        equals('job_category', 'House Combination', 'Single, Semi-detached & Rowhousing'),
      ],
      ['renovation', NO_WORK, equals('job_category', 'Home Improvement Permit', 'Home Improvement')],
      ['demolition', NO_WORK, equals('job_category', 'Commercial Demolition')],
      ...typeKeywords(['job_description'], {free: true, and: [NO_WORK, blank('job_category')]}),
      ['other', NO_WORK],
    ],
  },
  layouts: [
    {
      name: 'permits',
      help: 'Columns as the API names them.',
      ignored: /^:/,
      unused: 'permit_date, year, month_number, legal_description, count, neighbourhood_numberr, bia',
      mandatory: 'issue_date',
      fields: fieldsOf(['issue_date'], geojson('location'), geojson('geometry_point')),
    },
    {
      name: 'download',
      unverified: true,
      help: 'The CSV download, where two labels are crossed: PERMIT_DATE is what the API calls `issue_date`, and REPORT_PERMIT_DATE its `permit_date`.',
      ignored: /^:/,
      unused: `year, month_number, legal_description, location, geometry_point, count, neighbourhood_number,
        business_improvement_area`,
      aliases: {BIA: 'business_improvement_area', 'Occupancy Date': 'occupancy_granted_date'},
      mandatory: 'report_permit_date',
      // The second column distinguishes this layout; it counts only if the first is blank.
      fields: fieldsOf(['permit_date', 'report_permit_date']),
    },
  ],
  required: ['source_reference', 'permit_number_raw'],
  key: ['source_reference'],
  // Rows without `row_id` share permit numbers.
  disambiguate: ['issued_date', 'address', 'work_description'],
});
