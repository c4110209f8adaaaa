/** Hamilton: two tables of ArcGIS without points, which stand still since December 2023. */
import {dayOf} from '../../dates.ts';
import {at} from '../../lists.ts';
import {epoch, isoDay, padded, streetAddress, yearOf} from '../forms.ts';
import {type City, kindsOf, type Permit, statesOf} from '../permit.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  24 | new_construction | New | Single Family Dwelling
  40 | renovation | Alteration/Repair | Commercial
  14 | addition | Addition | Single Family Dwelling
  8 | demolition | Demolition | Farm
  3 | change_of_use | Change of Use | Two Family Dwelling
  6 | renovation | Add Suite | Two Family Dwelling
  0 | other | Sprinkler | Apartment
`);

const STATES = statesOf(`
  14 | Permit Issued | issued | issued
  50 | Closed - Final | completed | issued ended
  10 | Final | completed | issued ended
  4 | Application Incomplete | in_review | -
  4 | Under Review | in_review | -
  6 | Withdrawn | cancelled | ended
  4 | Closed - Expired | expired | issued ended
  0 | Parked | issued | issued
`);

/** The second table begins on that day. */
const SECOND_TABLE = dayOf('2017-01-01');
/** Every second address lies in the old city. */
const CITIES = [
  'HAMILTON',
  'Ancaster',
  'HAMILTON',
  'DUNDAS',
  'HAMILTON',
  'STONEY CREEK',
  'HAMILTON',
  'Flamborough',
];

const city = ({place}: Permit): string => at(CITIES, place.ward);
const address = (permit: Permit): string => `${streetAddress(permit)}, ${city(permit)}`;

export const hamilton: City = {
  slug: 'hamilton',
  valued: false,
  applied: true,
  since: '2008-01-02',
  until: '2023-12-14',
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) =>
    tablesOf({
      first: await createLines(folder, 'synthetic-permits_2008.jsonl', 'DESCRIPTION'),
      second: await createLines(folder, 'synthetic-permits_2017.jsonl', 'DESCRIPTION'),
    }),
  number: (index, day) => `${yearOf(day)}-${padded(100_000 + index)}-00 R9`,
  rows: (permit, row) => {
    const [work = '', building = ''] = permit.kind.cells;
    return [
      {
        table: permit.day < SECOND_TABLE ? 'first' : 'second',
        columns: {
          OBJECTID: row,
          PERMITNUMBER: permit.number,
          DESCRIPTION: permit.text,
          APPLIEDDATE: epoch(permit.applied, 5),
          ISSUEDDATE: epoch(permit.issued, 5),
          COMPLETEDDATE: epoch(permit.ended, 5),
          STATUSCURRENT: permit.state.raw,
          ORIGINALADDRESS1: streetAddress(permit),
          ORIGINALADDRESS2: null,
          ORIGINALCITY: city(permit),
          ORIGINALSTATE: 'ON',
          ORIGINALZIP: permit.place.postal,
          PERMITCLASS: building,
          WORKCLASS: work,
        },
      },
    ];
  },
  second: (permit, place) => [permit, {...permit, place}],
  apart: (permit) => [permit.kind.cells[0] ?? '', isoDay(permit.applied) ?? ''],
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      lat: null,
      lng: null,
      permit_type_raw: permit.kind.cells[0] ?? null,
      status_raw: permit.state.raw,
      address: address(permit),
      postal_code: permit.place.postal,
      neighbourhood: city(permit) === 'HAMILTON' ? null : city(permit),
      completed_date: permit.state.is === 'completed' ? isoDay(permit.ended) : null,
    },
  }),
};
