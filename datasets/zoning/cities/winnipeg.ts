/** Zoning of Winnipeg: parcels of By-laws 200/2006 and 100/2004, a Socrata table. */
import {polygon, rules, text} from '../../fields.ts';
import {socrataFile} from '../../publishers/portals.ts';
import {zoneCategoryRules, zoneIs, zoneMatches} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://data.winnipeg.ca';
const PAGE = `${BASE}/City-Planning/City-of-Winnipeg-Zoning-By-law-Parcels-and-Zoning-/dxrp-w6re`;

/** By the colour on the city's map, which names a use, else by the codes of By-law 200/2006. */
const CATEGORIES = zoneCategoryRules(
  'Winnipeg',
  ['map_colour', 'zoning'],
  [
    zoneIs('residential', 'map_colour', [
      'Single Family Residential',
      'Two Family Residential',
      'Multi-Family Residential',
      'Rural Residential',
    ]),
    zoneIs('commercial', 'map_colour', ['Commercial']),
    zoneIs('industrial', 'map_colour', ['Industrial']),
    zoneIs('open_space', 'map_colour', ['Parks and Recreation']),
    zoneIs('institutional', 'map_colour', ['Educational & Institutional']),
    zoneIs('agricultural', 'map_colour', ['Agricultural']),
    // Sectors of the downtown By-law 100/2004.
    zoneIs('mixed_use', 'map_colour', ['Multi-Use Sector', 'Character Sector', 'Downtown Living Sector']),
    // Open space and development mixed.
    zoneIs(null, 'map_colour', ['Riverbank Sector']),
    zoneMatches('mixed_use', 'zoning', /^(rmu|cmu|imu|tod)/),
    zoneMatches('residential', 'zoning', /^(rr|r1|r2|rmf|rmh)/),
    zoneMatches('commercial', 'zoning', /^c(1|2|3|4|moff)/),
    zoneMatches('industrial', 'zoning', /^m(1|2|3|p|mu)/),
    zoneMatches('open_space', 'zoning', /^pr[1-3]/),
    zoneMatches('institutional', 'zoning', /^ei/),
    zoneMatches('agricultural', 'zoning', /^a(\b|g)/),
  ],
);

export default zoningCity('winnipeg', {
  page: PAGE,
  cadence: 'weekly',
  files: [
    // Page by page: a one-file export of a sister table was silently truncated.
    socrataFile('zoning-by-law-parcels.jsonl', BASE, 'dxrp-w6re'),
  ],
  layouts: [
    {
      name: 'parcels',
      unverified: true,
      help: 'Zoning By-law 200/2006 and, downtown, By-law 100/2004. The category goes by the colour on the map, which names a use, else by the code.',
      unused: ['id'],
      // The portal's `:id` differs from `id` only by the colon.
      ignored: /^(:.*|id)$/,
      // The GeoJSON form of the same table.
      aliases: {geometry: 'location'},
      fields: {
        zone_code: text('zoning'),
        zone_description: text(['long_description', 'short_description']),
        zone_category: rules(CATEGORIES),
        ...polygon('location'),
      },
    },
  ],
  excluded: [
    {
      files: /d4mq-wa44|assessment[-_ ]parcels/i,
      content: 'assessment parcels',
      reason: 'their zoning is spelled otherwise and belongs to the assessment of single parcels',
    },
  ],
});
