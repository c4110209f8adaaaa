/** Searches by distance: the three parameters that stand together, and the order that they bring (specification 6.1). */
import {DISTANCE, type Near} from '../../../engine/types.ts';
import {ApiError} from '../errors.ts';
import type {Values} from './query.ts';

/** The parameters, in the order of the table. */
const NAMES = ['lat', 'lng', 'radius_km'] as const;

/** The place and radius as asked for. */
export type Proximity = Record<(typeof NAMES)[number], number>;

/** Null where none of the parameters is given; throws where some are. */
export function proximityOf(own: Values): Proximity | null {
  const [lat, lng, radius_km] = NAMES.map((name) => own[name]);
  if (lat === undefined && lng === undefined && radius_km === undefined) return null;
  if (lat === undefined || lng === undefined || radius_km === undefined) throw new ApiError('proximity');
  return {lat: Number(lat), lng: Number(lng), radius_km: Number(radius_km)};
}

/** As the engine is asked. */
export const nearOf = ({lat, lng, radius_km}: Proximity): Near => ({lat, lng, radius_m: radius_km * 1000});

/**
 * The values with the order that counts: by distance, nearest first, in a search by distance that asks for no other.
 * Throws where distances are asked for without a place.
 */
export function inOrder(
  own: Values,
  proximity: Proximity | null,
  texts: ReadonlyMap<string, string>,
): Values {
  const sort_by = proximity && !texts.has('sort_by') ? DISTANCE : own['sort_by'];
  if (sort_by !== DISTANCE) return own;
  if (!proximity) throw new ApiError('distance');
  return {...own, sort_by, sort_order: texts.has('sort_order') ? own['sort_order']! : 'asc'};
}
