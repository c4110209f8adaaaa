/** Zoning of Mississauga: By-law 0225-2007, an ArcGIS layer. */
import {polygon, rules, text} from '../../fields.ts';
import {zoneCategoryRules, zoneIs} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

const LAYER =
  'https://services6.arcgis.com/hM5ymMLbxIyWTjn2/ArcGIS/rest/services/Mississauga_Zoning_Bylaw/FeatureServer/0';
const PAGE = 'https://data.mississauga.ca/datasets/87ae40c7219c4892ae71ab78fab0ac4c';

/** By the city's own categories of zones (By-law 0225-2007). */
const CATEGORIES = zoneCategoryRules(
  'Mississauga',
  ['ZONE_CATEGORY', 'ZONE_CODE'],
  [
    zoneIs('residential', 'ZONE_CATEGORY', ['Residential']),
    zoneIs('commercial', 'ZONE_CATEGORY', ['Commercial', 'Office']),
    zoneIs('mixed_use', 'ZONE_CATEGORY', ['Downtown Core', 'City Centre']),
    zoneIs('industrial', 'ZONE_CATEGORY', ['Employment']),
    zoneIs('open_space', 'ZONE_CATEGORY', ['Open Space', 'Greenlands']),
    zoneIs('transportation_utility', 'ZONE_CATEGORY', ['Utility', 'Airport']),
    zoneIs('institutional', 'ZONE_CATEGORY', ['Institutional']),
    zoneIs('other', 'ZONE_CATEGORY', ['Development', 'Buffer']),
    // Utilities and open land mixed.
    zoneIs(null, 'ZONE_CATEGORY', ['Parkway Belt']),
  ],
);

export default zoningCity('mississauga', {
  page: PAGE,
  license: 'LICENCE UNCLEAR: the terms of the item forbid copying without the consent of the city',
  license_url: PAGE,
  cadence: 'irregular',
  files: [{name: 'zoning-by-law.jsonl', format: 'jsonl', via: {portal: 'arcgis', layer: LAYER, page: 2_000}}],
  layouts: [
    {
      name: 'zones',
      unverified: true,
      help: 'Zoning By-law 0225-2007. The description is in `ZONE_DESCRIPTION` or `ZONE_DESC`. The greenlands overlay is a flag of zones, not a polygon.',
      unused: [
        'OBJECTID',
        'BASE_ZONE_DESIGNATION',
        'EXCEPTION_ZONE_NUMBER',
        'GREENLANDS_OVERLAY',
        'BYLAW',
        'HOLDING_PROVISION',
      ],
      ignored: /^(objectid_?\d*|fid|globalid|shape.*)$/i,
      aliases: {ZONE_DESC: 'ZONE_DESCRIPTION'},
      fields: {
        zone_code: text('ZONE_CODE'),
        zone_description: text('ZONE_DESCRIPTION'),
        zone_category: rules(CATEGORIES),
        ...polygon(),
      },
    },
  ],
});
