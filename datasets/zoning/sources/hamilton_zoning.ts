/** Zoning of Hamilton: By-law 05-200 and those of six former municipalities, a layer of the city's ArcGIS services. */
import {CITIES} from '../../cities.ts';
import {HAMILTON_ZONES} from '../../codes/zoning_east.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

// There is no layer 0.
const LAYER =
  'https://services.arcgis.com/rYz782eMbySr2srL/arcgis/rest/services/Zoning_By_law_Boundary/FeatureServer/1';
const PAGE = 'https://open.hamilton.ca/datasets/c61604e849b941099bb4319c97048e4d_1';

const source: Source = {
  slug: 'hamilton_zoning',
  label: 'hamilton zoning',
  dataset: 'zoning',
  ...CITIES.hamilton,
  page: PAGE,
  cadence: 'irregular',
  files: [
    {
      name: 'zoning-by-law-boundary.jsonl',
      format: 'jsonl',
      via: {portal: 'arcgis', layer: LAYER, page: 1_000},
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'zones',
      help: 'Zoning By-law 05-200 and the by-laws of former municipalities, in one layer. The category goes by the code only under 05-200, since the same letters mean different things elsewhere; there by the words of the description.',
      header: [
        'OBJECTID',
        'ZONING_CODE',
        'ZONING_DESC',
        'PARENT_BY_LAW_NUMBER',
        'PARENT_BY_LAW_URL',
        'BY_LAW_NUMBER',
        'BY_LAW_URL',
        'EXCEPTION1',
        'EXCEPTION1_BYLAW',
        'EXCEPTION1_URL',
        'EXCEPTION2',
        'EXCEPTION2_BYLAW',
        'EXCEPTION2_URL',
        'EXCEPTION3',
        'EXCEPTION3_BYLAW',
        'EXCEPTION3_URL',
        'HOLDING1',
        'HOLDING1_BYLAW',
        'HOLDING1_URL',
        'HOLDING2',
        'HOLDING2_BYLAW',
        'HOLDING2_URL',
        'HOLDING3',
        'HOLDING3_BYLAW',
        'HOLDING3_URL',
        'COMMUNITY',
        'ZONING_MAP',
        'COUNCIL_APP_DATE',
        'ZONING_FILE',
        'OMB_NUMBER',
        'OMB_CASE_NUMBER',
        'OPA_NUMBER',
        'URBAN_RURAL_SETTLE',
        'FINALBINDING_DATE',
        'SHAPE.AREA',
        'SHAPE.LEN',
        'geometry',
      ],
      ignored: /^(globalid|shape.*)$/i,
      optional: ['ZONING_DESC', 'PARENT_BY_LAW_NUMBER'],
      aliases: {},
      fields: {
        municipality: constant('hamilton'),
        province: constant('ON'),
        zone_code: text('ZONING_CODE'),
        zone_description: text('ZONING_DESC'),
        zone_category: rules(HAMILTON_ZONES),
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
        ZONING_CODE: 'C5a, 901',
        ZONING_DESC: 'Mixed Use Medium Density',
        PARENT_BY_LAW_NUMBER: '05-200',
        geometry: SQUARE,
      },
      out: {
        municipality: 'hamilton',
        province: 'ON',
        zone_code: 'C5a, 901',
        zone_description: 'Mixed Use Medium Density',
        zone_category: 'mixed_use',
      },
    },
    {
      layout: 'zones',
      in: {
        ZONING_CODE: 'M6',
        ZONING_DESC: 'Light Industrial',
        PARENT_BY_LAW_NUMBER: '05-200',
        geometry: SQUARE,
      },
      out: {zone_category: 'industrial'},
    },
    {
      layout: 'zones',
      in: {
        ZONING_CODE: 'C5/S-88-H',
        ZONING_DESC: 'Lakefront Conservation - Holding',
        PARENT_BY_LAW_NUMBER: '0001 Former Elmford',
        geometry: SQUARE,
      },
      out: {zone_category: 'open_space'},
    },
    {
      layout: 'zones',
      in: {
        ZONING_CODE: 'H',
        ZONING_DESC: 'Holding',
        PARENT_BY_LAW_NUMBER: '0001 Former Elmford',
        geometry: SQUARE,
      },
      out: {zone_category: null},
    },
    {
      layout: 'zones',
      in: {
        ZONING_CODE: 'PK',
        ZONING_DESC: 'Parking',
        PARENT_BY_LAW_NUMBER: '0001 Former Elmford',
        geometry: SQUARE,
      },
      out: {zone_category: null},
    },
  ],
};

export default source;
