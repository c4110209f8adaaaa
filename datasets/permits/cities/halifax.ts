/** Building permits of Halifax: a table of permits by occupancy, and a layer with most of their points. */
import {constant, cost, day, futureDay, joinNonBlank, squareMetres, text} from '../../fields.ts';
import {contains} from '../../predicates.ts';
import {arcgisLayer, arcgisTable} from '../../publishers/portals.ts';
import {dwellings, HUB_POINT, hubPoint, located, permitCity, withoutContacts} from '../city.ts';

const SERVICES = 'https://services2.arcgis.com/11XBiaBYA9Ep0yNJ/arcgis/rest/services';
const PAGE = 'https://www.arcgis.com/home/item.html?id=6cef25e4172e4466a1eb8d3fd794f571';

/** SQL: distinct values of a field over the rows of a permit, ordered by text. */
const different = (field: string): string => `string_agg(DISTINCT v.${field}, '; ' ORDER BY v.${field})`;

export default permitCity('halifax', {
  page: PAGE,
  cadence: 'daily',
  files: [
    arcgisTable('permits.jsonl', `${SERVICES}/PPLC_Issued_Building_Permits/FeatureServer/0`, 2000),
    arcgisLayer('points.jsonl', `${SERVICES}/PPLC_Permits_Geolocated/FeatureServer/0`, 2000),
  ],
  types: {
    help: 'Work type; a change of use shows in the scope only, from memory. Demolitions are not in this table.',
    rows: [
      ['change_of_use', contains('Primary_Work_Scope', 'change of use')],
      ['new_construction', 'New Building'],
      ['renovation', 'Renovation'],
      ['addition', 'Addition'],
    ],
  },
  statuses: {
    help: 'All ten states that occur. A permit that is being amended is in review although it was issued.',
    rows: [
      ['issued', 'Issued'],
      ['completed', 'Completed'],
      [
        'in_review',
        'In Review',
        'Applicant Revisions',
        'Application Incomplete',
        'Amendment Application Incomplete',
      ],
      ['cancelled', 'Cancelled', 'Withdrawn'],
      ['expired', 'Expired', 'Expired (Closed)'],
    ],
  },
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'A row for each occupancy of a permit. Of its 30 columns these 27 are known, as reported in 2026; the others are named in the report.',
      unused: 'Permit_Name, Civic_ID, PID, Most_Recent_Inspection, Inspection_Outcome, Number_of_Storeys',
      fields: {
        permit_number_raw: 'Permit_Number',
        source_reference: ['OBJECTID', 'Permit_Number'],
        application_date: day('Date_of_Submission', 'epoch'),
        issued_date: day('Date_of_Permit_Issuance', 'epoch'),
        completed_date: day('Completed_Date', 'epoch'),
        expiry_date: futureDay('Expiration_Date', 'epoch'),
        permit_type_raw: 'Work_Type',
        status_raw: 'Permit_Status',
        building_type: 'Type_of_Structure',
        // The same on every row of a permit.
        estimated_cost: cost('Estimated_Project_Value'),
        work_description: withoutContacts(['Work_Description', 'Primary_Work_Scope']),
        address: joinNonBlank(['Civic_Number', 'Street_Name']),
        neighbourhood: 'Community',
        ward: text('District', ['Unidentified']),
        dwelling_units_created: dwellings('Net_New_Units'),
        floor_area_sqm: squareMetres('Building_Footprint_Area'),
        ...located({form: 'lookup', column: 'Permit_Number', table: 'points'}),
        source_url: constant(PAGE),
        occupancy: 'Occupancy_Type',
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
      fields: {code: 'PERMIT_NUMBER', ...hubPoint()},
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
