/** Winnipeg: a table of Socrata without costs and free texts, some rows with coordinates in metres. */
import proj4 from 'proj4';
import {PROJECTIONS} from '../../../datasets/codes/projections.ts';
import {floating, geoPoint, isoDay, padded, socrata, streetAddress, yearOf} from '../forms.ts';
import {type City, kindsOf, type Permit, statesOf} from '../permit.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  24 | new_construction | Residential | Housing | Single Family Dwelling | Construct New | Detached Dwelling
  5 | new_construction | Residential | Accessory Structures | Garage | Erect | Detached Garage
  10 | renovation | Residential | Housing | Single Family Dwelling | Develop Lower Level | Detached Dwelling
  6 | renovation | Residential | Housing | Two Family Dwelling | Foundation Repair | Side by Side
  18 | renovation | Non-Residential | Office | Office | Interior Alteration | Office Building
  6 | renovation | Non-Residential | Retail | Store | Interior and Exterior Alte | -
  6 | addition | Residential | Housing | Single Family Dwelling | Construct Addition | Detached Dwelling
  5 | demolition | Residential | Housing | Single Family Dwelling | Demolish | Detached Dwelling
  3 | change_of_use | Non-Residential | Personal Services | Salon | Change of Use | -
  3 | change_of_use | Non-Residential | Office | Office | Occupy Only | -
  6 | other | Non-Residential | Sign | Sign | Erect | Fascia sign
  4 | other | Non-Residential | Sign | Sign | Face Replace Only | Pylon sign
  0 | other | Non-Residential | Public Utility | Tower | Relocate | -
`);

const STATES = statesOf(`
  8 | Issued | issued | issued
  86 | Closed | completed | issued ended
  5 | Closed with an incomplete inspection process | expired | issued ended
  0 | Suspended | issued | issued
`);

const projection = proj4(PROJECTIONS['EPSG:26914'] ?? '');
const metres = (value: number): string => value.toFixed(3);

/** One permit in ten names another one that it belongs to. */
const parent = ({index, number}: Permit): string | null =>
  index % 10 === 9 && number !== null ? `${number.slice(0, 3)}${padded(index)}` : null;

export const winnipeg: City = {
  slug: 'winnipeg',
  valued: false,
  applied: true,
  since: '2010-01-04',
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) => tablesOf({permits: await createLines(folder, 'synthetic-permits.jsonl')}),
  number: (index, day) => `${yearOf(day)}-${padded(100_000 + index)}`,
  extras: {projected: () => true},
  rows: (permit, row) => {
    const [permit_group = '', permit_type = '', sub_type = '', work_type = '', structure = ''] =
      permit.kind.cells;
    const {place, point, units} = permit;
    const projected = permit.bears.includes('projected');
    const [x = 0, y = 0] = projected && point ? projection.forward([...point]) : [];
    const inOne = place.id % 3 === 0;
    return [
      {
        table: 'permits',
        columns: socrata(row, {
          permit_number: permit.number,
          parent_permit_number: parent(permit),
          permit_group,
          permit_type,
          sub_type,
          work_type,
          status: permit.state.raw,
          issue_date: floating(permit.issued),
          application_received_date: floating(permit.applied),
          final_date: floating(permit.ended),
          applicant_business_name: permit.applicant,
          street_number: inOne ? null : place.house,
          street_name: inOne ? null : place.street,
          street_type: inOne ? null : place.kind,
          address: inOne ? streetAddress(permit) : null,
          ward: `Ward of ${place.area}`,
          neighbourhood_number: `1.${place.ward}`,
          neighbourhood_name: place.area,
          community: 'Elmsgate',
          type_of_structure: structure || null,
          dwelling_units_created: Math.max(0, units),
          dwelling_units_lost: Math.max(0, -units),
          x_coordinate_nad83: projected && point ? metres(x) : null,
          y_coordinate_nad83: projected && point ? metres(y) : null,
          point: projected ? null : geoPoint(point),
          ':@computed_region_urbn_4xf7': place.ward,
        }),
      },
    ];
  },
  second: (permit, place) => [permit, {...permit, place, point: [place.lng, place.lat]}],
  apart: (permit) => [raw(permit), isoDay(permit.applied) ?? ''],
  record: (permit) => ({
    key: [permit.number ?? ''],
    approximate: permit.bears.includes('projected'),
    fields: {
      permit_type_raw: raw(permit),
      status_raw: permit.state.raw,
      source_reference: parent(permit) ?? permit.number,
      address: streetAddress(permit),
      work_description: `${permit.kind.cells[2]}, ${permit.kind.cells[3]}`,
      dwelling_units_created: permit.units,
      completed_date: permit.state.is === 'completed' ? isoDay(permit.ended) : null,
    },
  }),
};

const raw = ({kind: {cells}}: Permit): string => `${cells[1]} / ${cells[3]}`;
