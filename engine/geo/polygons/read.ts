/** Opens the polygons of a table: its layers as typed arrays over shared memory. */
import {SECTIONS} from '../../file/section_names.ts';
import type {Sections} from '../../file/typed_sections.ts';
import {type Bounds, Layer} from './layer.ts';

export interface PolygonLayers {
  layers: ReadonlyMap<string, Layer>;
  all: readonly Layer[];
  /** Row by precedence, the order that decides between polygons. */
  rowByPrecedence: Uint32Array;
}

export function openPolygons(sections: Sections, names: readonly string[]): PolygonLayers {
  const layers = new Map(names.map((name) => [name, openLayer(sections, name)]));
  const rowByPrecedence = sections.u32(SECTIONS.areas.rows);
  return {
    layers,
    all: [...layers.values()],
    rowByPrecedence,
  };
}

function openLayer(sections: Sections, name: string): Layer {
  const names = SECTIONS.areas.layer(name);
  const [west, south, width, height, columns, rows, ...bounds] = sections.f64(names.grid);
  return new Layer({
    grid: {west: west!, south: south!, width: width!, height: height!, columns: columns!, rows: rows!},
    bounds: bounds as unknown as Bounds,
    vertices: sections.f64(names.vertices),
    precedences: sections.u32(names.precedences),
    cells: sections.u32(names.cells),
    lists: sections.u32(names.lists),
  });
}
