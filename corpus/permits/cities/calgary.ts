/** Calgary: a table of Socrata in the columns of the BLDS standard. */
import {costText, feet, floating, fromFeet, isoDay, padded, socrata, streetAddress} from '../forms.ts';
import {type City, kindsOf, statesOf} from '../permit.ts';
import {createLines, tablesOf} from '../tables.ts';

const KINDS = kindsOf(`
  30 | renovation | Residential Improvement Project | Alteration | 1106 - Single Family House | Single Family
  20 | new_construction | Single Construction Permit | New | 1106 - Single Family House | Single Family
  8 | other | Residential Improvement Project | New | 1104 - Deck | Single Family
  2 | other | Residential Improvement Project | New | 1201 - Private Swimming Pool | Swimming Pool
  7 | new_construction | Residential Improvement Project | New | 1301 - Private Detached Garage | Garage
  5 | addition | Residential Improvement Project | Addition | 1106 - Addition | Single Family
  12 | renovation | Commercial / Multi Family Project | Alteration | 3106 - Office | Commercial
  4 | change_of_use | Commercial / Multi Family Project | Alteration | 3201 - Retail Shop | Commercial
  1 | renovation | Commercial / Multi Family Project | Repair | - | Commercial
  5 | demolition | Demolition | Demolition | 1106 - House | Single Family
  2 | other | Commercial / Multi Family Project | Temporary | 9999  Online | Commercial
  1 | other | Commercial / Multi Family Project | Fire/ Security Alarm | 3106 - Office | Commercial
  0 | other | Environmental Restoration Permit | Remediation | 1106 - House | Single Family
`);

const STATES = statesOf(`
  12 | Issued Permit | issued | issued
  68 | Completed | completed | issued ended
  3 | Pre Backfill Phase | issued | issued
  1 | Pre Board Phase | issued | issued
  2 | In Review | in_review | -
  2 | Hold - Pending Plans Review | in_review | -
  4 | Cancelled | cancelled | ended
  1 | Refused | cancelled | ended
  1 | Expired | expired | ended
  3 | File Closed | completed | issued ended
  0 | Deferred | issued | issued
`);

export const calgary: City = {
  slug: 'calgary',
  valued: true,
  applied: true,
  since: '1999-06-22',
  shouted: true,
  kinds: KINDS,
  states: STATES,
  open: async ({folder}) => tablesOf({permits: await createLines(folder, 'synthetic-permits.jsonl')}),
  number: (index, day) => `BP20${isoDay(day)?.slice(2, 4)}-${padded(index)}`,
  extras: {many_places: () => true},
  // Demolitions carry no cost.
  bent: (permit) => (permit.kind.type === 'demolition' ? {...permit, cost: null} : permit),
  rows: (permit, row) => {
    const [permittype = '', workclass = '', permitclass = '', group = ''] = permit.kind.cells;
    const address = `${streetAddress(permit)} SW`;
    const many = permit.bears.includes('many_places');
    const {point, place, units, text} = permit;
    const house = permit.kind.type === 'new_construction';
    return [
      {
        table: 'permits',
        columns: socrata(row, {
          permitnum: permit.number,
          statuscurrent: permit.state.raw,
          applieddate: floating(permit.applied),
          issueddate: floating(permit.issued),
          completeddate: floating(permit.ended),
          permittype,
          permittypemapped: permittype === 'Demolition' ? 'Demolition' : 'Building',
          permitclass: permitclass || null,
          permitclassgroup: group,
          permitclassmapped: group === 'Commercial' ? 'Non-Residential' : 'Residential',
          workclass,
          workclassgroup: workclass === 'New' ? 'New' : 'Improvement',
          workclassmapped: workclass === 'New' ? 'New' : 'Existing',
          description: text,
          applicantname: permit.applicant,
          contractorname: permit.contractor,
          housingunits: units,
          estprojectcost: costText(permit),
          totalsqft: house ? feet(permit.area) : null,
          originaladdress: address,
          communitycode: place.area.slice(0, 3),
          communityname: place.area,
          latitude: point?.[1] ?? null,
          longitude: point?.[0] ?? null,
          locationcount: many ? 3 : 1,
          locationtypes: many ? 'Titled Parcel;Building;Suite' : 'Titled Parcel',
          locationaddresses: many ? `${address};${address} #2;${address} #3` : address,
          locationswkt: point && `POINT (${point[0]} ${point[1]})`,
          locationsgeojson: point && JSON.stringify({type: 'Point', coordinates: point}),
          point: point && {type: 'Point', coordinates: [...point]},
          ':@computed_region_4b54_tmc4': place.ward,
        }),
      },
    ];
  },
  apart: (permit) => [raw(permit.kind.cells), `${streetAddress(permit)} SW`],
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      permit_type_raw: raw(permit.kind.cells),
      status_raw: permit.state.raw,
      address: `${streetAddress(permit)} SW`,
      neighbourhood: permit.place.area,
      floor_area_sqm: permit.kind.type === 'new_construction' ? fromFeet(feet(permit.area)) : null,
      dwelling_units_created: permit.units,
      completed_date: permit.state.is === 'completed' ? isoDay(permit.ended) : null,
    },
  }),
};

const raw = ([permittype, workclass]: readonly string[]): string => `${permittype} / ${workclass}`;
