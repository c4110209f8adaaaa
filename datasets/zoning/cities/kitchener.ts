/** Zoning of Kitchener: By-laws 2019-051 and 85-1, found by title in the city's ArcGIS Hub. */
import {polygon, rules, text} from '../../fields.ts';
import {zoneCategoryRules, zoneMatches} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

const HUB = 'https://open-kitchenergis.opendata.arcgis.com';

/** By the codes of By-law 2019-051, then by those of By-law 85-1, which applies elsewhere. */
const CATEGORIES = zoneCategoryRules(
  'Kitchener',
  ['ZONE'],
  [
    zoneMatches('residential', 'ZONE', /^res-/),
    zoneMatches('mixed_use', 'ZONE', /^(mix|ugc|sga)-/),
    zoneMatches('commercial', 'ZONE', /^com-/),
    zoneMatches('industrial', 'ZONE', /^emp-/),
    zoneMatches('institutional', 'ZONE', /^ins-/),
    // EUF is existing use in the flood plain.
    zoneMatches('open_space', 'ZONE', /^(osr|nhc|euf)-/),
    zoneMatches('agricultural', 'ZONE', /^agr-/),
    zoneMatches('residential', 'ZONE', /^r-[0-9]/),
    zoneMatches('mixed_use', 'ZONE', /^(mu|cr|d)-[0-9]/),
    zoneMatches('commercial', 'ZONE', /^c-[0-9]/),
    zoneMatches('industrial', 'ZONE', /^(m|b)-[0-9]/),
    zoneMatches('institutional', 'ZONE', /^i-[0-9]/),
    zoneMatches('open_space', 'ZONE', /^p-[0-9]/),
    zoneMatches('agricultural', 'ZONE', /^a-[0-9]/),
    // Existing use.
    zoneMatches('other', 'ZONE', /^e-[0-9]/),
  ],
);

export default zoningCity('kitchener', {
  page: `${HUB}/`,
  cadence: 'irregular',
  unconfirmed:
    'no public layer of the zones was found. Look in the hub for a title with "zoning" and write the layout from the columns of the layer; a file in a mirror is read if it has the columns below, which are from memory',
  files: [
    {
      name: 'zoning.jsonl',
      format: 'jsonl',
      // No address is known: exactly one layer must match, overlays excluded.
      via: {
        portal: 'arcgis-search',
        hub: HUB,
        title: /^(?!.*(overlay|flood|heritage|parking|amendment|application)).*\bzoning\b/i,
        geometry: 'polygon',
        page: 1_000,
      },
    },
  ],
  layouts: [
    {
      name: 'zones',
      unverified: true,
      help: 'Zoning By-law 2019-051 and, where that one is not in force, By-law 85-1. No file has been seen: of the columns only the code is asked for, under the names that cities give it.',
      unused: ['OBJECTID'],
      ignored: /^(objectid_?\d*|fid|globalid|shape.*)$/i,
      aliases: {
        ZONE_CODE: 'ZONE',
        ZONECODE: 'ZONE',
        ZONING: 'ZONE',
        ZONING_CODE: 'ZONE',
        ZONE_LABEL: 'ZONE',
        ZONE_DESC: 'ZONE_DESCRIPTION',
        DESCRIPTION: 'ZONE_DESCRIPTION',
      },
      fields: {
        zone_code: text('ZONE'),
        zone_description: text('ZONE_DESCRIPTION'),
        zone_category: rules(CATEGORIES),
        ...polygon(),
      },
    },
  ],
});
