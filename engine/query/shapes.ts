/** The areas of a tile of the map: by the value of a field, or only the outline of each layer. */
import type {Layer} from '../geo/polygons/layer.ts';
import type {PolygonLayers} from '../geo/polygons/read.ts';
import {type Rings, ringsOf} from '../geo/polygons/rings.ts';
import {signedArea, TileFrame} from '../geo/polygons/tile_frame.ts';
import type {RowReader} from '../rows/reader.ts';
import type {Row, ShapeQuery, TileShapes} from '../types.ts';
import type {Table} from './table.ts';

/** Bands of the outline of a layer. */
const BANDS = 48;

const isNear = ({bounds}: Layer, frame: TileFrame): boolean => frame.isVisible(...bounds);

/** The areas of a tile. */
export function shapes(table: Table, query: ShapeQuery, reader: RowReader): TileShapes[] {
  const {polygons, layout} = table;
  if (!polygons) throw new Error(`${layout.declaration.name} holds no areas`);
  const frame = new TileFrame(query);
  const near = [...polygons.layers].filter(([, layer]) => isNear(layer, frame));
  const {field} = query;
  if (field === null) return near.flatMap(([name, layer]) => outlineOf(name, layer, frame));
  const byValue = new Map<string | null, Int32Array[]>();
  for (const [, layer] of near) {
    const values = valuesOf(table, polygons, layer, field, reader);
    addRings(layer, ringsOf(layer), frame, values, byValue);
  }
  return [...byValue].map(([value, rings]) => ({value, rings}));
}

function outlineOf(name: string, layer: Layer, frame: TileFrame): TileShapes[] {
  const ring = layer.outline(BANDS);
  const shape = frame.ring(ring, 0, ring.length / 2);
  return shape.length === 0 ? [] : [{value: name, rings: [shape]}];
}

/** Adds the rings that are seen. Without its outer ring a polygon has no holes either. */
function addRings(
  {vertices}: Layer,
  {count, starts, polygons, boxes}: Rings,
  frame: TileFrame,
  valueOfPolygon: (polygon: number) => string | null,
  byValue: Map<string | null, Int32Array[]>,
): void {
  let shown = -1;
  for (let ring = 0; ring < count; ring++) {
    const polygon = polygons[ring]!;
    const isOuter = ring === 0 || polygons[ring - 1] !== polygon;
    if (!isOuter && shown !== polygon) continue;
    const at = ring * 4;
    if (!frame.isVisible(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!)) continue;
    const shape = frame.ring(vertices, starts[ring]!, starts[ring + 1]! - 1);
    if (shape.length === 0) continue;
    // Whatever way it runs in its file, and thin ones may turn over where they are simplified.
    if (signedArea(shape) > 0 !== isOuter) reverseRing(shape);
    shown = polygon;
    const value = valueOfPolygon(polygon);
    const rings = byValue.get(value);
    if (rings) rings.push(shape);
    else byValue.set(value, [shape]);
  }
}

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

/** Values of a field by polygon, read when they are first wanted, in each thread. */
const known = new WeakMap<Layer, Map<string, (polygon: number) => string | null>>();

function valuesOf(
  {items}: Table,
  {rowByPrecedence}: PolygonLayers,
  layer: Layer,
  field: string,
  reader: RowReader,
): (polygon: number) => string | null {
  const fields = known.get(layer) ?? new Map<string, (polygon: number) => string | null>();
  known.set(layer, fields);
  const kept = fields.get(field);
  if (kept) return kept;
  const values = new Map<number, string | null>();
  const read = (polygon: number): string | null => {
    const before = values.get(polygon);
    if (before !== undefined) return before;
    const row: Row = JSON.parse(reader.row(items, rowByPrecedence[layer.precedenceOf(polygon)]!).toString());
    const value = row[field];
    const text = value === null || value === undefined ? null : String(value);
    values.set(polygon, text);
    return text;
  };
  fields.set(field, read);
  return read;
}
