/** Zoning of Calgary: land use districts of Bylaw 1P2007, a Socrata table. */
import {polygon, rules, text} from '../../fields.ts';
import {socrataFile} from '../../publishers/portals.ts';
import {zoneCategoryRules, zoneMatches} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://data.calgary.ca';
const PAGE = `${BASE}/Base-Maps/Land-Use-Districts/qe6k-p9nh`;

/** By the families of districts of Land Use Bylaw 1P2007. */
const CATEGORIES = zoneCategoryRules(
  'Calgary',
  ['lu_code'],
  [
    zoneMatches('direct_control', 'lu_code', /^dc\b/),
    zoneMatches('residential', 'lu_code', /^(r-|h-go|rr)/),
    // Multi-residential with support commercial.
    zoneMatches('mixed_use', 'lu_code', /^m-x/),
    zoneMatches('residential', 'lu_code', /^m-/),
    zoneMatches('mixed_use', 'lu_code', /^mu-/),
    zoneMatches('mixed_use', 'lu_code', /^(cc-x|cc-cor|cc-e|cc-mhx|cr20)/),
    zoneMatches('residential', 'lu_code', /^cc-m/),
    // C-COR1 and C-COR2 permit dwellings too.
    zoneMatches('commercial', 'lu_code', /^c-/),
    zoneMatches('industrial', 'lu_code', /^i-/),
    zoneMatches('open_space', 'lu_code', /^s-(spr|un|r)\b/),
    zoneMatches('institutional', 'lu_code', /^s-(cs|ci|urp)\b/),
    zoneMatches('transportation_utility', 'lu_code', /^s-(cri|tuc)\b/),
    // Future urban development.
    zoneMatches('other', 'lu_code', /^s-fud\b/),
  ],
);

export default zoningCity('calgary', {
  page: PAGE,
  cadence: 'weekly',
  files: [socrataFile('land-use-districts.jsonl', BASE, 'qe6k-p9nh')],
  layouts: [
    {
      name: 'districts',
      unverified: true,
      help: 'Land Use Bylaw 1P2007. The code is the label, which has the modifiers; the category goes by the district without them. Rows have no number of their own.',
      unused: ['lu_bylaw', 'major', 'generalize', 'dc_bylaw', 'dc_site_no', 'density', 'height', 'far'],
      // The portal's own columns, such as `:id`.
      ignored: /^:/,
      // The GeoJSON form of the same table.
      aliases: {geometry: 'multipolygon'},
      fields: {
        zone_code: text(['label', 'lu_code']),
        zone_description: text('description'),
        zone_category: rules(CATEGORIES),
        ...polygon('multipolygon'),
      },
    },
  ],
});
