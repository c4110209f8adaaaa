/** The zone that a point belongs to. */
import {NONE} from '../geo/polygons/layer.ts';
import {lookupPoint} from '../geo/polygons/lookup.ts';
import type {Zone, ZoneQuery} from '../types.ts';
import type {Table} from './table.ts';
import type {Work} from './work.ts';

/** The zone with its list item, in the buffer of the reader; null if there is none within reach. */
export function zone({polygons, items, layout}: Table, query: ZoneQuery, {reader}: Work): Zone | null {
  if (!polygons) throw new Error(`${layout.declaration.name} holds no areas`);
  const {layers, rowByPrecedence} = polygons;
  const {within, lat, lng} = query;
  const searched = within === undefined ? [...layers.values()] : [layers.get(within) ?? []].flat();
  const {precedence, match, distance_m} = lookupPoint(searched, lat, lng);
  if (precedence === NONE) return null;
  return {item: reader.row(items, rowByPrecedence[precedence]!), match, distance_m};
}
