/** Zoning of Mississauga: By-law 0225-2007, a layer of the city's ArcGIS services. */
import {CITIES} from '../../cities.ts';
import {MISSISSAUGA_ZONES} from '../../codes/zoning_east.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

const LAYER =
  'https://services6.arcgis.com/hM5ymMLbxIyWTjn2/ArcGIS/rest/services/Mississauga_Zoning_Bylaw/FeatureServer/0';
const PAGE = 'https://data.mississauga.ca/datasets/87ae40c7219c4892ae71ab78fab0ac4c';

const source: Source = {
  slug: 'mississauga_zoning',
  label: 'mississauga zoning',
  dataset: 'zoning',
  ...CITIES.mississauga,
  page: PAGE,
  cadence: 'irregular',
  files: [{name: 'zoning-by-law.jsonl', format: 'jsonl', via: {portal: 'arcgis', layer: LAYER, page: 2_000}}],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'zones',
      help: 'Zoning By-law 0225-2007. The description stands in `ZONE_DESCRIPTION` or `ZONE_DESC`. The greenlands overlay is a mark on zones, not a polygon.',
      header: [
        'OBJECTID',
        'ZONE_CODE',
        'ZONE_DESCRIPTION',
        'ZONE_CATEGORY',
        'BASE_ZONE_DESIGNATION',
        'EXCEPTION_ZONE_NUMBER',
        'GREENLANDS_OVERLAY',
        'BYLAW',
        'HOLDING_PROVISION',
        'geometry',
      ],
      ignored: /^(objectid_?\d*|fid|globalid|shape.*)$/i,
      optional: ['ZONE_DESCRIPTION'],
      aliases: {ZONE_DESC: 'ZONE_DESCRIPTION'},
      fields: {
        municipality: constant('mississauga'),
        province: constant('ON'),
        zone_code: text('ZONE_CODE'),
        zone_description: text('ZONE_DESCRIPTION'),
        zone_category: rules(MISSISSAUGA_ZONES),
        ...polygon(),
        source_url: constant(PAGE),
      },
    },
  ],
  required: ['zone_code', 'geometry'],
  key: ['zone_code', 'geometry'],
  examples: [
    {
      layout: 'zones',
      in: {
        ZONE_CODE: 'RM4-71',
        ZONE_DESCRIPTION: 'Townhouse Dwellings',
        ZONE_CATEGORY: 'Residential',
        GREENLANDS_OVERLAY: 'N',
        geometry: SQUARE,
      },
      out: {
        municipality: 'mississauga',
        province: 'ON',
        zone_code: 'RM4-71',
        zone_description: 'Townhouse Dwellings',
        zone_category: 'residential',
      },
    },
    {
      layout: 'zones',
      in: {ZONE_CODE: 'PB1', ZONE_CATEGORY: 'Parkway Belt', geometry: SQUARE},
      out: {zone_category: null},
    },
    {
      layout: 'zones',
      in: {ZONE_CODE: 'CC4', ZONE_CATEGORY: 'City Centre', geometry: SQUARE},
      out: {zone_category: 'mixed_use'},
    },
    {
      layout: 'zones',
      in: {ZONE_CODE: 'X', ZONE_CATEGORY: 'Space Port', geometry: SQUARE},
      out: {zone_category: null},
    },
  ],
};

export default source;
