/** Halifax: a table of ArcGIS with a row for every occupancy of a permit, and a layer of points. */
import {costNumber, epoch, geoPoint, isoDay, padded} from '../forms.ts';
import {type City, kindsOf, type Permit, statesOf} from '../permit.ts';
import {published} from '../published.ts';
import {createLines, tablesOf, type Written} from '../tables.ts';

const KINDS = kindsOf(`
  60 | new_construction | New Building | New dwelling | Dwelling - Single Detached | Residential
  22 | renovation | Renovation | Leasehold improvement | Commercial | Mercantile
  6 | renovation | Renovation | Residential renovation | Dwelling - Townhouse | Residential
  3 | change_of_use | Renovation | Change of use to restaurant | Commercial | Assembly
  9 | addition | Addition | Addition to dwelling | Dwelling - Semi-Detached | Residential
  0 | other | Relocation | Building moved | Accessory Structure | Residential
`);

const STATES = statesOf(`
  30 | Issued | issued | issued
  50 | Completed | completed | issued ended
  6 | In Review | in_review | issued
  2 | Amendment Application Incomplete | in_review | issued
  2 | Cancelled | cancelled | issued ended
  1 | Withdrawn | cancelled | issued
  3 | Expired | expired | issued ended
  1 | Expired (Closed) | expired | issued ended
  0 | Stop Work | issued | issued
`);

/** What a second row of a permit names. */
const SECOND = 'Storage';

const occupancies = (permit: Permit): string =>
  [permit.kind.cells[3] ?? '', ...(permit.bears.includes('two') ? [SECOND] : [])].toSorted().join('; ');

export const halifax: City = {
  slug: 'halifax',
  valued: true,
  applied: true,
  since: '2020-12-01',
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) =>
    tablesOf({
      permits: await createLines(folder, 'synthetic-permits.jsonl'),
      points: await createLines(folder, 'synthetic-points.jsonl', 'CIVIC'),
    }),
  number: (index, day) => `BPRES-${isoDay(day)?.slice(0, 4)}-${padded(index, 5)}`,
  further: 'code',
  rows: (permit, row) => {
    const [work = '', scope = '', structure = '', occupancy = ''] = permit.kind.cells;
    const {place, point, number, issued} = permit;
    const [midday, second] = [12, permit.nth > 0];
    const points: Written[] = [
      {
        table: 'points',
        columns: {OBJECTID: row, PERMIT_NUMBER: number, CIVIC: place.house, geometry: geoPoint(point)},
      },
    ];
    return [
      ...(number !== null && point && !second ? points : []),
      {
        table: 'permits',
        columns: {
          Permit_Number: number,
          Date_of_Submission: epoch(permit.applied, midday),
          Date_of_Permit_Issuance: epoch(issued, midday),
          Completed_Date: epoch(permit.ended, midday),
          Expiration_Date: epoch(issued === null ? null : issued + 365, midday),
          Permit_Name: null,
          Permit_Status: permit.state.raw,
          Work_Type: work,
          Primary_Work_Scope: scope,
          Work_Description: permit.text,
          Civic_ID: place.id,
          Civic_Number: place.house,
          Street_Name: `${place.street} ${place.kind}`,
          Community: place.area,
          District: place.ward > 16 ? 'Unidentified' : `District ${padded(place.ward, 2)}`,
          PID: null,
          Estimated_Project_Value: costNumber(permit),
          Most_Recent_Inspection: null,
          Inspection_Outcome: null,
          Type_of_Structure: structure,
          Occupancy_Type: second ? SECOND : occupancy,
          Existing_Residential_Units: null,
          Total_End_Residential_Units: null,
          Net_New_Units: permit.units,
          Number_of_Storeys: 2,
          Building_Footprint_Area: permit.area,
          OBJECTID: row,
        },
      },
    ];
  },
  second: (permit) => {
    const both = {...permit, bears: ['two']};
    return [both, {...both, nth: 1}];
  },
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      permit_type_raw: permit.kind.cells[0] ?? null,
      status_raw: permit.state.raw,
      building_type: `${permit.kind.cells[2]}; ${occupancies(permit)}`,
      address: `${permit.place.house} ${permit.place.street} ${permit.place.kind}`,
      ward: permit.place.ward > 16 ? null : `District ${padded(permit.place.ward, 2)}`,
      work_description: published(permit.text),
      floor_area_sqm: permit.area,
      dwelling_units_created: permit.units,
      completed_date: permit.state.is === 'completed' ? isoDay(permit.ended) : null,
    },
  }),
};
