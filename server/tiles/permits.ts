/** Tiles of permits: exact counts by cell, or the permits themselves where there are few. */
import type {Engine, Tile} from '../../engine/types.ts';
import type {Call} from '../api/request/call.ts';
import {conditions} from '../api/request/conditions.ts';
import {toNear} from '../api/request/near.ts';
import type {TileAddress} from './address.ts';
import {EXTENT, encodeTile, type Feature} from './encode.ts';
import {streetFeatures} from './streets.ts';
import {pointInTile} from './units.ts';

/** Cells across a tile: 32 pixels of a tile of 512 each. */
const SIDE = 16;

/** From this zoom on permits are points, unless a tile has more than a browser should draw. */
const POINTS_FROM = 14;
const MOST_POINTS = {far: 0, near: 3000};

/** From this zoom on streets are named. */
const STREETS_FROM = 15;

/** What a point says besides its id. */
const COLUMNS = ['permit_type', 'estimated_cost', 'date'] as const;

/**
 * A layer `cells` of counts, or a layer `permits` of points and one of `streets` near by; no bytes where there
 * are none.
 */
export function permitTile(call: Call, engine: Engine, address: TileAddress): Buffer {
  const {z, x, y} = address;
  const where = conditions(call);
  const tile = engine.tile({
    dataset: 'permits',
    where,
    near: toNear(call.proximity),
    z,
    x,
    y,
    side: SIDE,
    max_points: z < POINTS_FROM ? MOST_POINTS.far : MOST_POINTS.near,
    columns: COLUMNS,
  });
  const points = z < STREETS_FROM ? [] : (tile.points ?? []);
  const streets = points.length > 1 ? streetFeatures({engine, where, tile: address, points}) : [];
  return encodeTile([
    {name: 'cells', features: cellFeatures(tile)},
    {name: 'permits', features: pointFeatures(tile, address)},
    {name: 'streets', features: streets},
  ]);
}

/** A point in the middle of each cell that has permits. */
function cellFeatures({counts}: Tile): Feature[] {
  const size = EXTENT / SIDE;
  const features: Feature[] = [];
  counts?.forEach((count, cell) => {
    if (count === 0) return;
    const [column, row] = [cell % SIDE, Math.floor(cell / SIDE)];
    features.push({kind: 'point', rings: [[(column + 0.5) * size, (row + 0.5) * size]], values: {count}});
  });
  return features;
}

function pointFeatures({points}: Tile, address: TileAddress): Feature[] {
  return (points ?? []).map(({id, lat, lng, values}) => ({
    kind: 'point',
    rings: [pointInTile({lat, lng}, address)],
    values: {
      id,
      permit_type: values[0]!,
      estimated_cost: values[1] === null ? null : Number(values[1]),
      date: values[2]!,
    },
  }));
}
