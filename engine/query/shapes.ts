/** The areas of a tile of the map: by the value of a field, or only the outline of each layer. */
import {boxOf} from '../geo/box.ts';
import type {Layer} from '../geo/polygons/layer.ts';
import type {PolygonLayers} from '../geo/polygons/read.ts';
import {signedArea, TileFrame} from '../geo/polygons/tile_frame.ts';
import type {RowReader} from '../rows/reader.ts';
import type {Row, ShapeQuery, TileShapes} from '../types.ts';
import type {Table} from './table.ts';
import type {Work} from './work.ts';

/** The areas of a tile. */
export function shapes(table: Table, query: ShapeQuery, {scratch, reader}: Work): TileShapes[] {
  const {polygons, layout} = table;
  if (!polygons) throw new Error(`${layout.declaration.name} holds no areas`);
  const frame = new TileFrame(query);
  const near = [...polygons.layers].filter(([, layer]) => frame.isVisible(layer.bounds));
  const {field} = query;
  if (field === null) return near.flatMap(([name, layer]) => outlineOf(name, layer, frame));
  const byValue = new Map<string | null, Int32Array[]>();
  for (const [name, layer] of near) {
    const read = valuesOf(table, polygons, [name, layer], field, reader);
    // Polygons are drawn in the order of their numbers.
    for (const polygon of layer.search(...frame.box).sort((a, b) => a - b)) {
      scratch.check();
      const rings = ringsOf(layer, polygon, frame);
      if (rings.length === 0) continue;
      const value = read(polygon);
      const drawn = byValue.get(value);
      if (drawn) drawn.push(...rings);
      else byValue.set(value, rings);
    }
  }
  return [...byValue].map(([value, rings]) => ({value, rings}));
}

function outlineOf(name: string, {data: {outline}}: Layer, frame: TileFrame): TileShapes[] {
  const shape = frame.ring(outline, 0, outline.length / 2);
  return shape.length === 0 ? [] : [{value: name, rings: [shape]}];
}

/** The rings of a polygon that are seen. Without its outer ring it has no holes either. */
function ringsOf(layer: Layer, polygon: number, frame: TileFrame): Int32Array[] {
  const {vertices} = layer.data;
  const shown: Int32Array[] = [];
  for (const [ring, [from, to]] of layer.ringsOf(polygon).entries()) {
    const isOuter = ring === 0;
    const shape = frame.isVisible(boxOf(vertices, from, to)) ? frame.ring(vertices, from, to) : NO_VERTICES;
    if (shape.length === 0 && isOuter) return [];
    if (shape.length === 0) continue;
    // Whatever way it runs in its file, and thin ones may turn over where they are simplified.
    if (signedArea(shape) > 0 !== isOuter) reverseRing(shape);
    shown.push(shape);
  }
  return shown;
}

const NO_VERTICES = new Int32Array(0);

/** Turns a ring around in place. */
function reverseRing(ring: Int32Array): void {
  for (let i = 0, j = ring.length - 2; i < j; i += 2, j -= 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!];
    ring[i] = ring[j]!;
    ring[i + 1] = ring[j + 1]!;
    ring[j] = x;
    ring[j + 1] = y;
  }
}

/** Bytes of the value of a polygon, about: values are few. */
const VALUE_BYTES = 32;

/** Reads the value of a field by polygon; those that were read are kept. */
function valuesOf(
  {items, cache, layout}: Table,
  {rowByPrecedence}: PolygonLayers,
  [name, layer]: [name: string, layer: Layer],
  field: string,
  reader: RowReader,
): (polygon: number) => string | null {
  const values = cache.get(
    `${layout.declaration.name} areas ${name} ${field}`,
    () => new Map<number, string | null>(),
    () => layer.count * VALUE_BYTES,
  );
  return (polygon) => {
    const known = values.get(polygon);
    if (known !== undefined) return known;
    const row: Row = JSON.parse(
      reader.row(items, rowByPrecedence[layer.data.precedences[polygon]!]!).toString(),
    );
    const value = row[field];
    const text = value === null || value === undefined ? null : String(value);
    values.set(polygon, text);
    return text;
  };
}
