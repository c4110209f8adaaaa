/** The rule of a zone lookup over layers (specification 6.3): the smallest area that contains the point, else the nearest. */
import {metresPerDegreeEast, metresPerDegreeNorth} from '../ellipsoid.ts';
import {NONE} from './grid.ts';
import {type Layer, type LocalPoint, TIE_TOLERANCE_M} from './layer.ts';

/** Farthest that a nearest area may be. */
export const MAX_DISTANCE_M = 150;

export interface PolygonMatch {
  /** Place of the record in the order of areas; NO_PLACE for none. */
  precedence: number;
  match: 'contains' | 'nearest';
  distance_m: number;
}

const NOTHING: PolygonMatch = {precedence: NONE, match: 'nearest', distance_m: 0};

/** A point with the metres of a degree there. */
const spotOf = (lat: number, lng: number): LocalPoint => ({
  lat,
  lng,
  east: metresPerDegreeEast(lat),
  north: metresPerDegreeNorth(lat),
});

/** The area that the point belongs to, over all of the layers. */
export function lookupPoint(layers: readonly Layer[], lat: number, lng: number): PolygonMatch {
  let place = NONE;
  for (const layer of layers) place = Math.min(place, layer.firstContaining(lng, lat));
  if (place !== NONE) return {precedence: place, match: 'contains', distance_m: 0};
  const spot = spotOf(lat, lng);
  let least = MAX_DISTANCE_M * MAX_DISTANCE_M;
  let asked = 0;
  let tied = false;
  for (const layer of layers) {
    if (!layer.isNear(spot, MAX_DISTANCE_M)) continue;
    asked++;
    const square = layer.nearest(spot, least);
    if (square > least) continue;
    least = square;
    place = layer.precedence;
    tied = layer.tied;
  }
  if (place === NONE) return NOTHING;
  const distance_m = Math.sqrt(least);
  if (asked === 1 && !tied) return {precedence: place, match: 'nearest', distance_m};
  // Of all that are equally near, the first in the order of areas.
  place = NONE;
  const reach = Math.min(MAX_DISTANCE_M, distance_m + TIE_TOLERANCE_M);
  for (const layer of layers) {
    if (layer.isNear(spot, reach)) place = Math.min(place, layer.firstWithin(spot, reach * reach));
  }
  return {precedence: place, match: 'nearest', distance_m};
}
