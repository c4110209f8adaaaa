/** Zoning of Québec: zones of the municipal zoning, one GeoJSON file of Données Québec. */
import {CITIES} from '../../cities.ts';
import {QUEBEC_ZONES} from '../../codes/zoning_east.ts';
import {constant, polygon, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {SQUARE} from '../square.ts';

const BASE = 'https://www.donneesquebec.ca/recherche';
const PAGE = `${BASE}/dataset/vque_56`;

const source: Source = {
  slug: 'quebec_city_zoning',
  label: 'quebec_city zoning',
  dataset: 'zoning',
  ...CITIES.quebec_city,
  page: PAGE,
  cadence: 'yearly',
  files: [
    {
      name: 'vdq-zonagemunicipalzones.geojson',
      format: 'geojson',
      via: {
        portal: 'ckan-file',
        base: BASE,
        dataset: 'vque_56',
        resource: /^vdq-zonagemunicipalzones\.geojson$/i,
        fallback: `${BASE}/dataset/a56dfef1-ad07-4b21-9ef7-24a0c553a085/resource/8108e324-503f-4a10-9107-ea556fdc883d/download/vdq-zonagemunicipalzones.geojson`,
      },
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'zones',
      help: 'Zoning by-laws of the boroughs. A zone has a number only: five digits and letters, whose capital tells the use (`90117Hb`). Numbers with `PC` are of another kind, whose use is open.',
      header: ['ID', 'SUPERFICIE', 'PERIMETRE', 'geometry'],
      optional: [],
      aliases: {},
      fields: {
        municipality: constant('quebec_city'),
        province: constant('QC'),
        zone_code: text('ID'),
        zone_category: rules(QUEBEC_ZONES),
        ...polygon(),
        source_url: constant(PAGE),
      },
    },
  ],
  required: ['zone_code', 'geometry'],
  key: ['zone_code', 'geometry'],
  excluded: [
    {
      files: /^vdq-zonagemunicipalzones\.csv$/i,
      what: 'the same zones as CSV',
      reason: 'the GeoJSON holds them; its numbers are the same',
    },
  ],
  examples: [
    {
      layout: 'zones',
      in: {ID: '90117Hc', SUPERFICIE: '51000.1', PERIMETRE: '910.4', geometry: SQUARE},
      out: {
        municipality: 'quebec_city',
        province: 'QC',
        zone_code: '90117Hc',
        zone_category: 'residential',
      },
    },
    {
      layout: 'zones',
      in: {ID: '90118Pc', geometry: SQUARE},
      out: {zone_code: '90118Pc', zone_category: 'institutional'},
    },
    {
      layout: 'zones',
      in: {ID: '90119PC', geometry: SQUARE},
      out: {zone_code: '90119PC', zone_category: null},
    },
    {layout: 'zones', in: {ID: '9011Ha', geometry: SQUARE}, out: {zone_category: null}},
  ],
};

export default source;
