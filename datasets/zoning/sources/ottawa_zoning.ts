/** Zoning of Ottawa: By-law 2026-50, a layer of the city's ArcGIS server. */
import {CITIES} from '../../cities.ts';
import {OTTAWA_ZONES} from '../../codes/zoning_east.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

const SERVICE = 'https://maps.ottawa.ca/arcgis/rest/services/Zoning_Bylaw_2026_50/MapServer';

const source: Source = {
  slug: 'ottawa_zoning',
  label: 'ottawa zoning',
  dataset: 'zoning',
  ...CITIES.ottawa,
  page: SERVICE,
  cadence: 'irregular',
  files: [
    {
      name: 'zoning-by-law-2026-50.jsonl',
      format: 'jsonl',
      // By its name: the number of the layer has moved.
      via: {portal: 'arcgis', layer: {service: SERVICE, name: /^new zoning by-?law 2026-50/i}, page: 1_000},
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'by_law_2026_50',
      help: 'Zoning By-law 2026-50. The code has zone, subzone, exception, height and suffixes (`N3C[8801] H(11)-c`).',
      header: ['OBJECTID', 'ZN_CODE2', 'ZNAME_EN', 'ZGROUP_EN', 'Z_SUBZONES2', 'HEXCODE', 'geometry'],
      ignored: /^(objectid_?\d*|globalid|shape.*|zname_fr|zgroup_fr)$/i,
      optional: ['ZNAME_EN'],
      aliases: {},
      fields: {
        municipality: constant('ottawa'),
        province: constant('ON'),
        zone_code: text('ZN_CODE2'),
        zone_description: text('ZNAME_EN'),
        zone_category: rules(OTTAWA_ZONES),
        ...polygon(),
        source_url: constant(SERVICE),
      },
    },
  ],
  required: ['zone_code', 'geometry'],
  key: ['zone_code', 'geometry'],
  excluded: [
    {
      files: /2008[-_ ]250|existing[-_ ]zoning/i,
      what: 'Zoning By-law 2008-250',
      reason: 'two by-laws are published at once over the same land; the new one is taken',
    },
    {
      files: /flood|appeal/i,
      what: 'flood plain and zones under appeal',
      reason: 'they lie over the zones and are no zones of their own',
    },
  ],
  examples: [
    {
      layout: 'by_law_2026_50',
      in: {OBJECTID: '7', ZN_CODE2: 'N3C[8801] H(11)-c', ZNAME_EN: 'Neighbourhood Zone 3', geometry: SQUARE},
      out: {
        municipality: 'ottawa',
        province: 'ON',
        zone_code: 'N3C[8801] H(11)-c',
        zone_description: 'Neighbourhood Zone 3',
        zone_category: 'residential',
      },
    },
    {
      layout: 'by_law_2026_50',
      in: {ZN_CODE2: 'CM2 H(40)', geometry: SQUARE},
      out: {zone_category: 'mixed_use'},
    },
    {
      layout: 'by_law_2026_50',
      in: {ZN_CODE2: 'ME2[r7]-h', geometry: SQUARE},
      out: {zone_category: 'industrial'},
    },
    {layout: 'by_law_2026_50', in: {ZN_CODE2: 'Q9', geometry: SQUARE}, out: {zone_category: null}},
  ],
};

export default source;
