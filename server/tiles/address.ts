/** Addresses of tiles: `/tiles/<layer>/<z>/<x>/<y>.mvt`. */
import {ApiError} from '../api/errors.ts';

/** Units of a side of a tile. */
export const EXTENT = 4096;

/** Browsers enlarge tiles of this zoom beyond it. */
export const MAX_ZOOM = 16;

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

const INTEGER = /^\d{1,6}$/;
const FILE = /^(.*)\.mvt$/;

/** Reads the last three segments of the path; throws 400 for what is no tile of the map. */
export function tileAddress(segments: readonly string[]): TileAddress {
  const texts = [segments[0] ?? '', segments[1] ?? '', FILE.exec(segments[2] ?? '')?.[1] ?? ''];
  const [z, x, y] = texts.map((text) => (INTEGER.test(text) ? Number(text) : Number.NaN)) as [
    number,
    number,
    number,
  ];
  const isTile = z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z;
  if (!isTile || segments.length !== 3) throw new ApiError('tile', {most: MAX_ZOOM});
  return {z, x, y};
}
