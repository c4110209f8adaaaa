/**
 * Tiles by a plain scan: every point is put into a cell by the formula of the map, those on an edge by the
 * edge.
 */
import {northOf, westOf} from '../../engine/geo/mercator.ts';
import type {Row, Tile, TileQuery} from '../../engine/types.ts';

/** The number of the column or row that a point lies in, of 2^z. */
export function squareOf({lat, lng}: {lat: number; lng: number}, z: number): {x: number; y: number} {
  const most = 2 ** z - 1;
  const clamp = (n: number) => Math.min(most, Math.max(0, n));
  const radians = (lat * Math.PI) / 180;
  let x = clamp(Math.floor(((lng + 180) / 360) * 2 ** z));
  let y = clamp(
    Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * 2 ** z) || 0,
  );
  if (lat < -89) y = most;
  // The formula may put what lies within rounding of an edge on its other side.
  if (lng < westOf(x, z)) x--;
  else if (lng >= westOf(x + 1, z)) x++;
  if (lat >= northOf(y, z)) y--;
  else if (lat < northOf(y + 1, z)) y++;
  return {x, y};
}

/** The tile of rows that match its conditions already. */
export function scanTile(rows: readonly Row[], {z, x, y, side, max_points, columns}: TileQuery): Tile {
  const found = rows.flatMap((row) => {
    const {lat, lng} = row;
    if (typeof lat !== 'number' || typeof lng !== 'number') return [];
    const square = squareOf({lat, lng}, z);
    return square.x === x && square.y === y ? [{row, lat, lng}] : [];
  });
  const total = found.length;
  if (total <= max_points) {
    const points = found.map(({row, lat, lng}) => ({
      id: String(row['record_id']),
      lat,
      lng,
      values: columns.map((name) => {
        const value = row[name];
        return value === null || value === undefined ? null : String(value);
      }),
    }));
    return {total, counts: null, points};
  }
  const counts = new Uint32Array(side * side);
  for (const point of found) {
    const cell = squareOf(point, z + Math.log2(side));
    counts[(cell.y - y * side) * side + cell.x - x * side]!++;
  }
  return {total, counts, points: null};
}
