/** Building permits of Winnipeg: one Socrata table, without costs by design. */
import {address, day, geojson, joinNonBlank, sum} from '../../fields.ts';
import {equals, startsWith} from '../../predicates.ts';
import {socrataFile, socrataRow} from '../../publishers/portals.ts';
import {located, permitCity} from '../city.ts';
import {REPAIRS} from '../keyword_rules.ts';

const PORTAL = 'https://data.winnipeg.ca';
const TABLE = 'it4w-cpf4';
const PAGE = `${PORTAL}/d/${TABLE}`;

const STREET = ['street_number', 'street_name', 'street_type', 'street_direction'] as const;

const ALTERATIONS = [
  'Interior Alteration',
  'Develop Lower Level',
  'Structural Alteration',
  'Alter',
  'Alter Exterior',
  'Foundation Repair',
  'Fire Repair',
  'Non-Struct. Alter/Repair',
  'Maintenance',
  'Interior Flood Proofing',
];

/** Parts of a new building that have a permit of their own. */
const PARTS = ['Partial Permit-Foundation', 'Partial Permit-Struct. Frame'];

export default permitCity('winnipeg', {
  page: PAGE,
  cadence: 'daily',
  files: [socrataFile('permits.jsonl', PORTAL, TABLE)],
  types: {
    help: 'Work type. `Erect` is a sign or a building, which the permit type tells; `Interior and Exterior Alteration` comes cut short.',
    columns: ['work_type'],
    rows: [
      ['other', 'Face Replace Only', 'Locate', 'Renewal', 'Install'],
      ['other', 'Erect', equals('permit_type', 'Sign')],
      ['new_construction', 'Construct New', 'Erect', 'Demolition / Construct', ...PARTS],
      ['addition', 'Construct Addition'],
      ['renovation', ...ALTERATIONS],
      ['renovation', startsWith('work_type', 'Interior and Exterior Alte')],
      ['demolition', 'Demolish', 'Partial Demolition'],
      ['change_of_use', 'Change of Use', 'Occupy Only'],
      ['renovation', REPAIRS],
    ],
  },
  statuses: {
    help: 'All three states that occur. A permit that was closed while inspections were missing lapsed.',
    rows: [
      ['issued', 'Issued'],
      ['completed', 'Closed'],
      ['expired', 'Closed with an incomplete inspection process'],
    ],
  },
  unverified: true,
  help: 'Columns of the API as reported in 2026; the CSV of the portal spells them in title case with blanks. No file was seen.',
  unused: `:id, :created_at, :updated_at, permit_group, neighbourhood_number, community, pool_type,
    economic_development_category, includes_secondary_suite, adding_secondary_suite, removing_secondary_suite,
    major_project`,
  ignored: /^:@computed_region_/,
  fields: {
    permit_number_raw: 'permit_number',
    source_reference: ['parent_permit_number', 'permit_number'],
    application_date: day('application_received_date', 'slashes'),
    issued_date: day('issue_date', 'slashes'),
    completed_date: day('final_date', 'slashes'),
    permit_type_raw: joinNonBlank(['permit_type', 'work_type'], ' / '),
    status_raw: 'status',
    building_type: ['type_of_structure', 'permit_type'],
    // No free text is published.
    work_description: joinNonBlank(['sub_type', 'work_type'], ', '),
    address: 'address',
    street: joinNonBlank(STREET),
    // For versions only.
    place: joinNonBlank(['address', ...STREET, 'unit_type', 'unit_number']),
    neighbourhood: 'neighbourhood_name',
    ward: 'ward',
    // Businesses only.
    applicant_name: 'applicant_business_name',
    // Counting changed on 2022-11-14.
    dwelling_units_created: sum({
      as: 'integer',
      terms: [{column: 'dwelling_units_created'}, {column: 'dwelling_units_lost', factor: -1}],
    }),
    ...located(geojson('point'), {
      form: 'projected',
      x: 'x_coordinate_nad83',
      y: 'y_coordinate_nad83',
      crs: 'EPSG:26914',
    }),
    source_url: address({template: socrataRow(PORTAL, TABLE, 'permit_number'), otherwise: PAGE}),
  },
  versions: {computed: {address: 'coalesce(last.address, last.street)'}},
});
