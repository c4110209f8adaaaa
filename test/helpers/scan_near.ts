/** Searches by distance of the oracle: the distance of each row, and the item with it. */
import type {Dataset} from '../../datasets/types.ts';
import type {ListQuery, Near} from '../../engine/types.ts';
import {metresBetween} from './permits_build.ts';
import type {ScanRow} from './scan_row.ts';
import type {ScanTable} from './scan_rows.ts';

const pointOf = ({declaration}: ScanTable): NonNullable<Dataset['point']> => (declaration as Dataset).point!;

const known = new WeakMap<Near, {table: ScanTable; metres: (number | null)[]}>();

/**
 * Metres to every row, found once for each place: a question asks for its rows, their order and their
 * distances.
 */
function allMetres(table: ScanTable, near: Near): (number | null)[] {
  const found = known.get(near);
  if (found?.table === table) return found.metres;
  const point = pointOf(table);
  const metres = table.rows.map(({fields}) => {
    const [lat, lng] = [fields[point.lat], fields[point.lng]];
    return typeof lat === 'number' && typeof lng === 'number' ? metresBetween(near, {lat, lng}) : null;
  });
  known.set(near, {table, metres});
  return metres;
}

/** Metres to a row; null without a point. */
export const metresTo = (table: ScanTable, near: Near, {at}: ScanRow): number | null =>
  allMetres(table, near)[at]!;

/** Whether a row is in the circle; always true without one. */
export function isNear(table: ScanTable, near: Near | undefined): (row: ScanRow) => boolean {
  if (!near) return () => true;
  const all = allMetres(table, near);
  return ({at}) => {
    const metres = all[at]!;
    return metres !== null && metres <= near.radius_m;
  };
}

/** The item with the additional fields of the query. */
export function itemOf(table: ScanTable, {near, points}: ListQuery, row: ScanRow): string {
  if (!near && !points) return row.item;
  const {lat, lng, distance} = pointOf(table);
  const item = JSON.parse(row.item);
  if (points) Object.assign(item, {[lat]: row.fields[lat] ?? null, [lng]: row.fields[lng] ?? null});
  if (near) item[distance.name] = Math.round(metresTo(table, near, row)!) / 1000;
  return JSON.stringify(item);
}

/** A distance as text whose order is that of distances: executors may differ in the last digits. */
export const distanceKey = (metres: number): string => metres.toFixed(6).padStart(20, '0');
