/** The zone that a point belongs to. */
import {NONE} from '../geo/polygons/grid.ts';
import type {Layer} from '../geo/polygons/layer.ts';
import {lookupPoint} from '../geo/polygons/lookup.ts';
import type {PolygonLayers} from '../geo/polygons/read.ts';
import type {RowReader} from '../rows/reader.ts';
import type {Zone, ZoneQuery} from '../types.ts';
import type {Table} from './table.ts';

const NO_LAYERS: readonly Layer[] = [];

/** The zone with its list item, in the buffer of the reader; null if there is none within reach. */
export function zone({polygons, items, layout}: Table, query: ZoneQuery, reader: RowReader): Zone | null {
  if (!polygons) throw new Error(`${layout.declaration.name} holds no areas`);
  const layers = layersOf(polygons, query.within);
  const {precedence, match, distance_m} = lookupPoint(layers, query.lat, query.lng);
  if (precedence === NONE) return null;
  return {item: reader.row(items, polygons.rowByPrecedence[precedence]!), match, distance_m};
}

/** The layers that a lookup is restricted to. */
function layersOf({layers, all}: PolygonLayers, within: string | undefined): readonly Layer[] {
  if (within === undefined) return all;
  const layer = layers.get(within);
  return layer ? [layer] : NO_LAYERS;
}
