/** Zoning of Kitchener: By-laws 2019-051 and 85-1, the layer that the city's ArcGIS Hub finds under that name. */
import {CITIES} from '../../cities.ts';
import {KITCHENER_ZONES} from '../../codes/zoning_east.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

const HUB = 'https://open-kitchenergis.opendata.arcgis.com';

const source: Source = {
  slug: 'kitchener_zoning',
  label: 'kitchener zoning',
  dataset: 'zoning',
  ...CITIES.kitchener,
  page: `${HUB}/`,
  cadence: 'irregular',
  files: [
    {
      name: 'zoning.jsonl',
      format: 'jsonl',
      // No address is known: a layer is taken only where exactly one fits, overlays set aside.
      via: {
        portal: 'arcgis-search',
        hub: HUB,
        title: /^(?!.*(overlay|flood|heritage|parking|amendment|application)).*\bzoning\b/i,
        geometry: 'polygon',
        page: 1_000,
      },
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'zones',
      help: 'Zoning By-law 2019-051 and, where that one is not in force, By-law 85-1. No file has been seen: of the columns only the code is asked for, under the names that cities give it.',
      header: ['OBJECTID', 'ZONE', 'ZONE_DESCRIPTION', 'geometry'],
      ignored: /^(objectid_?\d*|fid|globalid|shape.*)$/i,
      optional: ['ZONE_DESCRIPTION'],
      aliases: {
        ZONE_CODE: 'ZONE',
        ZONECODE: 'ZONE',
        ZONING: 'ZONE',
        ZONING_CODE: 'ZONE',
        ZONE_LABEL: 'ZONE',
        ZONE_DESC: 'ZONE_DESCRIPTION',
        DESCRIPTION: 'ZONE_DESCRIPTION',
      },
      fields: {
        municipality: constant('kitchener'),
        province: constant('ON'),
        zone_code: text('ZONE'),
        zone_description: text('ZONE_DESCRIPTION'),
        zone_category: rules(KITCHENER_ZONES),
        ...polygon(),
        source_url: constant(`${HUB}/`),
      },
    },
  ],
  required: ['zone_code', 'geometry'],
  key: ['zone_code', 'geometry'],
  examples: [
    {
      layout: 'zones',
      in: {ZONE: 'RES-4 (812)', ZONE_DESCRIPTION: 'Low Rise Residential Four', geometry: SQUARE},
      out: {
        municipality: 'kitchener',
        province: 'ON',
        zone_code: 'RES-4 (812)',
        zone_description: 'Low Rise Residential Four',
        zone_category: 'residential',
      },
    },
    {
      layout: 'zones',
      in: {ZONE: 'D-4', geometry: SQUARE},
      out: {zone_description: null, zone_category: 'mixed_use'},
    },
    {layout: 'zones', in: {ZONE: 'EUF-1', geometry: SQUARE}, out: {zone_category: 'open_space'}},
    {layout: 'zones', in: {ZONE: 'E-1', geometry: SQUARE}, out: {zone_category: 'other'}},
    {layout: 'zones', in: {ZONE: 'XX-1', geometry: SQUARE}, out: {zone_category: null}},
  ],
};

export default source;
