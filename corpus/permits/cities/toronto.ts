/** Toronto: two tables of CKAN, zips of earlier years, and a table of address points. */
import {join} from 'node:path';
import type {FileForm} from '../../csv.ts';
import {iso} from '../../dates.ts';
import {shortest} from '../../money.ts';
import {packZip} from '../../zips.ts';
import {costText, isoDay, padded, yearOf} from '../forms.ts';
import type {Ground} from '../ground.ts';
import {type City, kindsOf, type Permit, type State, statesOf} from '../permit.ts';
import {type Columns, createCsvTable, createLines, type Table, type Tables, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  12 | renovation | Small Residential Projects | Interior Alterations | SFD - Detached
  12 | renovation | Building Additions/Alterations | Interior Alterations | Office
  8 | new_construction | New Houses | New Building | SFD - Detached
  3 | new_construction | New Building | New Building | Apartment Building
  5 | addition | Small Residential Projects | Addition(s) | SFD - Semi-Detached
  3 | demolition | Demolition Folder (DM) | Demolition | SFD - Detached
  2 | new_construction | Small Residential Projects | New Laneway / Rear Yard Suite | Laneway suite
  1 | change_of_use | Change of Use Permit | Change of Use | Multiple Use/Non Residential
  1 | other | Partial Permit | Shoring | Apartment Building
  20 | other | Plumbing(PS) | Building Permit Related(PS) | SFD - Detached
  17 | other | Mechanical(MS) | Building Permit Related(MS) | SFD - Detached
  6 | other | Drain and Site Service | Building Permit Related (DR) | Industrial
  0 | other | Sign Permit | Fascia Sign | Other
`);
const TRADES = ['Plumbing(PS)', 'Mechanical(MS)', 'Drain and Site Service'];

const CLOSED: State = {share: 56, raw: 'Closed', is: 'completed', issued: true, ended: true};
const STATES: readonly State[] = [
  ...statesOf(`
    14 | Permit Issued | issued | issued
    7 | Inspection | issued | issued
    2 | Revision Issued | issued | issued
    3 | Under Review | in_review | -
    1 | Examiner's Notice Sent | in_review | -
    1 | Application On Hold | in_review | -
    6 | Cancelled | cancelled | ended
    2 | Closed - Dormant | expired | issued ended
    1 | Superseded | cancelled | issued ended
  `),
  CLOSED,
  {share: 0, raw: 'Parked', is: 'issued', issued: true, ended: false},
];
const CLEARED = ['Cancelled', 'Closed - Dormant', 'Superseded', 'Closed'];

const HEADER = `_id PERMIT_NUM REVISION_NUM PERMIT_TYPE STRUCTURE_TYPE WORK STREET_NUM STREET_NAME STREET_TYPE
  STREET_DIRECTION POSTAL GEO_ID WARD_GRID APPLICATION_DATE ISSUED_DATE COMPLETED_DATE STATUS DESCRIPTION CURRENT_USE
  PROPOSED_USE DWELLING_UNITS_CREATED DWELLING_UNITS_LOST EST_CONST_COST ASSEMBLY INSTITUTIONAL RESIDENTIAL
  BUSINESS_AND_PERSONAL_SERVICES MERCANTILE INDUSTRIAL INTERIOR_ALTERATIONS DEMOLITION BUILDER_NAME`.split(
  /\s+/,
);

/** Stands for the cost of permits of a trade. */
const NO_COST = 'DO NOT UPDATE OR DELETE THIS INFO FIELD';

/** Years whose cleared permits are in zips. */
const YEARS = [2012, 2013, 2014, 2015, 2016];
const formOf = (year: number): FileForm => ({
  name: `synthetic-cleared-permits-${year}.csv`,
  header: HEADER,
  encoding: 'utf-8',
  bom: false,
  end: '\n',
  quoting: 'minimal',
});
const zipOf = (year: number): string => `synthetic-cleared-permits-${year}.zip`;

/** Address points: those of the ground, one far outside and one at 0, 0. */
const [FIRST_ID, OUTSIDE, ZERO] = [900_000, 1, 2];

function tableOf(permit: Permit): string {
  if (!CLEARED.includes(permit.state.raw)) return 'active';
  const year = Number(iso(permit.day).slice(0, 4));
  return YEARS.includes(year) ? String(year) : 'cleared';
}

async function writePoints(folder: string, land: Ground): Promise<Table> {
  const table = await createLines(folder, 'synthetic-address-points.jsonl', 'ADDRESS_FULL');
  const put = (id: number, lng: number, lat: number, name: string) => {
    const geometry = JSON.stringify({type: 'MultiPoint', coordinates: [[lng, lat]]});
    const columns: Columns = {_id: id, ADDRESS_POINT_ID: id, ADDRESS_FULL: name, geometry};
    table.add([{table: 'points', columns}]);
  };
  put(OUTSIDE, -73.5, 45.5, 'Far St');
  put(ZERO, 0, 0, 'Null Pl');
  for (let id = 0; id < land.size; id++) {
    const {lng, lat, house, street} = land.at(id);
    put(FIRST_ID + id, lng, lat, `${house} ${street}`);
    if (id % 10_000 === 0) await table.settle();
  }
  return table;
}

async function open({folder, seed, land, points}: Parameters<City['open']>[0]): Promise<Tables> {
  // Each zip is packed from a folder of its own, which is taken away.
  const folderOf = (year: number) => join(folder, String(year));
  const byYear = await Promise.all(
    YEARS.map(
      async (year) =>
        [year, await createCsvTable(folderOf(year), formOf(year), seed, 'DESCRIPTION')] as const,
    ),
  );
  const places = await writePoints(folder, land);
  points(places.rows);
  const tables = tablesOf({
    active: await createLines(folder, 'synthetic-active-permits.jsonl', 'DESCRIPTION'),
    cleared: await createLines(folder, 'synthetic-cleared-permits.jsonl', 'DESCRIPTION'),
    places,
    ...Object.fromEntries(byYear),
  });
  return {
    ...tables,
    close: async () => {
      const rows = await tables.close();
      for (const year of YEARS) {
        const {name} = formOf(year);
        await packZip({folder, name: zipOf(year)}, {from: folderOf(year), entries: [name]});
        rows[`${zipOf(year)}!${name}`] = rows[name] ?? 0;
        delete rows[name];
      }
      return rows;
    },
  };
}

const revision = ({bears}: Permit): string => (bears.includes('revision') ? '01' : '00');

function geoId({point, place}: Permit): number | null {
  if (!point) return null;
  if (point[0] === place.lng) return FIRST_ID + place.id;
  return point[0] === 0 ? ZERO : OUTSIDE;
}

/** Two of three with commas between thousands. */
const cost = (permit: Permit): string | null =>
  costText(permit, (cents) =>
    permit.index % 3 ? shortest(cents).replace(/\B(?=(\d{3})+$)/g, ',') : shortest(cents),
  );

export const toronto: City = {
  slug: 'toronto',
  valued: true,
  applied: true,
  since: '1983-01-04',
  kinds: KINDS,
  states: STATES,
  open,
  number: (index, day) => `${yearOf(day)} ${padded(100_000 + index)} BLD`,
  extras: {
    trade: ({kind}) => TRADES.includes(kind.cells[0] ?? ''),
    by_year: (permit) => /^\d/.test(tableOf(permit)),
  },
  bent: (permit) =>
    TRADES.includes(permit.kind.cells[0] ?? '') ? {...permit, cost: null, costText: NO_COST} : permit,
  rows: (permit, row) => {
    const [type = '', work = '', structure = ''] = permit.kind.cells;
    const {place, units, area, state} = permit;
    const demolition = permit.kind.type === 'demolition';
    return [
      {
        table: tableOf(permit),
        columns: {
          _id: row,
          PERMIT_NUM: permit.number,
          REVISION_NUM: revision(permit),
          PERMIT_TYPE: type,
          STRUCTURE_TYPE: structure,
          WORK: work,
          STREET_NUM: place.house,
          STREET_NAME: place.street,
          STREET_TYPE: place.kind,
          STREET_DIRECTION: ' ',
          POSTAL: place.postal.slice(0, 3),
          GEO_ID: geoId(permit),
          WARD_GRID: `E${padded(place.ward, 2)}38`,
          APPLICATION_DATE: isoDay(permit.applied),
          ISSUED_DATE: isoDay(permit.issued),
          COMPLETED_DATE: isoDay(permit.ended),
          STATUS: state.raw === 'Under Review' ? 'Under Review ' : state.raw,
          DESCRIPTION: `${permit.text.replace(' ', '  ')} `,
          CURRENT_USE: 'Same',
          PROPOSED_USE: structure,
          DWELLING_UNITS_CREATED: TRADES.includes(type) ? null : String(Math.max(0, units)),
          DWELLING_UNITS_LOST: TRADES.includes(type) ? null : String(Math.min(0, units)),
          EST_CONST_COST: cost(permit),
          ASSEMBLY: 0,
          INSTITUTIONAL: 0,
          RESIDENTIAL: demolition ? 0 : area,
          BUSINESS_AND_PERSONAL_SERVICES: 0,
          MERCANTILE: 0,
          INDUSTRIAL: 0,
          INTERIOR_ALTERATIONS: 0,
          DEMOLITION: demolition ? area : 0,
          BUILDER_NAME:
            permit.bears.includes('builder') || permit.index % 20 === 0 ? permit.contractor : null,
        },
      },
    ];
  },
  stands: 'second',
  second: (permit) => {
    if (tableOf(permit) !== 'active' || permit.issued === null) {
      const named = {...permit, contractor: 'LARKHOLLOW BUILDERS', bears: ['builder']};
      return [{...permit, contractor: null}, named];
    }
    return [permit, {...permit, state: CLOSED, ended: permit.issued + 30}];
  },
  // A revision, which is a record of its own.
  shared: (of, other) => [of, {...other, bears: ['revision']}],
  record: (permit) => {
    const [type = '', work = ''] = permit.kind.cells;
    const {place} = permit;
    return {
      key: [permit.number ?? '', revision(permit), type],
      fields: {
        source_reference: `${permit.number}-${revision(permit)}`,
        permit_type_raw: type === work ? type : `${type} / ${work}`,
        status_raw: permit.state.raw,
        address: `${place.house} ${place.street} ${place.kind}`,
        postal_code: place.postal.slice(0, 3),
        ward: `Ward ${place.ward}`,
        floor_area_sqm: permit.area,
        completed_date: permit.state.is === 'completed' ? isoDay(permit.ended) : null,
      },
    };
  },
};
