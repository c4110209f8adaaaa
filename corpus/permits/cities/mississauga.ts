/** Mississauga: a layer of ArcGIS, its texts in capitals. */
import {costNumber, epoch, geoPoint, isoDay, padded, streetAddress, yearOf} from '../forms.ts';
import {type City, kindsOf, type Permit, statesOf} from '../permit.ts';
import {published} from '../published.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  26 | new_construction | 9NEW | NEW BUILDING | RESIDENTIAL | DETACHED DWELLING
  30 | renovation | 3ALT | ALTERATION TO EXISTING BLDG | INDUSTRIAL | MULTI-TENANT INDUSTRIAL
  16 | renovation | 9ALT | ALTERATION TO EXISTING BLDG | RESIDENTIAL | SEMI-DETACHED DWELLING
  10 | addition | 9ADD | ADDITION TO EXISTING BLDG | RESIDENTIAL | DETACHED DWELLING
  4 | addition | 3ADD | ADDITION AND ALTERATION | COMMERCIAL | COMMERCIAL RETAIL-SINGLE USER
  5 | change_of_use | 3ALT | ALTERATION TO EXISTING BLDG | COMMERCIAL | COMMERCIAL OFFICE - MULTI-USER
  7 | demolition | DEMO | DEMOLITION | RESIDENTIAL | DETACHED DWELLING
  1 | demolition | DEMO | - | RESIDENTIAL | DETACHED DWELLING
  0 | other | 3OTH | RELOCATION | UNKNOWN | INDUSTRIAL - OTHER
`);

const STATES = statesOf(`
  30 | ISSUED PERMIT | issued | issued
  65 | COMPLETED -ALL INSP SIGNED OFF | completed | issued ended
  3 | REVOKED | cancelled | issued
  0 | SUSPENDED | issued | issued
`);

const unit = ({nth, bears}: Permit): string | null => (bears.includes('unit') ? '12' : nth ? '14' : null);

export const mississauga: City = {
  slug: 'mississauga',
  valued: true,
  applied: true,
  since: '2018-01-02',
  shouted: true,
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) => tablesOf({permits: await createLines(folder, 'synthetic-permits.jsonl')}),
  number: (index, day) => `BP 3ALT ${yearOf(day)}-${padded(index, 5)}`,
  rows: (permit, row) => {
    const [, scope = '', file = '', building = ''] = permit.kind.cells;
    const {point, place} = permit;
    return [
      {
        table: 'permits',
        columns: {
          OBJECTID: row,
          BP_NO: permit.number,
          STATUS: permit.state.raw,
          ADDRESS: streetAddress(permit),
          UNIT_NO: unit(permit),
          DESCRIPTION: permit.text,
          SCOPE: scope || null,
          FILE_TYPE: file,
          BLDG_TYPE: building,
          APP_DETAIL: permit.index % 3 ? null : permit.text,
          APPL_AREA: permit.area,
          STOREYS: 2,
          EST_CON_VALUE: costNumber(permit),
          RES_UNITS: permit.units,
          DEMO: permit.kind.type === 'demolition' ? 'Y' : 'N',
          POSTAL_CODE: place.postal,
          BLDG_NO: null,
          WARD: String(place.ward),
          ZAREA: `${place.ward}W`,
          LATITUDE: point?.[1] ?? null,
          LONGITUDE: point?.[0] ?? null,
          APPLICATION_DATE: epoch(permit.applied),
          ISSUE_DATE: epoch(permit.issued),
          COMPLETE_DATE: epoch(permit.ended, 5),
          geometry: geoPoint(point),
        },
      },
    ];
  },
  second: (permit) => [permit, permit],
  stands: 'second',
  shared: (of, other) => [
    {...of, bears: ['unit']},
    {...other, place: of.place, point: of.point},
  ],
  apart: (permit) => [`${permit.number}|${unit(permit)}`],
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      permit_type_raw: permit.kind.cells[1] || null,
      status_raw: permit.state.raw,
      address: unit(permit) ? `${streetAddress(permit)}, ${unit(permit)}` : streetAddress(permit),
      postal_code: permit.place.postal,
      work_description: published(permit.text),
      ward: String(permit.place.ward),
      floor_area_sqm: permit.area,
      completed_date: permit.state.is === 'completed' ? isoDay(permit.ended) : null,
    },
  }),
};
