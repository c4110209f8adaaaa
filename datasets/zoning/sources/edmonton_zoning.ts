/** Zoning of Edmonton: Zoning Bylaw 20001, a table of the city's Socrata. */
import {CITIES} from '../../cities.ts';
import {EDMONTON_ZONES} from '../../codes/zoning_west.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

const BASE = 'https://data.edmonton.ca';
const PAGE = `${BASE}/d/fixa-tstc`;

const source: Source = {
  slug: 'edmonton_zoning',
  label: 'edmonton zoning',
  dataset: 'zoning',
  ...CITIES.edmonton,
  page: PAGE,
  cadence: 'daily',
  files: [
    {
      name: 'zoning-bylaw.jsonl',
      format: 'jsonl',
      via: {portal: 'socrata', base: BASE, dataset: 'fixa-tstc', page: 5_000},
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'zones',
      help: 'Zoning Bylaw 20001, in force since 2024. Modifiers follow the code behind a blank (`RM h16`). `NA` is a code: Natural Areas. Some rows have no geometry, and rings that cross themselves are common.',
      header: [
        'id',
        'zoning',
        'description',
        'agreement_no',
        'dc2_sub_area',
        'date_ext',
        'url',
        'geometry_multipolygon',
      ],
      // The portal's own `:id` and `id` are alike but for a sign.
      ignored: /^(:.*|id)$/,
      optional: ['description'],
      // The GeoJSON form of the same table.
      aliases: {geometry: 'geometry_multipolygon'},
      fields: {
        municipality: constant('edmonton'),
        province: constant('AB'),
        zone_code: text('zoning'),
        zone_description: text('description'),
        zone_category: rules(EDMONTON_ZONES),
        ...polygon('geometry_multipolygon'),
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
        id: '41',
        zoning: 'RM h16',
        description: 'Medium Scale Residential Zone',
        geometry_multipolygon: SQUARE,
      },
      out: {
        municipality: 'edmonton',
        province: 'AB',
        zone_code: 'RM h16',
        zone_description: 'Medium Scale Residential Zone',
        zone_category: 'residential',
      },
    },
    {
      layout: 'zones',
      in: {zoning: 'NA', geometry_multipolygon: SQUARE},
      out: {zone_code: 'NA', zone_category: 'open_space'},
    },
    {
      layout: 'zones',
      in: {zoning: 'MU h30 f5 cf', geometry_multipolygon: SQUARE},
      out: {zone_category: 'mixed_use'},
    },
    {
      layout: 'zones',
      in: {zoning: 'DC2 (907)', geometry_multipolygon: SQUARE},
      out: {zone_category: 'direct_control'},
    },
    {
      layout: 'zones',
      in: {zoning: 'MUX', geometry_multipolygon: SQUARE},
      out: {zone_code: 'MUX', zone_category: null},
    },
  ],
};

export default source;
