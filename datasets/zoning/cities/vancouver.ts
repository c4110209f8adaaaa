/** Zoning of Vancouver: districts of the Zoning and Development By-law, a GeoJSON export of Opendatasoft. */
import {polygon, rules, text} from '../../fields.ts';
import {zoneCategoryRules, zoneCodeIs, zoneMatches} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

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
      unused: ['object_id', 'zoning_category', 'cd_1_number', 'geo_point_2d'],
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
});
