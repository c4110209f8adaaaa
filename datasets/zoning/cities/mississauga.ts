/** Zoning of Mississauga: By-law 0225-2007, an ArcGIS layer. */

import {arcgisLayer} from '../../publishers/portals.ts';
import {zoningCity} from '../city.ts';

const LAYER =
  'https://services6.arcgis.com/hM5ymMLbxIyWTjn2/ArcGIS/rest/services/Mississauga_Zoning_Bylaw/FeatureServer/0';
const PAGE = 'https://data.mississauga.ca/datasets/87ae40c7219c4892ae71ab78fab0ac4c';

export default zoningCity('mississauga', {
  page: PAGE,
  license: 'LICENCE UNCLEAR: the terms of the item forbid copying without the consent of the city',
  license_url: PAGE,
  cadence: 'irregular',
  files: [arcgisLayer('zoning-by-law.jsonl', LAYER, 2000)],
  unverified: true,
  help: 'Zoning By-law 0225-2007. The description is in `ZONE_DESCRIPTION` or `ZONE_DESC`. The greenlands overlay is a flag of zones, not a polygon.',
  unused:
    'OBJECTID, BASE_ZONE_DESIGNATION, EXCEPTION_ZONE_NUMBER, GREENLANDS_OVERLAY, BYLAW, HOLDING_PROVISION',
  ignored: /^(objectid_?\d*|fid|globalid|shape.*)$/i,
  aliases: {ZONE_DESC: 'ZONE_DESCRIPTION'},
  fields: {zone_code: 'ZONE_CODE', zone_description: 'ZONE_DESCRIPTION'},
  // By the city's own categories of zones (By-law 0225-2007).
  categoryColumns: ['ZONE_CATEGORY', 'ZONE_CODE'],
  categories: [
    ['residential', 'Residential'],
    ['commercial', 'Commercial', 'Office'],
    ['mixed_use', 'Downtown Core', 'City Centre'],
    ['industrial', 'Employment'],
    ['open_space', 'Open Space', 'Greenlands'],
    ['transportation_utility', 'Utility', 'Airport'],
    ['institutional', 'Institutional'],
    ['other', 'Development', 'Buffer'],
    [null, 'Parkway Belt'], // Utilities and open land mixed.
  ],
});
