/** The rule of a zone lookup over layers (specification 6.3): the smallest area that contains the point, else the nearest. */
import {metresEast, metresNorth} from '../ellipsoid.ts';
import {NO_PLACE} from './grid.ts';
import {EQUAL_M, type Layer, type Spot} from './layer.ts';

/** Farthest that a nearest area may be. */
export const REACH_M = 150;

export interface Found {
  /** Place of the record in the order of areas; NO_PLACE for none. */
  place: number;
  match: 'contains' | 'nearest';
  distance_m: number;
}

const NOTHING: Found = {place: NO_PLACE, match: 'nearest', distance_m: 0};

/** A point with the metres of a degree there. */
const spotOf = (lat: number, lng: number): Spot => ({
  lat,
  lng,
  east: metresEast(lat),
  north: metresNorth(lat),
});

/** The area that the point belongs to, over all of the layers. */
export function lookUp(layers: readonly Layer[], lat: number, lng: number): Found {
  let place = NO_PLACE;
  for (const layer of layers) place = Math.min(place, layer.containing(lng, lat));
  if (place !== NO_PLACE) return {place, match: 'contains', distance_m: 0};
  const spot = spotOf(lat, lng);
  let least = REACH_M * REACH_M;
  let asked = 0;
  let tied = false;
  for (const layer of layers) {
    if (!layer.isNear(spot, REACH_M)) continue;
    asked++;
    const square = layer.nearest(spot, least);
    if (square > least) continue;
    least = square;
    place = layer.place;
    tied = layer.tied;
  }
  if (place === NO_PLACE) return NOTHING;
  const distance_m = Math.sqrt(least);
  if (asked === 1 && !tied) return {place, match: 'nearest', distance_m};
  // Of all that are equally near, the first in the order of areas.
  place = NO_PLACE;
  const reach = Math.min(REACH_M, distance_m + EQUAL_M);
  for (const layer of layers) {
    if (layer.isNear(spot, reach)) place = Math.min(place, layer.firstWithin(spot, reach * reach));
  }
  return {place, match: 'nearest', distance_m};
}
