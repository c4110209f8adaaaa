/** Victoria: a layer of ArcGIS of several kinds of permits, its texts of several lines. */
import {dollars} from '../../money.ts';
import {costText, geoPoint, isoDay, padded} from '../forms.ts';
import {type City, kindsOf, type Permit, statesOf} from '../permit.ts';
import {published} from '../published.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  7 | demolition | BP-DEMOLITION | SINGLE FAMILY DWELLING
  22 | new_construction | BP-RES-SFD/DUP | SINGLE FAMILY DWELLING
  14 | addition | BP-RES-SFD/DUP | DUPLEX
  10 | renovation | BP-RES-SFD/DUP | DUPLEX
  20 | renovation | BP-INTERIOR ONLY | OFFICE
  4 | renovation | BP-STRIP OUT | -
  6 | change_of_use | BP-COMPLEX | RETAIL
  8 | new_construction | BP-COMPLEX | APARTMENT
  5 | other | BP-COMPLEX | APARTMENT
  0 | other | BP-RELOCATE | -
`);

const STATES = statesOf(`
  60 | ACTIVE | issued | issued
  34 | COMPLETED | completed | issued
  3 | EXPIRED | expired | issued
  2 | CANCELLED | cancelled | issued
  0 | TRANSFERRED | issued | issued
`);

const otherPermit = ({bears}: Permit): boolean => bears.includes('other_permits');
const address = ({place: {house, street, kind}, nth}: Permit): string =>
  `${nth ? '2-' : ''}${house} ${street} ${kind}`;
const link = ({number, place}: Permit): string | null =>
  number === null || place.id % 5 === 0 ? null : `https://example.org/permits/${number}`;

export const victoria: City = {
  slug: 'victoria',
  valued: true,
  applied: false,
  since: '1994-01-04',
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) => tablesOf({permits: await createLines(folder, 'synthetic-permits.jsonl')}),
  number: (index) => `BP${padded(index)}`,
  extras: {other_permits: () => true},
  refused: otherPermit,
  rows: (permit, row) => {
    const [type = '', use = ''] = permit.kind.cells;
    const {place, point} = permit;
    return [
      {
        table: 'permits',
        columns: {
          OBJECTID: row,
          PermitNo: permit.number,
          CATEGORY: 'PERMIT',
          type: otherPermit(permit) ? 'PP-RES-SFD/DUP' : type,
          SUBJECT: `${place.house} ${place.street} ${place.kind}`,
          Status: permit.state.raw,
          Purpose: permit.text.replace(' and ', '\r\nand '),
          IssuedDate: isoDay(permit.issued)?.replaceAll('-', '') ?? null,
          BldgValue: costText(permit, dollars),
          Unit: permit.nth ? '2' : null,
          House: place.house,
          Street: `${place.street} ${place.kind}`,
          Neighbourhood: place.area,
          X_LONG: point && String(point[0]),
          Y_LAT: point && String(point[1]),
          PermitType: otherPermit(permit) ? 'Plumbing Permit (PP)' : 'Building Permit (BP)',
          AUC_Group: 'C',
          ActualUse: use || null,
          Name: permit.contractor,
          gislink: link(permit),
          geometry: geoPoint(point),
        },
      },
    ];
  },
  second: (permit) => [permit, {...permit, nth: 1}],
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      permit_type_raw: permit.kind.cells[0] ?? null,
      status_raw: permit.state.raw,
      source_reference: link(permit) ?? permit.number,
      address: address(permit),
      work_description: published(permit.text),
      neighbourhood: permit.place.area,
      contractor_name: permit.contractor,
    },
  }),
};
