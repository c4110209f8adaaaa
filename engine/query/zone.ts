/** The zone that a point belongs to. */
import {NONE} from '../geo/polygons/grid.ts';
import type {Layer} from '../geo/polygons/layer.ts';
import {lookupPoint} from '../geo/polygons/lookup.ts';
import type {PolygonLayers} from '../geo/polygons/read.ts';
import type {RowReader} from '../rows/reader.ts';
import type {Zone, ZoneQuery} from '../types.ts';
import type {Table} from './table.ts';

const NO_LAYER: readonly Layer[] = [];

/** The layers that a lookup is restricted to. */
function layersOf({layers, all}: PolygonLayers, within: string | undefined): readonly Layer[] {
  if (within === undefined) return all;
  const layer = layers.get(within);
  return layer ? [layer] : NO_LAYER;
}

/** The area that the point belongs to, its list item in the buffer of the reader; null where there is none. */
export function zone(
  {polygons: areas, items, layout: plan}: Table,
  query: ZoneQuery,
  reader: RowReader,
): Zone | null {
  if (!areas) throw new Error(`${plan.of.name} holds no areas`);
  const {
    precedence: place,
    match,
    distance_m,
  } = lookupPoint(layersOf(areas, query.within), query.lat, query.lng);
  if (place === NONE) return null;
  const rank = areas.rowByPrecedence[place]!;
  return {item: reader.row(items, rank), match, distance_m};
}
