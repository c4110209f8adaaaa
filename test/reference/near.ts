/** Searches by distance as SQL: the distance of a row, and the condition on it. */
import type {Dataset, Derived} from '../../datasets/types.ts';
import {isDerived} from '../../engine/file/table_layout.ts';
import {RADIUS_M} from '../../engine/geo/sphere.ts';
import {type Expression, expression} from '../../engine/sql/columns.ts';
import type {ListQuery, Near} from '../../engine/types.ts';
import type {Binder} from './binder.ts';

/** The coordinate columns of a table; throws where it has none. */
export function pointOf(declaration: Dataset | Derived): NonNullable<Dataset['point']> {
  if (isDerived(declaration) || !declaration.point)
    throw new Error(`rows of ${declaration.name} have no point`);
  return declaration.point;
}

/** The expressions of the coordinates. */
const readsOf = (declaration: Dataset | Derived): Expression[] => {
  const {lat, lng} = pointOf(declaration);
  return [expression(declaration, lat), expression(declaration, lng)];
};

/** Metres from the centre to a row (haversine); null without a point. */
export function metres(
  declaration: Dataset | Derived,
  near: Near,
  binder: Binder,
): {sql: string; reads: Expression[]} {
  const reads = readsOf(declaration);
  const [lat, lng] = reads.map(({sql}) => sql);
  const at = (degrees: number) => `CAST(${binder.bind(String(degrees))} AS DOUBLE)`;
  const [lat0, lng0] = [at(near.lat), at(near.lng)];
  const up = `power(sin(radians(${lat} - ${lat0}) / 2), 2)`;
  const across = `power(sin(radians(${lng} - ${lng0}) / 2), 2)`;
  const h = `${up} + cos(radians(${lat0})) * cos(radians(${lat})) * ${across}`;
  return {sql: `2 * CAST(${RADIUS_M} AS DOUBLE) * asin(least(1, sqrt(${h})))`, reads};
}

/** The condition of a search by distance; `true` without one. */
export function nearby(
  declaration: Dataset | Derived,
  near: Near | undefined,
  binder: Binder,
): {sql: string; reads: Expression[]} {
  if (!near) return {sql: 'true', reads: []};
  const {sql, reads} = metres(declaration, near, binder);
  return {sql: `${sql} <= CAST(${binder.bind(String(near.radius_m))} AS DOUBLE)`, reads};
}

/** The fields that a query appends to those of the items. */
export function extraFields(
  declaration: Dataset | Derived,
  {near, points}: ListQuery,
  binder: Binder,
): {name: string; sql: string; reads: Expression[]}[] {
  if (!near && !points) return [];
  const {lat, lng, distance} = pointOf(declaration);
  const coordinates = points ? [lat, lng] : [];
  const fields = coordinates.map((name) => ({
    name,
    sql: expression(declaration, name).sql,
    reads: [expression(declaration, name)],
  }));
  if (!near) return fields;
  const {sql, reads} = metres(declaration, near, binder);
  return [...fields, {name: distance.name, sql: `round(${sql}) / 1000`, reads}];
}
