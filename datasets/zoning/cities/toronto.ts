/** Zoning of Toronto: the layer Zoning Area of By-law 569-2013, one GeoJSON file of its CKAN portal. */

import {blank, equals, not} from '../../predicates.ts';
import {ckanFile} from '../../publishers/portals.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://ckan0.cf.opendata.inter.prod-toronto.ca';
const FILE = 'zoning-area-4326.geojson';
const TITLE = /^zoning[- ]area - 4326\.geojson$|^zoning-area-4326\.geojson$/i;
const DOWNLOAD = `34927e44-fc11-4336-a8aa-a0dfb27658b7/resource/d75fa1ed-cd04-4a0b-bb6d-2b928ffffa6e/download/${FILE}`;

export default zoningCity('toronto', {
  page: 'https://open.toronto.ca/dataset/zoning-by-law/',
  cadence: 'irregular',
  files: [ckanFile(FILE, BASE, 'zoning-by-law', TITLE, DOWNLOAD)],
  layout: 'zoning_area',
  unverified: true,
  help: 'Zoning By-law 569-2013. The code is the whole label (`RD (f9.5; a410; d0.55) (x88)`), else the symbol.',
  unused: `_id, GEN_ZONE, ZN_HOLDING, HOLDING_ID, FRONTAGE, ZN_AREA, UNITS, DENSITY, COVERAGE, FSI_TOTAL,
    PRCNT_COMM, PRCNT_RES, PRCNT_EMMP, PRCNT_OFFC, ZN_EXCPTN, EXCPTN_NO, STAND_SET, AREA_UNITS, ZBL_CHAPT,
    ZBL_SECTN, ZBL_EXCPTN`,
  ignored: /^(objectid|shape_?(area|length))$/i,
  where: {test: not(equals('ZN_STATUS', '5')), reason: 'a zone of status 5, land outside the by-law'},
  fields: {zone_code: ['ZN_STRING', 'ZN_ZONE']},
  // By the zone symbols of By-law 569-2013.
  categoryColumns: ['ZN_ZONE'],
  categories: [
    ['residential', 'R', 'RD', 'RS', 'RT', 'RM'],
    ['residential', 'RA', 'RAC'], // RAC allows small commerce on the ground floor.
    ['commercial', 'CL'],
    ['mixed_use', 'CR', 'CRE'],
    ['industrial', 'E', 'EL', 'EH', 'EO'],
    ['institutional', 'I', 'IH', 'IE', 'IS', 'IPW'],
    ['open_space', 'O', 'ON', 'OR', 'OG', 'OM', 'OC'],
    ['transportation_utility', 'UT'],
    [null, blank('ZN_ZONE')],
  ],
  excluded: [
    {
      files: /zoning[-_ ](height|lot|policy|parking|building|setback|rooming|priority|queen)/i,
      content:
        'overlays of the by-law: heights, lot coverage, policy areas and roads, parking zones, setbacks, rooming houses, priority retail, Queen St W eating',
      reason:
        'they lie over the zones and say what else holds there; among them the smallest polygon at a point would often be none of a zone',
    },
    {
      files: /zoning[-_ ]area.*2952/i,
      content: 'the same zones in the coordinates of EPSG:2952',
      reason: 'the file in degrees holds them',
    },
  ],
});
