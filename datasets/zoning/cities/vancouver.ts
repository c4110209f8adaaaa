/** Zoning of Vancouver: districts of the Zoning and Development By-law, a GeoJSON export of Opendatasoft. */
import {polygon, rules, text} from '../../fields.ts';
import {zoneCategoryRules, zoneCodeIs, zoneMatches} from '../category_rules.ts';
import {SQUARE, zoningCity} from '../city.ts';

const BASE = 'https://opendata.vancouver.ca';
const DATASET = 'zoning-districts-and-labels';
const PAGE = `${BASE}/explore/dataset/${DATASET}/`;

/** By the districts of the Zoning and Development By-law. */
const CATEGORIES = zoneCategoryRules(
  'Vancouver',
  ['zoning_district'],
  [
    zoneMatches('direct_control', 'zoning_district', /^cd-1\b/),
    // First Shaughnessy and Fairview.
    zoneCodeIs('residential', 'zoning_district', 'FSD FM-1'),
    // Districts with their own plans, of the class Comprehensive Development.
    zoneCodeIs('mixed_use', 'zoning_district', 'DD BCPED FCCDD CWD DEOD'),
    zoneMatches('mixed_use', 'zoning_district', /^ha-/),
    // Limited Agriculture.
    zoneMatches('agricultural', 'zoning_district', /^ra-/),
    zoneMatches('residential', 'zoning_district', /^(r1|rs|rt|rm|rr)-/),
    zoneMatches('commercial', 'zoning_district', /^(fc|c)-/),
    zoneMatches('industrial', 'zoning_district', /^(ic|mc|i|m)-/),
  ],
);

export default zoningCity('vancouver', {
  page: PAGE,
  cadence: 'weekly',
  files: [
    {
      name: `${DATASET}.geojson`,
      format: 'geojson',
      via: {portal: 'opendatasoft', base: BASE, dataset: DATASET, format: 'geojson'},
    },
  ],
  delimiter: ';',
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
      // The CSV export of the portal.
      aliases: {Geom: 'geometry'},
      fields: {
        zone_code: text('zoning_district'),
        zone_description: text('zoning_classification'),
        zone_category: rules(CATEGORIES),
        ...polygon(),
      },
    },
  ],
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
});
