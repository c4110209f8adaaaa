/** Zoning of Ottawa: By-law 2026-50, an ArcGIS layer. */
import {polygon, rules, text} from '../../fields.ts';
import {zoneCategoryRules, zoneMatches} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

const SERVICE = 'https://maps.ottawa.ca/arcgis/rest/services/Zoning_Bylaw_2026_50/MapServer';

/** By the codes of By-law 2026-50, and by those of 2008-250, which some zones still have. */
const CATEGORIES = zoneCategoryRules(
  'Ottawa',
  ['ZN_CODE2'],
  [
    zoneMatches('residential', 'ZN_CODE2', /^n[1-6]/),
    zoneMatches('mixed_use', 'ZN_CODE2', /^(ms|cm|nmu|h[1-3]|md|td|am|tm|gm|mc|vm)/),
    zoneMatches('residential', 'ZN_CODE2', /^r[1-5]/),
    // Mobile homes, rural and village residential.
    zoneMatches('residential', 'ZN_CODE2', /^(rm|rr|v[1-3]|ri)/),
    zoneMatches('commercial', 'ZN_CODE2', /^(lc|rc)/),
    // Rural general and heavy industry, extraction of minerals.
    zoneMatches('industrial', 'ZN_CODE2', /^(ig|ih|il|ip|rg|rh|me|mr)/),
    zoneMatches('institutional', 'ZN_CODE2', /^(i1|i2|inz|ins)/),
    zoneMatches('open_space', 'ZN_CODE2', /^(o1|l[1-3]|ep|rec|os|grn|gb)/),
    // RU is rural countryside.
    zoneMatches('agricultural', 'ZN_CODE2', /^(ag|ru)/),
    zoneMatches('transportation_utility', 'ZN_CODE2', /^t[12]/),
    // Development reserve.
    zoneMatches('other', 'ZN_CODE2', /^dr/),
  ],
);

export default zoningCity('ottawa', {
  page: SERVICE,
  cadence: 'irregular',
  files: [
    {
      name: 'zoning-by-law-2026-50.jsonl',
      format: 'jsonl',
      // By name: the number of the layer has changed.
      via: {portal: 'arcgis', layer: {service: SERVICE, name: /^new zoning by-?law 2026-50/i}, page: 1_000},
    },
  ],
  layouts: [
    {
      name: 'by_law_2026_50',
      unverified: true,
      help: 'Zoning By-law 2026-50. The code has zone, subzone, exception, height and suffixes (`N3C[8801] H(11)-c`).',
      unused: ['OBJECTID', 'ZGROUP_EN', 'Z_SUBZONES2', 'HEXCODE'],
      ignored: /^(objectid_?\d*|globalid|shape.*|zname_fr|zgroup_fr)$/i,
      fields: {
        zone_code: text('ZN_CODE2'),
        zone_description: text('ZNAME_EN'),
        zone_category: rules(CATEGORIES),
        ...polygon(),
      },
    },
  ],
  excluded: [
    {
      files: /2008[-_ ]250|existing[-_ ]zoning/i,
      content: 'Zoning By-law 2008-250',
      reason: 'two by-laws are published at once over the same land; the new one is taken',
    },
    {
      files: /flood|appeal/i,
      content: 'flood plain and zones under appeal',
      reason: 'they lie over the zones and are no zones of their own',
    },
  ],
});
