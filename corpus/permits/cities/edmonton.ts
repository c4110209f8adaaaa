/** Edmonton: a table of Socrata without states, some rows without a number of their own. */
import {iso} from '../../dates.ts';
import {costText, feet, floating, fromFeet, isoDay, socrata} from '../forms.ts';
import {type City, kindsOf, type Permit, statesOf} from '../permit.ts';
import {published} from '../published.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  14 | demolition | House Combination | (99) Demolition | Single Detached House (110)
  20 | new_construction | House Combination | (01) New | Single Detached House (110)
  22 | new_construction | House Combination | (01) Building - New | Semi-Detached House (210)
  10 | renovation | Commercial Final | (03) Interior Alterations | Office Buildings (520)
  3 | renovation | Home Improvement Permit | (03) Exterior Alterations | Single Detached House (110)
  2 | renovation | Home Improvement Permit | (07) Add Suites to Single Dwelling | Single Detached House (110)
  2 | addition | Home Improvement Permit | (03) Deck Attached | Single Detached House (110)
  2 | addition | Commercial Final | (02) Addition | Warehouses (460)
  1 | change_of_use | Commercial Final | (10) Convert Residential to Non-Res | Mixed Use (522)
  1 | other | Home Improvement Permit | (14) Hot Tub | Single Detached House (110)
  1 | other | Commercial Final | (12) Move Building OnSite | Warehouses (460)
  9 | new_construction | House Combination | - | Row House (330)
  22 | renovation | Home Improvement Permit | - | Single Detached House (110)
  4 | other | Commercial Final | - | Apartments (310)
  0 | other | Commercial Final | (21) Relocate Sign | Office Buildings (520)
`);

/** No state is published: occupancy that was granted makes one. */
const STATES = statesOf(`
  60 | - | issued | issued
  40 | - | completed | issued ended
  0 | - | issued | issued
`);

const address = ({place: {house, street, kind}}: Permit, between = ' '): string =>
  `${house}${between}${street} ${kind} NW`;
const reference = (permit: Permit): string | null =>
  permit.bears.includes('no_row_id') ? permit.number : `2-${900_000_000 + 2 * permit.index + permit.nth}`;

export const edmonton: City = {
  slug: 'edmonton',
  valued: true,
  applied: false,
  since: '2009-01-05',
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) => tablesOf({permits: await createLines(folder, 'synthetic-permits.jsonl')}),
  number: (index) => `${400_000_000 + index}-00${1 + (index % 3)}`,
  extras: {no_row_id: () => true},
  shared: (of, other) => [
    {...of, bears: ['no_row_id']},
    {...other, bears: ['no_row_id']},
  ],
  rows: (permit, row) => {
    const [job = '', work = '', building = ''] = permit.kind.cells;
    const {issued, point, place, number} = permit;
    return [
      {
        table: 'permits',
        columns: socrata(row, {
          row_id: number !== null && reference(permit) === number ? null : reference(permit),
          permit_number: number,
          issue_date: floating(issued),
          permit_date: floating(issued),
          year: issued === null ? null : iso(issued).slice(0, 4),
          month_number: issued === null ? null : String(Number(iso(issued).slice(5, 7))),
          job_category: job,
          job_description: permit.text,
          building_type: building,
          work_type: work || null,
          construction_value: costText(permit),
          floor_area: feet(permit.area),
          units_added: permit.units,
          address: address(permit, ' - '),
          legal_description: `Plan ${1_200_000 + place.id} Blk 2 Lot 7`,
          zoning: place.ward % 3 ? 'RSL' : 'DC2',
          neighbourhood: place.area,
          neighbourhood_numberr: String(1_000 + place.ward),
          bia: place.ward % 9 ? null : 'Old Foundry Business Association',
          latitude: point?.[1] ?? null,
          longitude: point?.[0] ?? null,
          location: point && {type: 'Point', coordinates: [...point]},
          geometry_point: point && {type: 'Point', coordinates: [...point]},
          count: '1',
          occupancy_granted_date: isoDay(permit.ended),
          ':@computed_region_7ccj_gre3': place.ward,
        }),
      },
    ];
  },
  apart: (permit) => [isoDay(permit.issued) ?? '', address(permit), published(permit.text)],
  record: (permit) => ({
    key: [reference(permit) ?? ''],
    fields: {
      source_reference: reference(permit),
      permit_type_raw: permit.kind.cells[1] || (permit.kind.cells[0] ?? null),
      address: address(permit),
      work_description: published(permit.text),
      neighbourhood: permit.place.area,
      dwelling_units_created: permit.units,
      floor_area_sqm: fromFeet(feet(permit.area)),
      completed_date: isoDay(permit.ended),
    },
  }),
};
