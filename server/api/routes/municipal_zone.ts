/** Routes of the section Building permits and zoning: the zone lookup, and the export of all zones. */
import {ZONING_MUNICIPALITIES} from '../../../datasets/zoning/cities.ts';
import {asAdded, oneOf, UPDATED} from './filters.ts';
import type {ListRoute, Parameter, Route} from './types.ts';

const section = 'Building permits and zoning';

const municipality = oneOf(
  'municipality',
  ZONING_MUNICIPALITIES,
  'slug of a municipality: only its polygons',
  'vancouver',
);

const degrees = (help: string, most: number, example: string): Parameter => ({
  type: 'number',
  op: 'geo',
  required: true,
  together: ['lat', 'lng'],
  between: [-most, most],
  help: `${help} in degrees, WGS 84`,
  example,
});

export const zones: readonly Route[] = [
  {
    kind: 'zone',
    path: '/zone',
    section,
    summary: 'The zone of a point',
    help: 'The smallest polygon that contains the point, its border included; else the nearest one whose edge is at most 150 m away, on the ellipsoid. Of equal ones the smaller area, then `zone_code`, then `record_id` decides. Edges are straight in longitude and latitude. `format=geojson` gives a Feature with the polygon.',
    dataset: 'zoning',
    parameters: {
      lat: degrees('latitude', 90, '49.2643'),
      lng: degrees('longitude', 180, '-123.1384'),
      municipality,
    },
    missing: {en: 'Zone not found.', fr: 'Zone introuvable.'},
  },
];

/** No path lists the zones; this list exists for the export. */
export const zoneLists: readonly ListRoute[] = [
  {
    kind: 'list',
    path: '/zoning',
    section,
    summary: 'Zones',
    dataset: 'zoning',
    parameters: {municipality, ...asAdded(UPDATED)},
    limit: 50,
    max: 200,
    details: true,
  },
];
