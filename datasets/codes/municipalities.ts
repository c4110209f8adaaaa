/** Municipalities whose building permits or zoning are published here: the slugs of the specification. */
import type {Box} from '../types.ts';

export interface Municipality {
  name: string;
  province: string;
  /** Of the territory, rounded outwards to hundredths of a degree (Statistics Canada, census subdivisions of 2021). */
  box: Box;
}

export const MUNICIPALITIES = {
  toronto: {name: 'Toronto', province: 'ON', box: [-79.64, 43.58, -79.11, 43.86]},
  calgary: {name: 'Calgary', province: 'AB', box: [-114.32, 50.84, -113.86, 51.22]},
  edmonton: {name: 'Edmonton', province: 'AB', box: [-113.72, 53.33, -113.27, 53.72]},
  ottawa: {name: 'Ottawa', province: 'ON', box: [-76.36, 44.96, -75.24, 45.54]},
  vancouver: {name: 'Vancouver', province: 'BC', box: [-123.27, 49.19, -123.02, 49.32]},
  montreal: {name: 'Montréal', province: 'QC', box: [-73.98, 45.4, -73.47, 45.71]},
  winnipeg: {name: 'Winnipeg', province: 'MB', box: [-97.35, 49.71, -96.95, 50.0]},
  hamilton: {name: 'Hamilton', province: 'ON', box: [-80.25, 43.05, -79.62, 43.47]},
  kitchener: {name: 'Kitchener', province: 'ON', box: [-80.58, 43.37, -80.39, 43.5]},
  victoria: {name: 'Victoria', province: 'BC', box: [-123.4, 48.4, -123.32, 48.45]},
  laval: {name: 'Laval', province: 'QC', box: [-73.9, 45.5, -73.53, 45.7]},
  mississauga: {name: 'Mississauga', province: 'ON', box: [-79.81, 43.47, -79.54, 43.74]},
  halifax: {name: 'Halifax', province: 'NS', box: [-64.24, 44.43, -62.15, 45.28]},
  brampton: {name: 'Brampton', province: 'ON', box: [-79.89, 43.6, -79.63, 43.85]},
  quebec_city: {name: 'Québec', province: 'QC', box: [-71.55, 46.73, -71.13, 46.98]},
  regina: {name: 'Regina', province: 'SK', box: [-104.78, 50.38, -104.48, 50.53]},
  saint_john: {name: 'Saint John', province: 'NB', box: [-66.31, 45.16, -65.85, 45.38]},
} as const satisfies Record<string, Municipality>;

export type MunicipalitySlug = keyof typeof MUNICIPALITIES;

/** All that publish building permits, in the order of the specification. */
export const PERMIT_MUNICIPALITIES = Object.keys(MUNICIPALITIES) as readonly MunicipalitySlug[];

/** Those whose zoning can be looked up, in the order of the specification. */
export const ZONING_MUNICIPALITIES: readonly MunicipalitySlug[] = [
  'toronto',
  'calgary',
  'edmonton',
  'vancouver',
  'winnipeg',
  'ottawa',
  'mississauga',
  'kitchener',
  'hamilton',
  'quebec_city',
];

/** How far outside its box a point of a municipality may lie, in degrees: farther ones are mistakes. */
const MARGIN = 0.5;

/** The box in which the points of a municipality lie. */
export function boundsOf(slug: MunicipalitySlug): Box {
  const [west, south, east, north] = MUNICIPALITIES[slug].box;
  return [west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN];
}
