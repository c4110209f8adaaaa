/** Zoning of Winnipeg: parcels of By-laws 200/2006 and 100/2004, a table of the city's Socrata. */
import {CITIES} from '../../cities.ts';
import {WINNIPEG_ZONES} from '../../codes/zoning_west.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

const BASE = 'https://data.winnipeg.ca';
const PAGE = `${BASE}/City-Planning/City-of-Winnipeg-Zoning-By-law-Parcels-and-Zoning-/dxrp-w6re`;

const source: Source = {
  slug: 'winnipeg_zoning',
  label: 'winnipeg zoning',
  dataset: 'zoning',
  ...CITIES.winnipeg,
  page: PAGE,
  cadence: 'weekly',
  files: [
    {
      name: 'zoning-by-law-parcels.jsonl',
      format: 'jsonl',
      // Page by page: an export of a sister table as one file was cut without a word.
      via: {portal: 'socrata', base: BASE, dataset: 'dxrp-w6re', page: 5_000},
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'parcels',
      help: 'Zoning By-law 200/2006 and, downtown, By-law 100/2004. The category goes by the colour on the map, which names a use, else by the code.',
      header: ['id', 'zoning', 'short_description', 'long_description', 'map_colour', 'location'],
      // The portal's own `:id` and `id` are alike but for a sign.
      ignored: /^(:.*|id)$/,
      optional: ['short_description', 'long_description'],
      // The GeoJSON form of the same table.
      aliases: {geometry: 'location'},
      fields: {
        municipality: constant('winnipeg'),
        province: constant('MB'),
        zone_code: text('zoning'),
        zone_description: text(['long_description', 'short_description']),
        zone_category: rules(WINNIPEG_ZONES),
        ...polygon('location'),
        source_url: constant(PAGE),
      },
    },
  ],
  required: ['zone_code', 'geometry'],
  key: ['zone_code', 'geometry'],
  excluded: [
    {
      files: /d4mq-wa44|assessment[-_ ]parcels/i,
      what: 'assessment parcels',
      reason: 'their zoning is spelled otherwise and belongs to the assessment of single parcels',
    },
  ],
  examples: [
    {
      layout: 'parcels',
      in: {
        id: '30117',
        zoning: 'R1-M',
        short_description: 'Res. Single Family',
        long_description: 'Residential - Single Family - Medium',
        map_colour: 'Single Family Residential',
        location: SQUARE,
      },
      out: {
        municipality: 'winnipeg',
        province: 'MB',
        zone_code: 'R1-M',
        zone_description: 'Residential - Single Family - Medium',
        zone_category: 'residential',
      },
    },
    {
      layout: 'parcels',
      in: {zoning: 'PR2', short_description: 'Parks 2', location: SQUARE},
      out: {zone_description: 'Parks 2', zone_category: 'open_space'},
    },
    {
      layout: 'parcels',
      in: {zoning: 'R', map_colour: 'Riverbank Sector', location: SQUARE},
      out: {zone_category: null},
    },
    {
      layout: 'parcels',
      in: {zoning: 'C2', map_colour: 'Chartreuse', location: SQUARE},
      out: {zone_category: 'commercial'},
    },
    {
      layout: 'parcels',
      in: {zoning: 'Q', map_colour: 'Chartreuse', location: SQUARE},
      out: {zone_category: null},
    },
  ],
};

export default source;
