/** Zoning of Ottawa: By-law 2026-50, an ArcGIS layer. */

import {arcgisLayer} from '../../publishers/portals.ts';
import {zoningCity} from '../city.ts';

const SERVICE = 'https://maps.ottawa.ca/arcgis/rest/services/Zoning_Bylaw_2026_50/MapServer';
/** By name: the number of the layer has changed. */
const LAYER = {service: SERVICE, name: /^new zoning by-?law 2026-50/i};

export default zoningCity('ottawa', {
  page: SERVICE,
  cadence: 'irregular',
  files: [arcgisLayer('zoning-by-law-2026-50.jsonl', LAYER)],
  layout: 'by_law_2026_50',
  unverified: true,
  help: 'Zoning By-law 2026-50. The code has zone, subzone, exception, height and suffixes (`N3C[8801] H(11)-c`).',
  unused: 'OBJECTID, ZGROUP_EN, Z_SUBZONES2, HEXCODE',
  ignored: /^(objectid_?\d*|globalid|shape.*|zname_fr|zgroup_fr)$/i,
  fields: {zone_code: 'ZN_CODE2', zone_description: 'ZNAME_EN'},
  // By the codes of By-law 2026-50, and by those of 2008-250, which some zones still have.
  categories: [
    ['residential', /^n[1-6]/],
    ['mixed_use', /^(ms|cm|nmu|h[1-3]|md|td|am|tm|gm|mc|vm)/],
    ['residential', /^r[1-5]/],
    ['residential', /^(rm|rr|v[1-3]|ri)/], // Mobile homes, rural and village residential.
    ['commercial', /^(lc|rc)/],
    ['industrial', /^(ig|ih|il|ip|rg|rh|me|mr)/], // Rural general and heavy industry, extraction of minerals.
    ['institutional', /^(i1|i2|inz|ins)/],
    ['open_space', /^(o1|l[1-3]|ep|rec|os|grn|gb)/],
    ['agricultural', /^(ag|ru)/], // RU is rural countryside.
    ['transportation_utility', /^t[12]/],
    ['other', /^dr/], // Development reserve.
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
