/** Saint John: a layer of ArcGIS in the columns that the declaration expects; no feed of the city is known. */
import {costNumber, epoch, geoPoint, isoDay, padded, streetAddress} from '../forms.ts';
import {type City, kindsOf, statesOf} from '../permit.ts';
import {published} from '../published.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  26 | new_construction | New building
  30 | renovation | Renovation
  16 | renovation | Tenant improvement
  12 | addition | Addition
  8 | demolition | Demolition
  3 | change_of_use | Change of use
  0 | other | Sign
`);

const STATES = statesOf(`
  40 | Issued | issued | issued
  40 | Occupancy granted | completed | issued
  8 | Pending | in_review | -
  5 | Cancelled | cancelled | -
  3 | Expired | expired | issued
  0 | Parked | issued | issued
`);

export const saint_john: City = {
  slug: 'saint_john',
  valued: true,
  applied: true,
  since: '2012-01-03',
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) => tablesOf({permits: await createLines(folder, 'synthetic-permits.jsonl')}),
  number: (index, day) => `${isoDay(day)?.slice(0, 4)}-${padded(index, 5)}`,
  rows: (permit, row) => [
    {
      table: 'permits',
      columns: {
        OBJECTID: row,
        PERMIT_NUMBER: permit.number,
        APPLICATION_DATE: epoch(permit.applied),
        ISSUE_DATE: epoch(permit.issued),
        PERMIT_TYPE: permit.kind.cells[0] ?? null,
        STATUS: permit.state.raw,
        CONSTRUCTION_VALUE: costNumber(permit),
        DESCRIPTION: permit.text,
        CIVIC_ADDRESS: streetAddress(permit),
        geometry: geoPoint(permit.point),
      },
    },
  ],
  second: (permit, place) => [permit, {...permit, place, point: [place.lng, place.lat]}],
  apart: (permit) => [permit.kind.cells[0] ?? '', isoDay(permit.applied) ?? ''],
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      permit_type_raw: permit.kind.cells[0] ?? null,
      status_raw: permit.state.raw,
      address: streetAddress(permit),
      work_description: published(permit.text),
    },
  }),
};
