/** Building permits of Halifax: a table of permits by occupancy, and a layer with most of their points. */
import {
  constant,
  cost,
  day,
  futureDay,
  joinNonBlank,
  point,
  rules,
  squareMetres,
  text,
  when,
} from '../../fields.ts';
import {boundsOf} from '../../municipalities.ts';
import {contains, equals} from '../../predicates.ts';
import {dwellings, HUB_POINT, hubPoint, permitCity, withoutContacts} from '../city.ts';
import {permitStatusRules, permitTypeRules} from '../keyword_rules.ts';

const SERVICES = 'https://services2.arcgis.com/11XBiaBYA9Ep0yNJ/arcgis/rest/services';
const PAGE = 'https://www.arcgis.com/home/item.html?id=6cef25e4172e4466a1eb8d3fd794f571';

/** SQL: distinct values of a field over the rows of a permit, ordered by text. */
const different = (field: string): string => `string_agg(DISTINCT v.${field}, '; ' ORDER BY v.${field})`;

const TYPES = permitTypeRules(
  'halifax',
  'Work type; a change of use shows in the scope only, from memory. Demolitions are not in this table.',
  ['Work_Type'],
  [
    {value: 'change_of_use', when: [contains('Primary_Work_Scope', 'change of use')]},
    {value: 'new_construction', when: [equals('Work_Type', 'New Building')]},
    {value: 'renovation', when: [equals('Work_Type', 'Renovation')]},
    {value: 'addition', when: [equals('Work_Type', 'Addition')]},
  ],
);

const STATUSES = permitStatusRules(
  'halifax',
  'All ten states that occur. A permit that is being amended is in review although it was issued.',
  {raw: 'Permit_Status', issued: 'Date_of_Permit_Issuance'},
  [
    {value: 'issued', when: [equals('Permit_Status', 'Issued')]},
    {value: 'completed', when: [equals('Permit_Status', 'Completed')]},
    {
      value: 'in_review',
      when: [
        equals(
          'Permit_Status',
          'In Review',
          'Applicant Revisions',
          'Application Incomplete',
          'Amendment Application Incomplete',
        ),
      ],
    },
    {value: 'cancelled', when: [equals('Permit_Status', 'Cancelled', 'Withdrawn')]},
    {value: 'expired', when: [equals('Permit_Status', 'Expired', 'Expired (Closed)')]},
  ],
);

export default permitCity('halifax', {
  page: PAGE,
  cadence: 'daily',
  files: [
    {
      name: 'permits.jsonl',
      format: 'jsonl',
      via: {
        portal: 'arcgis',
        layer: `${SERVICES}/PPLC_Issued_Building_Permits/FeatureServer/0`,
        page: 2000,
        table: true,
      },
    },
    {
      name: 'points.jsonl',
      format: 'jsonl',
      via: {portal: 'arcgis', layer: `${SERVICES}/PPLC_Permits_Geolocated/FeatureServer/0`, page: 2000},
    },
  ],
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'A row for each occupancy of a permit. Of its 30 columns these 27 are known, as reported in 2026; the others are named in the report.',
      unused: [
        'Permit_Name',
        'Civic_ID',
        'PID',
        'Most_Recent_Inspection',
        'Inspection_Outcome',
        'Number_of_Storeys',
      ],
      fields: {
        permit_number_raw: text('Permit_Number'),
        source_reference: text(['OBJECTID', 'Permit_Number']),
        application_date: day('Date_of_Submission', 'epoch'),
        issued_date: day('Date_of_Permit_Issuance', 'epoch'),
        completed_date: when(day('Completed_Date', 'epoch'), STATUSES, 'completed'),
        expiry_date: futureDay('Expiration_Date', 'epoch'),
        permit_type: rules(TYPES),
        permit_type_raw: text('Work_Type'),
        status: rules(STATUSES),
        status_raw: text('Permit_Status'),
        building_type: text('Type_of_Structure'),
        // The same on every row of a permit.
        estimated_cost: cost('Estimated_Project_Value'),
        work_description: withoutContacts(['Work_Description', 'Primary_Work_Scope']),
        address: joinNonBlank(['Civic_Number', 'Street_Name']),
        neighbourhood: text('Community'),
        ward: text('District', ['Unidentified']),
        dwelling_units_created: dwellings('Net_New_Units'),
        floor_area_sqm: squareMetres('Building_Footprint_Area'),
        ...point(boundsOf('halifax'), {form: 'lookup', column: 'Permit_Number', table: 'points'}),
        source_url: constant(PAGE),
        occupancy: text('Occupancy_Type'),
        dwellings_before: dwellings('Existing_Residential_Units'),
        dwellings_after: dwellings('Total_End_Residential_Units'),
      },
    },
    {
      name: 'points',
      unverified: true,
      help: 'Points of permits. Of its columns only the one that is used is known.',
      codeTable: 'points',
      ignored: /./,
      optional: HUB_POINT,
      fields: {
        code: text('PERMIT_NUMBER'),
        ...hubPoint('halifax'),
      },
    },
  ],
  // A permit has a row for each occupancy. Structures and occupancies of all rows are named together. The
  // value is that of the permit. Dwellings before and after are those of the row; the net is that of the
  // permit, unless the rows differ in it.
  versions: {
    group: ['permit_number_raw'],
    order: ['v._row'],
    current: 'first',
    mergeReason: 'another occupancy of the permit',
    aggregates: {
      structures: different('building_type'),
      occupancies: different('occupancy'),
      whole_estimated_cost: 'arg_min(v.estimated_cost, v._nth)',
      whole_dwelling_units_created: `CASE WHEN count(v.dwellings_after) > 0 THEN sum(v.dwellings_after) - coalesce(sum(v.dwellings_before), 0)
          WHEN count(DISTINCT v.dwelling_units_created) > 1 THEN sum(v.dwelling_units_created) ELSE max(v.dwelling_units_created) END`,
    },
    computed: {
      building_type: `CASE WHEN last._several THEN nullif(concat_ws('; ', structures, occupancies), '')
        ELSE nullif(concat_ws('; ', last.building_type, last.occupancy), '') END`,
    },
  },
});
