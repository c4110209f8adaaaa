/** Degrees as units of a tile, and the box of one. */
import {mercator} from '../../engine/open.ts';
import type {TileAddress} from './address.ts';
import {EXTENT} from './encode.ts';

/** Where a point of the tile is in it, whatever rounding says. */
export function pointInTile(
  {lat, lng}: {lat: number; lng: number},
  {z, x, y}: TileAddress,
): [number, number] {
  const unit = (share: number, square: number) =>
    Math.min(EXTENT - 1, Math.max(0, Math.floor((share * 2 ** z - square) * EXTENT)));
  return [unit(mercator.x(lng), x), unit(mercator.y(lat), y)];
}

/** The edges of a tile in degrees. */
export const boxOfTile = ({z, x, y}: TileAddress) => ({
  west: mercator.westOf(x, z),
  south: mercator.northOf(y + 1, z),
  east: mercator.westOf(x + 1, z),
  north: mercator.northOf(y, z),
});
