/** Zoning of Vancouver: districts of the Zoning and Development By-law, a GeoJSON export of Opendatasoft. */

import {odsFile} from '../../publishers/portals.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://opendata.vancouver.ca';
const DATASET = 'zoning-districts-and-labels';

export default zoningCity('vancouver', {
  page: `${BASE}/explore/dataset/${DATASET}/`,
  cadence: 'weekly',
  files: [odsFile(`${DATASET}.geojson`, BASE, DATASET)],
  delimiter: ';',
  layout: 'districts',
  help: 'Zoning and Development By-law 3575. `object_id` is another one in every export. The description is the class of the district. Outer rings run clockwise; zones lie over streets, and small ones inside large ones.',
  unused: 'object_id, zoning_category, cd_1_number, geo_point_2d',
  // The CSV export of the portal.
  aliases: {Geom: 'geometry'},
  fields: {zone_code: 'zoning_district', zone_description: 'zoning_classification'},
  // By the districts of the Zoning and Development By-law.
  categories: [
    ['direct_control', /^cd-1\b/],
    ['residential', 'FSD', 'FM-1'], // First Shaughnessy and Fairview.
    // Districts with their own plans, of the class Comprehensive Development.
    ['mixed_use', 'DD', 'BCPED', 'FCCDD', 'CWD', 'DEOD'],
    ['mixed_use', /^ha-/],
    ['agricultural', /^ra-/], // Limited Agriculture.
    ['residential', /^(r1|rs|rt|rm|rr)-/],
    ['commercial', /^(fc|c)-/],
    ['industrial', /^(ic|mc|i|m)-/],
  ],
});
