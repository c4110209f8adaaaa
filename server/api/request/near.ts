/** Searches by distance: their three parameters, and the sort order they imply. */
import {DISTANCE, type Near} from '../../../engine/types.ts';
import {ApiError} from '../errors.ts';
import type {ParameterValues} from '../routes/types.ts';

/** The parameters, in table order. */
const NAMES = ['lat', 'lng', 'radius_km'] as const;

/** Centre and radius as requested. */
export type Proximity = Record<(typeof NAMES)[number], number>;

/** Null if none of the parameters is given; throws if only some are. */
export function parseProximity(values: ParameterValues): Proximity | null {
  const [lat, lng, radius_km] = NAMES.map((name) => values[name]);
  if (lat === undefined && lng === undefined && radius_km === undefined) return null;
  if (lat === undefined || lng === undefined || radius_km === undefined) throw new ApiError('proximity');
  return {lat: Number(lat), lng: Number(lng), radius_km: Number(radius_km)};
}

/** The engine's form; undefined for no search by distance. */
export const toNear = (proximity: Proximity | null): Near | undefined =>
  proximity ? {lat: proximity.lat, lng: proximity.lng, radius_m: proximity.radius_km * 1000} : undefined;

/**
 * Sorts by distance, nearest first, unless the request asks for another order. Throws if distance is
 * requested without a centre.
 */
export function applyDistanceSort(
  values: ParameterValues,
  proximity: Proximity | null,
  texts: ReadonlyMap<string, string>,
): ParameterValues {
  const sort_by = proximity && !texts.has('sort_by') ? DISTANCE : values['sort_by'];
  if (sort_by !== DISTANCE) return values;
  if (!proximity) throw new ApiError('distance');
  return {...values, sort_by, sort_order: texts.has('sort_order') ? values['sort_order']! : 'asc'};
}
