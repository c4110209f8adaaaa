/** Routes of the section Building permits and zoning: the zone lookups, and the export of all zones. */

import type {Column} from '../../../datasets/types.ts';
import {ZONING_MUNICIPALITIES} from '../../../datasets/zoning/cities.ts';
import {ZONE_CATEGORIES} from '../../../datasets/zoning/enums.ts';
import {zoneColumns} from './answers.ts';
import {column, integerColumn, NULLABLE, objectColumn, textColumn} from './columns.ts';
import {asAdded, oneOf, UPDATED} from './filters.ts';
import {routesIn} from './kinds.ts';
import type {DeclaredRoute, Parameter} from './types.ts';

const section = 'Building permits and zoning';
const {list} = routesIn(section);

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

const ZONE = zoneColumns('zoning');

const degreesOf = (help: string, example: number): Column =>
  column('number', help, example, {unit: 'degrees'});

export const zones: readonly DeclaredRoute[] = [
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
  {
    kind: 'zones',
    path: '/zones',
    section,
    summary: 'The zones of several points',
    help: 'Each point is looked up as `/zone` looks up one; items have the order of the points. A point without a zone is no error: its item says why.',
    dataset: 'zoning',
    parameters: asAdded({
      points: {
        type: 'points',
        required: true,
        most: 100,
        help: 'at most 100 points in degrees: `lat,lng;lat,lng`',
        example: '49.2643,-123.1384;43.6532,-79.3832',
      },
      municipality,
    }),
    answer: {
      lat: degreesOf('latitude of the point', 49.2643),
      lng: degreesOf('longitude of the point', -123.1384),
      zone: objectColumn('the zone, as `/zone` answers it; null where there is none', ZONE, NULLABLE),
      reason: textColumn(
        'why there is no zone, in French for `lang=fr`; null where there is one',
        null,
        NULLABLE,
      ),
    },
    meta: {
      total: integerColumn('points', 1),
      found: integerColumn('points with a zone', 1),
    },
    added: true,
  },
];

/** No path lists the zones; this list exists for the export. */
export const zoneLists: readonly DeclaredRoute[] = [
  list(
    '/zoning',
    'zoning',
    'Zones',
    {
      municipality,
      ...asAdded({
        zone_category: oneOf('zone_category', ZONE_CATEGORIES, 'canonical category', 'residential'),
        ...UPDATED,
      }),
    },
    {details: true},
  ),
];
