/** Zoning of Winnipeg: parcels of By-laws 200/2006 and 100/2004, a Socrata table. */

import {matchesPattern} from '../../predicates.ts';
import {socrataFile} from '../../publishers/portals.ts';
import type {Predicate} from '../../types.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://data.winnipeg.ca';

const code = (pattern: RegExp): Predicate => matchesPattern('zoning', pattern);

export default zoningCity('winnipeg', {
  page: `${BASE}/City-Planning/City-of-Winnipeg-Zoning-By-law-Parcels-and-Zoning-/dxrp-w6re`,
  cadence: 'weekly',
  // Page by page: a one-file export of a sister table was silently truncated.
  files: [socrataFile('zoning-by-law-parcels.jsonl', BASE, 'dxrp-w6re')],
  layout: 'parcels',
  unverified: true,
  help: 'Zoning By-law 200/2006 and, downtown, By-law 100/2004. The category goes by the colour on the map, which names a use, else by the code.',
  unused: 'id',
  // The portal's `:id` differs from `id` only by the colon.
  ignored: /^(:.*|id)$/,
  fields: {zone_code: 'zoning', zone_description: ['long_description', 'short_description']},
  geometry: 'location',
  // By the colour on the city's map, which names a use, else by the codes of By-law 200/2006.
  categoryColumns: ['map_colour', 'zoning'],
  categories: [
    [
      'residential',
      'Single Family Residential',
      'Two Family Residential',
      'Multi-Family Residential',
      'Rural Residential',
    ],
    ['commercial', 'Commercial'],
    ['industrial', 'Industrial'],
    ['open_space', 'Parks and Recreation'],
    ['institutional', 'Educational & Institutional'],
    ['agricultural', 'Agricultural'],
    // Sectors of the downtown By-law 100/2004.
    ['mixed_use', 'Multi-Use Sector', 'Character Sector', 'Downtown Living Sector'],
    [null, 'Riverbank Sector'], // Open space and development mixed.
    ['mixed_use', code(/^(rmu|cmu|imu|tod)/)],
    ['residential', code(/^(rr|r1|r2|rmf|rmh)/)],
    ['commercial', code(/^c(1|2|3|4|moff)/)],
    ['industrial', code(/^m(1|2|3|p|mu)/)],
    ['open_space', code(/^pr[1-3]/)],
    ['institutional', code(/^ei/)],
    ['agricultural', code(/^a(\b|g)/)],
  ],
  excluded: [
    {
      files: /d4mq-wa44|assessment[-_ ]parcels/i,
      content: 'assessment parcels',
      reason: 'their zoning is spelled otherwise and belongs to the assessment of single parcels',
    },
  ],
});
