/** Zoning of Calgary: the land use districts of Bylaw 1P2007, a table of the city's Socrata. */
import {CITIES} from '../../cities.ts';
import {CALGARY_ZONES} from '../../codes/zoning_west.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

const BASE = 'https://data.calgary.ca';
const PAGE = `${BASE}/Base-Maps/Land-Use-Districts/qe6k-p9nh`;

const source: Source = {
  slug: 'calgary_zoning',
  label: 'calgary zoning',
  dataset: 'zoning',
  ...CITIES.calgary,
  page: PAGE,
  cadence: 'weekly',
  files: [
    {
      name: 'land-use-districts.jsonl',
      format: 'jsonl',
      via: {portal: 'socrata', base: BASE, dataset: 'qe6k-p9nh', page: 5_000},
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'districts',
      help: 'Land Use Bylaw 1P2007. The code is the label, which has the modifiers; the category goes by the district without them. Rows have no number of their own.',
      header: [
        'lu_bylaw',
        'lu_code',
        'label',
        'description',
        'major',
        'generalize',
        'dc_bylaw',
        'dc_site_no',
        'density',
        'height',
        'far',
        'multipolygon',
      ],
      // The portal's own columns, such as `:id`.
      ignored: /^:/,
      optional: ['label', 'description'],
      // The GeoJSON form of the same table.
      aliases: {geometry: 'multipolygon'},
      fields: {
        municipality: constant('calgary'),
        province: constant('AB'),
        zone_code: text(['label', 'lu_code']),
        zone_description: text('description'),
        zone_category: rules(CALGARY_ZONES),
        ...polygon('multipolygon'),
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
        lu_code: 'C-N2',
        label: 'C-N2f1.0h10',
        description: 'Commercial - Neighbourhood 2',
        major: 'Commercial',
        multipolygon: SQUARE,
      },
      out: {
        municipality: 'calgary',
        province: 'AB',
        zone_code: 'C-N2f1.0h10',
        zone_description: 'Commercial - Neighbourhood 2',
        zone_category: 'commercial',
      },
    },
    {
      layout: 'districts',
      in: {
        lu_code: 'DC',
        label: '',
        description: 'Direct Control',
        dc_bylaw: '00Z2099',
        multipolygon: SQUARE,
      },
      out: {zone_code: 'DC', zone_category: 'direct_control'},
    },
    {
      layout: 'districts',
      in: {lu_code: 'M-X2', label: 'M-X2', multipolygon: SQUARE},
      out: {zone_category: 'mixed_use'},
    },
    {
      layout: 'districts',
      in: {lu_code: 'M-CG', label: 'M-CGd40', multipolygon: SQUARE},
      out: {zone_category: 'residential'},
    },
    {
      layout: 'districts',
      in: {lu_code: 'S-CRI', label: 'S-CRI', multipolygon: SQUARE},
      out: {zone_category: 'transportation_utility'},
    },
    {
      layout: 'districts',
      in: {lu_code: 'Q-1', label: 'Q-1', multipolygon: SQUARE},
      out: {zone_description: null, zone_category: null},
    },
  ],
};

export default source;
