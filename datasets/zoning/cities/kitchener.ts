/** Zoning of Kitchener: By-laws 2019-051 and 85-1. No feed is known; this file says where to look. */

import {arcgisLayer} from '../../publishers/portals.ts';
import {zoningCity} from '../city.ts';

const HUB = 'https://open-kitchenergis.opendata.arcgis.com/';

export default zoningCity('kitchener', {
  page: HUB,
  cadence: 'irregular',
  unconfirmed:
    'no public layer of the zones was found. Look in the hub for a title with "zoning", not one of overlays or amendments, and write the layout from the columns of the layer; a file in a mirror is read if it has the columns below, which are from memory',
  // As a layer would come; the address is that of the hub, and nothing asks it.
  files: [arcgisLayer('zoning.jsonl', HUB)],
  unverified: true,
  help: 'Zoning By-law 2019-051 and, where that one is not in force, By-law 85-1. No file has been seen: of the columns only the code is asked for, under the names that cities give it.',
  unused: 'OBJECTID',
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
  fields: {zone_code: 'ZONE', zone_description: 'ZONE_DESCRIPTION'},
  // By the codes of By-law 2019-051, then by those of By-law 85-1, which applies elsewhere.
  categories: [
    ['residential', /^res-/],
    ['mixed_use', /^(mix|ugc|sga)-/],
    ['commercial', /^com-/],
    ['industrial', /^emp-/],
    ['institutional', /^ins-/],
    ['open_space', /^(osr|nhc|euf)-/], // EUF is existing use in the flood plain.
    ['agricultural', /^agr-/],
    ['residential', /^r-[0-9]/],
    ['mixed_use', /^(mu|cr|d)-[0-9]/],
    ['commercial', /^c-[0-9]/],
    ['industrial', /^(m|b)-[0-9]/],
    ['institutional', /^i-[0-9]/],
    ['open_space', /^p-[0-9]/],
    ['agricultural', /^a-[0-9]/],
    ['other', /^e-[0-9]/], // Existing use.
  ],
});
