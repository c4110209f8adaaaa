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
      header: [
        'Permit_Number',
        'Date_of_Submission',
        'Date_of_Permit_Issuance',
        'Completed_Date',
        'Expiration_Date',
        'Permit_Name',
        'Permit_Status',
        'Work_Type',
        'Primary_Work_Scope',
        'Work_Description',
        'Civic_ID',
        'Civic_Number',
        'Street_Name',
        'Community',
        'District',
        'PID',
        'Estimated_Project_Value',
        'Most_Recent_Inspection',
        'Inspection_Outcome',
        'Type_of_Structure',
        'Occupancy_Type',
        'Existing_Residential_Units',
        'Total_End_Residential_Units',
        'Net_New_Units',
        'Number_of_Storeys',
        'Building_Footprint_Area',
        'OBJECTID',
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
      header: ['PERMIT_NUMBER', ...HUB_POINT],
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
  examples: [
    {
      layout: 'permits',
      in: {
        Permit_Number: 'BPRES-2023-10417',
        Date_of_Submission: '1680350400000',
        Date_of_Permit_Issuance: '1682078400000',
        Completed_Date: '1700568000000',
        Expiration_Date: '1745236800000',
        Permit_Status: 'Amendment Application Incomplete',
        Work_Type: 'New Building',
        Primary_Work_Scope: 'New dwelling',
        Civic_Number: '41',
        Street_Name: 'Larkspur Lane',
        Community: 'HERRING COVE',
        District: 'District 11',
        Estimated_Project_Value: '462262.01',
        Type_of_Structure: 'Dwelling - Single Detached',
        Occupancy_Type: 'Residential',
        Net_New_Units: '1',
        Building_Footprint_Area: '141.26',
        OBJECTID: '417',
      },
      out: {
        municipality: 'halifax',
        province: 'NS',
        source_reference: '417',
        application_date: '2023-04-01',
        issued_date: '2023-04-21',
        completed_date: null,
        expiry_date: '2025-04-21',
        permit_type: 'new_construction',
        status: 'in_review',
        estimated_cost: 462262.01,
        work_description: 'New dwelling',
        address: '41 Larkspur Lane',
        ward: 'District 11',
        dwelling_units_created: 1,
        floor_area_sqm: 141.3,
      },
    },
    {
      layout: 'permits',
      in: {
        Permit_Number: 'BPCOM-2023-10418',
        Date_of_Permit_Issuance: '1682078400000',
        Permit_Status: 'Stop Work',
        Work_Type: 'Renovation',
        Primary_Work_Scope: 'Change of use to restaurant',
        District: 'Unidentified',
        Net_New_Units: '-2',
      },
      // An unknown status of an issued permit.
      out: {permit_type: 'change_of_use', status: 'issued', ward: null, dwelling_units_created: -2},
    },
    {
      layout: 'points',
      in: {PERMIT_NUMBER: 'BPRES-2023-10417', geometry: '{"type":"Point","coordinates":[-63.56,44.57]}'},
      out: {code: 'BPRES-2023-10417', lat: 44.57, lng: -63.56},
    },
  ],
});
