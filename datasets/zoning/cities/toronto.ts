/**
 * Zoning of Toronto: the layer Zoning Area of By-law 569-2013, one GeoJSON file of the city's CKAN portal.
 */
import {polygon, rules, text} from '../../fields.ts';
import {zoneCategoryRules, zoneCodeIs} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://ckan0.cf.opendata.inter.prod-toronto.ca';
const PAGE = 'https://open.toronto.ca/dataset/zoning-by-law/';

/** By the zone symbols of By-law 569-2013. */
const CATEGORIES = zoneCategoryRules(
  'Toronto',
  ['ZN_ZONE'],
  [
    zoneCodeIs('residential', 'ZN_ZONE', 'R RD RS RT RM'),
    // RAC allows small commerce on the ground floor.
    zoneCodeIs('residential', 'ZN_ZONE', 'RA RAC'),
    zoneCodeIs('commercial', 'ZN_ZONE', 'CL'),
    zoneCodeIs('mixed_use', 'ZN_ZONE', 'CR CRE'),
    zoneCodeIs('industrial', 'ZN_ZONE', 'E EL EH EO'),
    zoneCodeIs('institutional', 'ZN_ZONE', 'I IH IE IS IPW'),
    zoneCodeIs('open_space', 'ZN_ZONE', 'O ON OR OG OM OC'),
    zoneCodeIs('transportation_utility', 'ZN_ZONE', 'UT'),
    {value: null, when: [{from: ['ZN_ZONE'], present: false}]},
  ],
);

export default zoningCity('toronto', {
  page: PAGE,
  cadence: 'irregular',
  files: [
    {
      name: 'zoning-area-4326.geojson',
      format: 'geojson',
      via: {
        portal: 'ckan-file',
        base: BASE,
        dataset: 'zoning-by-law',
        resource: /^zoning[- ]area - 4326\.geojson$|^zoning-area-4326\.geojson$/i,
        fallback: `${BASE}/dataset/34927e44-fc11-4336-a8aa-a0dfb27658b7/resource/d75fa1ed-cd04-4a0b-bb6d-2b928ffffa6e/download/zoning-area-4326.geojson`,
      },
    },
  ],
  layouts: [
    {
      name: 'zoning_area',
      unverified: true,
      help: 'Zoning By-law 569-2013. The code is the whole label (`RD (f9.5; a410; d0.55) (x88)`), else the symbol.',
      unused: [
        '_id',
        'GEN_ZONE',
        'ZN_HOLDING',
        'HOLDING_ID',
        'FRONTAGE',
        'ZN_AREA',
        'UNITS',
        'DENSITY',
        'COVERAGE',
        'FSI_TOTAL',
        'PRCNT_COMM',
        'PRCNT_RES',
        'PRCNT_EMMP',
        'PRCNT_OFFC',
        'ZN_EXCPTN',
        'EXCPTN_NO',
        'STAND_SET',
        'AREA_UNITS',
        'ZBL_CHAPT',
        'ZBL_SECTN',
        'ZBL_EXCPTN',
      ],
      ignored: /^(objectid|shape_?(area|length))$/i,
      where: {
        test: {from: ['ZN_STATUS'], equals: ['5'], negated: true},
        reason: 'a zone of status 5, land outside the by-law',
      },
      fields: {
        zone_code: text(['ZN_STRING', 'ZN_ZONE']),
        zone_category: rules(CATEGORIES),
        ...polygon(),
      },
    },
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
