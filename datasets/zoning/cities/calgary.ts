/** Zoning of Calgary: land use districts of Bylaw 1P2007, a Socrata table. */

import {socrataFile} from '../../publishers/portals.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://data.calgary.ca';

export default zoningCity('calgary', {
  page: `${BASE}/Base-Maps/Land-Use-Districts/qe6k-p9nh`,
  cadence: 'weekly',
  files: [socrataFile('land-use-districts.jsonl', BASE, 'qe6k-p9nh')],
  layout: 'districts',
  unverified: true,
  help: 'Land Use Bylaw 1P2007. The code is the label, which has the modifiers; the category goes by the district without them. Rows have no number of their own.',
  unused: 'lu_bylaw, major, generalize, dc_bylaw, dc_site_no, density, height, far',
  // The portal's own columns, such as `:id`.
  ignored: /^:/,
  fields: {zone_code: ['label', 'lu_code'], zone_description: 'description'},
  geometry: 'multipolygon',
  // By the families of districts of Land Use Bylaw 1P2007.
  categoryColumns: ['lu_code'],
  categories: [
    ['direct_control', /^dc\b/],
    ['residential', /^(r-|h-go|rr)/],
    ['mixed_use', /^m-x/], // Multi-residential with support commercial.
    ['residential', /^m-/],
    ['mixed_use', /^mu-/],
    ['mixed_use', /^(cc-x|cc-cor|cc-e|cc-mhx|cr20)/],
    ['residential', /^cc-m/],
    ['commercial', /^c-/], // C-COR1 and C-COR2 permit dwellings too.
    ['industrial', /^i-/],
    ['open_space', /^s-(spr|un|r)\b/],
    ['institutional', /^s-(cs|ci|urp)\b/],
    ['transportation_utility', /^s-(cri|tuc)\b/],
    ['other', /^s-fud\b/], // Future urban development.
  ],
});
