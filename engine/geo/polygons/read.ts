/** The areas of a table: its layers as views over shared memory, and the lookup of a point in them. */

import {SECTIONS} from '../../file/section_names.ts';
import type {Sections} from '../../file/typed_sections.ts';
import type {Table} from '../../query/table.ts';
import type {Page} from '../../rows/reader.ts';
import type {Zone, ZoneQuery} from '../../types.ts';
import {NO_PLACE} from './grid.ts';
import {type Bounds, Layer} from './layer.ts';
import {lookUp} from './lookup.ts';

export interface Areas {
  layers: ReadonlyMap<string, Layer>;
  all: readonly Layer[];
  /** Ranks in the order that decides between areas. */
  ranks: Uint32Array;
}

export function openAreas(sections: Sections, names: readonly string[]): Areas {
  const layers = new Map(names.map((name) => [name, openLayer(sections, name)]));
  return {layers, all: [...layers.values()], ranks: sections.u32(SECTIONS.areas.ranks)};
}

function openLayer(sections: Sections, name: string): Layer {
  const of = SECTIONS.areas.layer(name);
  const [west, south, width, height, columns, rows, ...bounds] = sections.f64(of.grid);
  return new Layer({
    grid: {west: west!, south: south!, width: width!, height: height!, columns: columns!, rows: rows!},
    bounds: bounds as unknown as Bounds,
    vertices: sections.f64(of.vertices),
    places: sections.u32(of.places),
    cells: sections.u32(of.cells),
    lists: sections.u32(of.lists),
  });
}

const NO_LAYER: readonly Layer[] = [];

/** The layers that a lookup is restricted to. */
function layersOf({layers, all}: Areas, within: string | undefined): readonly Layer[] {
  if (within === undefined) return all;
  const layer = layers.get(within);
  return layer ? [layer] : NO_LAYER;
}

/** The area that the point belongs to, its list item in the buffer of the page; null where there is none. */
export function zone({areas, items, plan}: Table, query: ZoneQuery, page: Page): Zone | null {
  if (!areas) throw new Error(`${plan.of.name} holds no areas`);
  const {place, match, distance_m} = lookUp(layersOf(areas, query.within), query.lat, query.lng);
  if (place === NO_PLACE) return null;
  const rank = areas.ranks[place]!;
  const bytes = page.room(items.bytes(rank, rank + 1));
  const length = items.read(rank, rank + 1, bytes, 0);
  return {item: bytes.subarray(0, length - 1), match, distance_m};
}
