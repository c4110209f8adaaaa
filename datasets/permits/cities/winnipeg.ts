/** Building permits of Winnipeg: one Socrata table, without costs by design. */
import {address, day, joinNonBlank, point, rules, sum, text, when} from '../../fields.ts';
import {boundsOf} from '../../municipalities.ts';
import {equals, startsWith} from '../../predicates.ts';
import {socrataFile} from '../../publishers/portals.ts';
import {permitCity} from '../city.ts';
import {permitStatusRules, permitTypeRules, repairs} from '../keyword_rules.ts';

const PORTAL = 'https://data.winnipeg.ca';
const TABLE = 'it4w-cpf4';
const PAGE = `${PORTAL}/d/${TABLE}`;

const STREET = ['street_number', 'street_name', 'street_type', 'street_direction'] as const;

const WORK = 'work_type';

const TYPES = permitTypeRules(
  'winnipeg',
  'Work type. `Erect` is a sign or a building, which the permit type tells; `Interior and Exterior Alteration` comes cut short.',
  [WORK],
  [
    {value: 'other', when: [equals(WORK, 'Face Replace Only', 'Locate', 'Renewal', 'Install')]},
    {value: 'other', when: [equals(WORK, 'Erect'), equals('permit_type', 'Sign')]},
    {
      value: 'new_construction',
      when: [
        equals(
          WORK,
          'Construct New',
          'Erect',
          'Demolition / Construct',
          'Partial Permit-Foundation',
          'Partial Permit-Struct. Frame',
        ),
      ],
    },
    {value: 'addition', when: [equals(WORK, 'Construct Addition')]},
    {
      value: 'renovation',
      when: [
        equals(
          WORK,
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
        ),
      ],
    },
    {value: 'renovation', when: [startsWith(WORK, 'Interior and Exterior Alte')]},
    {value: 'demolition', when: [equals(WORK, 'Demolish', 'Partial Demolition')]},
    {value: 'change_of_use', when: [equals(WORK, 'Change of Use', 'Occupy Only')]},
    repairs(WORK),
  ],
);

const STATUSES = permitStatusRules(
  'winnipeg',
  'All three states that occur. A permit that was closed while inspections were missing lapsed.',
  {raw: 'status', issued: 'issue_date'},
  [
    {value: 'issued', when: [equals('status', 'Issued')]},
    {value: 'completed', when: [equals('status', 'Closed')]},
    {value: 'expired', when: [equals('status', 'Closed with an incomplete inspection process')]},
  ],
);

export default permitCity('winnipeg', {
  page: PAGE,
  cadence: 'daily',
  files: [socrataFile('permits.jsonl', PORTAL, TABLE)],
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'Columns of the API as reported in 2026; the CSV of the portal spells them in title case with blanks. No file was seen.',
      header: [
        ':id',
        ':created_at',
        ':updated_at',
        'permit_number',
        'parent_permit_number',
        'permit_group',
        'permit_type',
        'sub_type',
        'work_type',
        'status',
        'issue_date',
        'application_received_date',
        'final_date',
        'applicant_business_name',
        'street_number',
        'street_name',
        'street_type',
        'street_direction',
        'unit_type',
        'unit_number',
        'address',
        'ward',
        'neighbourhood_number',
        'neighbourhood_name',
        'community',
        'type_of_structure',
        'pool_type',
        'economic_development_category',
        'includes_secondary_suite',
        'adding_secondary_suite',
        'removing_secondary_suite',
        'major_project',
        'dwelling_units_created',
        'dwelling_units_lost',
        'x_coordinate_nad83',
        'y_coordinate_nad83',
        'point',
      ],
      ignored: /^:@computed_region_/,
      fields: {
        permit_number_raw: text('permit_number'),
        source_reference: text(['parent_permit_number', 'permit_number']),
        application_date: day('application_received_date', 'slashes'),
        issued_date: day('issue_date', 'slashes'),
        completed_date: when(day('final_date', 'slashes'), STATUSES, 'completed'),
        permit_type: rules(TYPES),
        permit_type_raw: joinNonBlank(['permit_type', 'work_type'], ' / '),
        status: rules(STATUSES),
        status_raw: text('status'),
        building_type: text(['type_of_structure', 'permit_type']),
        // No free text is published.
        work_description: joinNonBlank(['sub_type', 'work_type'], ', '),
        address: text('address'),
        street: joinNonBlank(STREET),
        // For versions only.
        place: joinNonBlank(['address', ...STREET, 'unit_type', 'unit_number']),
        neighbourhood: text('neighbourhood_name'),
        ward: text('ward'),
        // Businesses only.
        applicant_name: text('applicant_business_name'),
        // Counting changed on 2022-11-14.
        dwelling_units_created: sum({
          as: 'integer',
          terms: [{column: 'dwelling_units_created'}, {column: 'dwelling_units_lost', factor: -1}],
        }),
        ...point(
          boundsOf('winnipeg'),
          {form: 'geojson', column: 'point'},
          {form: 'projected', x: 'x_coordinate_nad83', y: 'y_coordinate_nad83', crs: 'EPSG:26914'},
        ),
        source_url: address({
          template: `${PORTAL}/resource/${TABLE}.json?permit_number={permit_number}`,
          otherwise: PAGE,
        }),
      },
    },
  ],
  versions: {computed: {address: 'coalesce(last.address, last.street)'}},
  examples: [
    {
      layout: 'permits',
      in: {
        permit_number: '21-104417',
        permit_group: 'Residential',
        permit_type: 'Housing',
        sub_type: 'Single Family Dwelling',
        work_type: 'Construct New',
        status: 'Closed',
        issue_date: '2021-05-06T00:00:00.000',
        application_received_date: '2021-03-14T00:00:00.000',
        final_date: '2022-01-20T00:00:00.000',
        applicant_business_name: 'Larkspur Homes Ltd',
        street_number: '73',
        street_name: 'Larkspur',
        street_type: 'AVE',
        ward: 'Mynarski',
        neighbourhood_name: 'Larkspur Park',
        dwelling_units_created: '3',
        dwelling_units_lost: '1',
        x_coordinate_nad83: '633835.2',
        y_coordinate_nad83: '5528461.7',
      },
      out: {
        municipality: 'winnipeg',
        province: 'MB',
        permit_number_raw: '21-104417',
        source_reference: '21-104417',
        issued_date: '2021-05-06',
        application_date: '2021-03-14',
        completed_date: '2022-01-20',
        permit_type: 'new_construction',
        permit_type_raw: 'Housing / Construct New',
        work_description: 'Single Family Dwelling, Construct New',
        status: 'completed',
        status_raw: 'Closed',
        building_type: 'Housing',
        address: null,
        street: '73 Larkspur AVE',
        dwelling_units_created: 2,
        source_url: 'https://data.winnipeg.ca/resource/it4w-cpf4.json?permit_number=21-104417',
      },
    },
    {
      layout: 'permits',
      in: {
        permit_number: '19-104418',
        parent_permit_number: '19-104400',
        permit_type: 'Sign',
        work_type: 'Erect',
        status: 'Closed with an incomplete inspection process',
        issue_date: '2019-05-06T00:00:00.000',
        final_date: '2020-01-20T00:00:00.000',
        type_of_structure: 'Fascia sign',
        address: '410 LARKSPUR AVE',
        point: '{"type":"Point","coordinates":[-97.138,49.895]}',
      },
      out: {
        source_reference: '19-104400',
        permit_type: 'other',
        status: 'expired',
        issued_date: '2019-05-06',
        completed_date: null,
        building_type: 'Fascia sign',
        address: '410 LARKSPUR AVE',
        lat: 49.895,
        lng: -97.138,
        dwelling_units_created: null,
      },
    },
  ],
});
