/** Tools for municipal data. */
import {PERMIT_MUNICIPALITIES} from '../../datasets/permits/cities.ts';
import {ZONING_MUNICIPALITIES} from '../../datasets/zoning/cities.ts';
import type {Tool} from './types.ts';

export const municipal: readonly Tool[] = [
  {
    name: 'search_permits',
    title: 'Search building permits',
    description: `Building permits of ${PERMIT_MUNICIPALITIES.length} municipalities, newest first; with lat, lng and radius_km, all three, those around a place, nearest first. Some municipalities publish no costs. For totals use get_stats.`,
    hasView: true,
    path: '/permits',
  },
  {
    name: 'lookup_zone',
    title: 'Zone of a point',
    description: `The zone of one place in ${ZONING_MUNICIPALITIES.length} municipalities: code, description and category of the zone that contains the point, or of the nearest within 150 metres.`,
    path: '/zone',
  },
  {
    name: 'lookup_zones',
    title: 'Zones of points',
    description: 'Zoning of up to 100 points at once, in their order, as lookup_zone gives it for one.',
    hasView: true,
    path: '/zones',
  },
];
