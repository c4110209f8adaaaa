/** Tools for municipal data. */
import {PERMIT_MUNICIPALITIES} from '../../datasets/permits/cities.ts';
import {ZONING_MUNICIPALITIES} from '../../datasets/zoning/cities.ts';
import type {Tool} from './types.ts';

export const municipal: readonly Tool[] = [
  {
    name: 'search_permits',
    title: 'Search building permits',
    description: `Building permits of ${PERMIT_MUNICIPALITIES.length} Canadian municipalities: kind of work, state, address, cost, dates. Filter by municipality, words, kind, state, applicant or dates; with lat, lng and radius_km, all three, it finds the permits around a place, nearest first. For counts and costs by municipality, kind or state use get_stats.`,
    path: '/permits',
  },
  {
    name: 'lookup_zone',
    title: 'Zone of a point',
    description: `The zoning of one place in ${ZONING_MUNICIPALITIES.length} Canadian municipalities, by latitude and longitude: code, description and category of the zone that contains the point, or of the nearest one within 150 metres.`,
    path: '/zone',
  },
  {
    name: 'lookup_zones',
    title: 'Zones of points',
    description: 'Zoning of up to 100 points at once, in their order, as lookup_zone gives it for one.',
    path: '/zones',
  },
];
