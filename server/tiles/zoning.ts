/**
 * Tiles of zones: their areas by category, and far away the outlines of the municipalities that publish them.
 */
import type {Engine, TileShapes} from '../../engine/types.ts';
import type {TileAddress} from './address.ts';
import {EXTENT, encodeTile} from './encode.ts';

/** From this zoom on zones are told apart. */
export const ZONES_FROM = 12;

/** Units beyond the edges of a tile, so that its borders are not drawn. */
const BUFFER = 64;

/** Half a pixel of a tile of 512. */
const TOLERANCE = 4;

/** Larger tiles are drawn with fewer vertices. */
const MOST_BYTES = 300_000;

/** A layer `zones` by category or `coverage` by municipality; no bytes where there are none. */
export function zoningTile(engine: Engine, {z, x, y}: TileAddress, tolerance = TOLERANCE): Buffer {
  const isNear = z >= ZONES_FROM;
  const shapes = engine.shapes({
    dataset: 'zoning',
    z,
    x,
    y,
    field: isNear ? 'zone_category' : null,
    extent: EXTENT,
    buffer: BUFFER,
    tolerance,
  });
  const bytes = encode(shapes, isNear);
  return bytes.length <= MOST_BYTES ? bytes : zoningTile(engine, {z, x, y}, tolerance * 2);
}

const encode = (shapes: readonly TileShapes[], isNear: boolean): Buffer =>
  encodeTile([
    {
      name: isNear ? 'zones' : 'coverage',
      features: shapes.map(({value, rings}) => ({
        kind: 'polygon',
        rings,
        values: {[isNear ? 'category' : 'municipality']: value},
      })),
    },
  ]);
