/** Brampton: a layer of ArcGIS without costs; a project has several folders under one number. */
import {epoch, geoPoint, padded, streetAddress, yearOf} from '../forms.ts';
import {type City, kindsOf, type Permit, type State, statesOf} from '../permit.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  34 | new_construction | New Complete Building | Single Family Dwelling
  4 | new_construction | New Shell Building | Retail Store
  14 | renovation | Interior/Unit Finish | Office
  12 | renovation | Interior Alterations | Industrial Mall
  18 | renovation | Second Unit | Single Family Dwelling
  8 | addition | Addition | Single Family Dwelling
  5 | demolition | Demolition | Single Family Dwelling
  2 | change_of_use | Change of Use | Place of Worship
  0 | other | Tent | Temporary Tent
`);

const CLOSED: State = {share: 60, raw: 'Closed', is: 'completed', issued: true, ended: true};
const STATES: readonly State[] = [
  ...statesOf(`
    20 | Permit Issued | issued | issued
    5 | Application Received | in_review | -
    4 | Revisions Pending | in_review | issued
    5 | Cancelled | cancelled | -
    3 | Expired | expired | issued
  `),
  CLOSED,
  {share: 0, raw: 'Zoning Clearance', is: 'issued', issued: true, ended: false},
];

const folder = ({index}: Permit): number => 1_300_000 + index;

export const brampton: City = {
  slug: 'brampton',
  valued: false,
  applied: true,
  since: '2000-01-04',
  kinds: KINDS,
  states: STATES,
  open: async (of) => tablesOf({permits: await createLines(of.folder, 'synthetic-permits.jsonl')}),
  number: (index, day) => `${yearOf(day)}-${padded(100_000 + index)}-000-00`,
  rows: (permit, row) => {
    const [work = '', building = ''] = permit.kind.cells;
    const {issued, applied} = permit;
    return [
      {
        table: 'permits',
        columns: {
          OBJECTID: row,
          GIS_ID: null,
          ADDRESS: streetAddress(permit),
          FOLDERRSN: folder(permit),
          PERMITNUMBER: permit.number,
          SUBDESC: building,
          WORKDESC: work,
          ISSUEDATE: epoch(issued, 5),
          INDATE: epoch(applied, 5),
          STATUSDESC: permit.state.raw,
          PROCESSDATE: epoch(permit.day + 20 + 40 * permit.nth),
          BUILDER: permit.contractor,
          CONTRACTOR: permit.index % 4 ? '-' : permit.contractor,
          EXPIRYDATE: epoch(issued === null ? null : issued + 365),
          GFA: String(permit.area),
          SECOND_UNIT: work === 'Second Unit' ? 'Y' : null,
          BEDROOMS: null,
          STOREYS: '2',
          DWELLINGS: String(permit.units),
          SHAPE: null,
          geometry: geoPoint(permit.point),
        },
      },
    ];
  },
  second: (permit) => [permit, {...permit, state: CLOSED, nth: 1}],
  stands: 'second',
  record: (permit) => ({
    key: [permit.number ?? '', String(folder(permit))],
    fields: {
      permit_type_raw: permit.kind.cells[0] ?? null,
      status_raw: permit.state.raw,
      source_reference: String(folder(permit)),
      building_type: permit.kind.cells[1] ?? null,
      address: streetAddress(permit),
      contractor_name: permit.contractor,
      floor_area_sqm: permit.area,
      dwelling_units_created: permit.units,
    },
  }),
};
