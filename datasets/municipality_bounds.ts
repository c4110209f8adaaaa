/** Where points of a municipality may lie. */
import {MUNICIPALITIES, type MunicipalitySlug} from './municipalities.ts';
import type {Box} from './types.ts';

/** Points this far outside of the box, in degrees, still count; farther ones are errors. */
const MARGIN = 0.5;

/** The box in which every point of a municipality must lie. */
export function boundsOf(slug: MunicipalitySlug): Box {
  const [west, south, east, north] = MUNICIPALITIES[slug].box;
  return [west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN];
}
