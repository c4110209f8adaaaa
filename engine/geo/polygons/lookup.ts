/**
 * Looks up the polygon of a point over layers: the first by precedence that contains it, else the nearest.
 */
import {MAX_DISTANCE_M} from '../../types.ts';
import {metresPerDegreeEast, metresPerDegreeNorth} from '../ellipsoid.ts';
import {type Layer, NONE} from './layer.ts';

/** Distances that differ by no more count as equal. */
const TIE_TOLERANCE_M = 1e-6;

export interface PolygonMatch {
  /**
   * Precedence of the record, NONE without a match. Records ascend by area, so that the smallest comes first.
   */
  precedence: number;
  match: 'contains' | 'nearest';
  distance_m: number;
}

/** The match of a point over all of the layers. */
export function lookupPoint(layers: readonly Layer[], lat: number, lng: number): PolygonMatch {
  let precedence = NONE;
  for (const layer of layers) precedence = Math.min(precedence, layer.firstContaining(lng, lat));
  if (precedence !== NONE) return {precedence, match: 'contains', distance_m: 0};
  return nearestMatch(layers, lat, lng);
}

/** The nearest polygon; of several equally near, the first by precedence. */
function nearestMatch(layers: readonly Layer[], lat: number, lng: number): PolygonMatch {
  const point = {lat, lng, east: metresPerDegreeEast(lat), north: metresPerDegreeNorth(lat)};
  let least = Number.POSITIVE_INFINITY;
  let reach = MAX_DISTANCE_M;
  const near: {precedence: number; square: number}[] = [];
  for (const layer of layers) {
    for (const polygon of layer.near(point, reach)) {
      const square = layer.squareDistance(polygon, point, reach * reach);
      if (square > reach * reach) continue;
      near.push({precedence: layer.data.precedences[polygon]!, square});
      least = Math.min(least, square);
      reach = Math.min(MAX_DISTANCE_M, Math.sqrt(least) + TIE_TOLERANCE_M);
    }
  }
  const equal = near.filter(({square}) => square <= reach * reach);
  if (equal.length === 0) return {precedence: NONE, match: 'nearest', distance_m: 0};
  const precedence = Math.min(...equal.map((one) => one.precedence));
  return {precedence, match: 'nearest', distance_m: Math.sqrt(least)};
}
