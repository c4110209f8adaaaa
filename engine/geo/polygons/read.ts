/** Opens the polygons of a table. */
import {SECTIONS} from '../../file/section_names.ts';
import type {Sections} from '../../file/typed_sections.ts';
import {Layer} from './layer.ts';

export interface PolygonLayers {
  /** By name, in the order of their names. */
  layers: ReadonlyMap<string, Layer>;
  /** Row by precedence, the order that decides between polygons. */
  rowByPrecedence: Uint32Array;
}

export function openPolygons(sections: Sections, names: readonly string[]): PolygonLayers {
  return {
    layers: new Map(names.map((name) => [name, openLayer(sections, name)])),
    rowByPrecedence: sections.u32(SECTIONS.areas.rows),
  };
}

function openLayer(sections: Sections, name: string): Layer {
  const names = SECTIONS.areas.layer(name);
  return new Layer({
    tree: sections.bytes(names.tree),
    precedences: sections.u32(names.precedences),
    polygons: sections.u32(names.polygons),
    runs: sections.u32(names.runs),
    boxes: sections.f64(names.boxes),
    vertices: sections.f64(names.vertices),
    outline: sections.f64(names.outline),
  });
}
