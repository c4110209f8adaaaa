/** Kitchener: a layer of ArcGIS since 1999. */
import {REFERENCE_DAY} from '../../dates.ts';
import {costNumber, epoch, geoPoint, isoDay, padded, streetAddress, yearOf} from '../forms.ts';
import {type City, kindsOf, type Permit, statesOf} from '../permit.ts';
import {published} from '../published.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  28 | new_construction | Residential Building | New Building | Single Detached Dwelling
  38 | renovation | Residential Alteration | Interior Alteration | -
  14 | addition | Residential Alteration | Addition to Building | Semi-Detached Dwelling
  10 | renovation | Commercial Alteration | Tenant Finish | Office
  6 | demolition | Demolition | - | Single Detached Dwelling
  2 | change_of_use | Change of Use | Occupancy | Retail
  0 | other | Sign Permit | Fascia | -
`);

const STATES = statesOf(`
  14 | Issued | issued | issued
  50 | Closed | completed | issued ended
  14 | Finalled | completed | issued ended
  4 | Issued - under review | in_review | issued
  4 | Under Review | in_review | -
  6 | Withdrawn | cancelled | ended
  3 | Expired | expired | issued
  0 | Parked | issued | issued
`);

const raw = ({kind: {cells}}: Permit): string => cells.slice(0, 2).filter(Boolean).join(' / ');

export const kitchener: City = {
  slug: 'kitchener',
  valued: true,
  applied: true,
  since: '1999-01-04',
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) => tablesOf({permits: await createLines(folder, 'synthetic-permits.jsonl')}),
  number: (index, day) => `${yearOf(day)} ${padded(100_000 + index)}`,
  rows: (permit, row) => {
    const [type = '', work = '', sub = ''] = permit.kind.cells;
    const {issued, units} = permit;
    return [
      {
        table: 'permits',
        columns: {
          OBJECTID: row,
          PERMITNO: permit.number,
          PERMIT_TYPE: type,
          PERMIT_STATUS: permit.state.raw,
          APPLICATION_DATE: epoch(permit.applied),
          ISSUE_DATE: epoch(issued),
          FINAL_DATE: epoch(permit.ended),
          EXPIRY_DATE: epoch(issued === null ? null : issued + 365),
          EXTRACTION_DATE: epoch(REFERENCE_DAY),
          CONSTRUCTION_VALUE: costNumber(permit),
          WORK_TYPE: work || null,
          SUB_WORK_TYPE: sub || null,
          WORK_CODE: null,
          PERMIT_DESCRIPTION: permit.text,
          TOTAL_UNITS: Math.abs(units),
          UNITS_CREATED: units,
          FOLDERNAME: streetAddress(permit),
          PARCELID: permit.place.id,
          ROLL_NO: null,
          ISSUE_YEAR: issued === null ? null : Number(isoDay(issued)?.slice(0, 4)),
          APPLICANT: permit.applicant,
          CONTRACTOR: permit.contractor,
          geometry: geoPoint(permit.point),
        },
      },
    ];
  },
  second: (permit, place) => [permit, {...permit, place, point: [place.lng, place.lat]}],
  apart: (permit) => [raw(permit), isoDay(permit.applied) ?? ''],
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      permit_type_raw: raw(permit),
      status_raw: permit.state.raw,
      address: streetAddress(permit),
      work_description: published(permit.text),
      applicant_name: permit.applicant,
      dwelling_units_created: permit.units,
      completed_date: permit.state.is === 'completed' ? isoDay(permit.ended) : null,
    },
  }),
};
