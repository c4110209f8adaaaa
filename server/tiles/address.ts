/** Addresses of tiles: `/tiles/<layer>/<z>/<x>/<y>.mvt`. */
import {ApiError} from '../api/errors.ts';

/** Browsers enlarge tiles of this zoom beyond it. */
const MAX_ZOOM = 16;

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

const ADDRESS = /^(\d{1,6})\/(\d{1,6})\/(\d{1,6})\.mvt$/;

/** Reads the last three segments of the path; throws 400 for what is no tile of the map. */
export function tileAddress(segments: readonly string[]): TileAddress {
  const [, ...texts] = (segments.length === 3 && ADDRESS.exec(segments.join('/'))) || [];
  const [z = Number.NaN, x = 0, y = 0] = texts.map(Number);
  if (!(z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z)) throw new ApiError('tile', {most: MAX_ZOOM});
  return {z, x, y};
}
