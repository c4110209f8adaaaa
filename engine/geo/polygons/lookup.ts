/** Looks up the polygon of a point over layers: the first by precedence that contains it, else the nearest. */
import {MAX_DISTANCE_M} from '../../types.ts';
import {metresPerDegreeEast, metresPerDegreeNorth} from '../ellipsoid.ts';
import {NONE} from './grid.ts';
import {type Layer, type LocalPoint, TIE_TOLERANCE_M} from './layer.ts';

export interface PolygonMatch {
  /** Precedence of the record, NONE without a match. Records ascend by area, so that the smallest comes first. */
  precedence: number;
  match: 'contains' | 'nearest';
  distance_m: number;
}

const NO_MATCH: PolygonMatch = {precedence: NONE, match: 'nearest', distance_m: 0};

const localPoint = (lat: number, lng: number): LocalPoint => ({
  lat,
  lng,
  east: metresPerDegreeEast(lat),
  north: metresPerDegreeNorth(lat),
});

/** The match of a point over all of the layers. */
export function lookupPoint(layers: readonly Layer[], lat: number, lng: number): PolygonMatch {
  let precedence = NONE;
  for (const layer of layers) precedence = Math.min(precedence, layer.firstContaining(lng, lat));
  if (precedence !== NONE) return {precedence, match: 'contains', distance_m: 0};
  return nearestMatch(layers, localPoint(lat, lng));
}

function nearestMatch(layers: readonly Layer[], point: LocalPoint): PolygonMatch {
  let precedence = NONE;
  let least = MAX_DISTANCE_M * MAX_DISTANCE_M;
  let searched = 0;
  let tied = false;
  for (const layer of layers) {
    if (!layer.isNear(point, MAX_DISTANCE_M)) continue;
    searched++;
    const square = layer.nearest(point, least);
    if (square > least) continue;
    least = square;
    precedence = layer.precedence;
    tied = layer.tied;
  }
  if (precedence === NONE) return NO_MATCH;
  const distance_m = Math.sqrt(least);
  if (searched === 1 && !tied) return {precedence, match: 'nearest', distance_m};
  // Of several equally near, the first by precedence.
  precedence = NONE;
  const reach = Math.min(MAX_DISTANCE_M, distance_m + TIE_TOLERANCE_M);
  for (const layer of layers) {
    if (layer.isNear(point, reach))
      precedence = Math.min(precedence, layer.firstWithin(point, reach * reach));
  }
  return {precedence, match: 'nearest', distance_m};
}
