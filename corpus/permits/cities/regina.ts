/** Regina: a workbook a year. */
import {iso} from '../../dates.ts';
import {NOTICE} from '../../texts.ts';
import {createBooks, dayCell} from '../books.ts';
import {costNumber, isoDay, padded, streetAddress} from '../forms.ts';
import {type City, ISSUED_ONLY, kindsOf, type Permit} from '../permit.ts';

const HEADER = [
  'Permit Number',
  'Issue Date',
  'Location',
  'Permit Application Type',
  'Work Class',
  'Building Use',
  'Construction Type',
  'Construction Value',
  'Subdivision Code',
];

const KINDS = kindsOf(`
  30 | new_construction | New Construction | New | Residential | 110-Single House, single detached home
  20 | renovation | Basement Development | Improvement | Residential | 110-Single House, single detached home
  18 | renovation | Interior Renovation | Alteration and improvements | Commercial | 520 - Office
  10 | addition | Addition | Alteration and improvements | Residential | -
  9 | new_construction | Detached Garage | New | Residential | 140-Garage
  6 | demolition | Demolition | Demolition | Residential | -
  3 | change_of_use | Change of Use | Alteration and improvements | Commercial | 510 - Store
  0 | other | Sign | Placement | Commercial | -
`);

const raw = ({kind: {cells}}: Permit): string => [...new Set(cells.slice(0, 2))].join(' / ');

export const regina: City = {
  slug: 'regina',
  valued: true,
  applied: false,
  since: '2018-01-02',
  kinds: KINDS,
  states: ISSUED_ONLY,
  open: ({folder}) =>
    createBooks(folder, (year) => ({
      file: `synthetic-building-permit-report-${year}.xlsx`,
      sheet: 'Permits',
      header: HEADER,
      order: 0,
    })),
  number: (index, day) => `BP${isoDay(day)?.slice(0, 4)}-${padded(index, 5)}`,
  extras: {date_text: () => true},
  rows: (permit) => {
    const [type = '', work = '', use = '', construction = ''] = permit.kind.cells;
    const {issued, bears} = permit;
    return [
      {
        table: iso(permit.day).slice(0, 4),
        columns: {
          'Permit Number': permit.number,
          'Issue Date': issued === null ? null : bears.includes('date_text') ? iso(issued) : dayCell(issued),
          Location: permit.notice ? NOTICE.en : streetAddress(permit),
          'Permit Application Type': type,
          'Work Class': work,
          'Building Use': use,
          'Construction Type': construction || null,
          'Construction Value': costNumber(permit),
          'Subdivision Code': permit.place.area.slice(0, 3),
        },
      },
    ];
  },
  second: (permit, place) => [permit, {...permit, place}],
  apart: (permit) => [raw(permit), isoDay(permit.issued) ?? ''],
  record: (permit) => {
    const [, , use = '', construction = ''] = permit.kind.cells;
    return {
      key: [permit.number ?? ''],
      fields: {
        lat: null,
        lng: null,
        permit_type_raw: raw(permit),
        building_type: (construction || use).replace(/^\d+ ?- ?/, ''),
        address: permit.notice ? NOTICE.en : streetAddress(permit),
        neighbourhood: permit.place.area.slice(0, 3),
      },
    };
  },
};
