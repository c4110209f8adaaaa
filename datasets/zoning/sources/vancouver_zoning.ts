/** Zoning of Vancouver: districts of the Zoning and Development By-law, one GeoJSON of the city's Opendatasoft. */
import {CITIES} from '../../cities.ts';
import {VANCOUVER_ZONES} from '../../codes/zoning_west.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

const BASE = 'https://opendata.vancouver.ca';
const DATASET = 'zoning-districts-and-labels';
const PAGE = `${BASE}/explore/dataset/${DATASET}/`;

const source: Source = {
  slug: 'vancouver_zoning',
  label: 'vancouver zoning',
  dataset: 'zoning',
  ...CITIES.vancouver,
  page: PAGE,
  cadence: 'weekly',
  files: [
    {
      name: `${DATASET}.geojson`,
      format: 'geojson',
      via: {portal: 'opendatasoft', base: BASE, dataset: DATASET, format: 'geojson'},
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'districts',
      help: 'Zoning and Development By-law 3575. `object_id` is another one in every export. The description is the class of the district. Outer rings run clockwise; zones lie over streets, and small ones inside large ones.',
      header: [
        'object_id',
        'zoning_classification',
        'zoning_category',
        'zoning_district',
        'cd_1_number',
        'geo_point_2d',
        'geometry',
      ],
      optional: ['zoning_classification'],
      aliases: {},
      fields: {
        municipality: constant('vancouver'),
        province: constant('BC'),
        zone_code: text('zoning_district'),
        zone_description: text('zoning_classification'),
        zone_category: rules(VANCOUVER_ZONES),
        ...polygon(),
        source_url: constant(PAGE),
      },
    },
  ],
  required: ['zone_code', 'geometry'],
  key: ['zone_code', 'geometry'],
  examples: [
    {
      layout: 'districts',
      in: {
        object_id: '990017',
        zoning_classification: 'Comprehensive Development',
        zoning_category: 'CD',
        zoning_district: 'CD-1 (9011)',
        cd_1_number: '9011',
        geometry: SQUARE,
      },
      out: {
        municipality: 'vancouver',
        province: 'BC',
        zone_code: 'CD-1 (9011)',
        zone_description: 'Comprehensive Development',
        zone_category: 'direct_control',
      },
    },
    {
      layout: 'districts',
      in: {zoning_district: 'RM-9BN', geometry: SQUARE},
      out: {zone_category: 'residential'},
    },
    {
      layout: 'districts',
      in: {zoning_district: 'FC-1', geometry: SQUARE},
      out: {zone_category: 'commercial'},
    },
    {
      layout: 'districts',
      in: {zoning_district: 'FCCDD', geometry: SQUARE},
      out: {zone_category: 'mixed_use'},
    },
    {layout: 'districts', in: {zoning_district: 'ZZ-1', geometry: SQUARE}, out: {zone_category: null}},
  ],
};

export default source;
