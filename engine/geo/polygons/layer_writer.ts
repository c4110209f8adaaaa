/** Collects the polygons of a layer record by record and arranges them for its reader. */
import Flatbush from 'flatbush';
import {type Box, boxOf} from '../box.ts';
import {type LayerData, MAX_RUN} from './layer.ts';
import {mortonKey} from './morton.ts';
import {outlineOf} from './outline.ts';

interface Polygon {
  precedence: number;
  /** Pairs of longitude and latitude by ring, closed. */
  rings: Float64Array[];
  box: Box;
}

export class LayerWriter {
  readonly #polygons: Polygon[] = [];

  /** Number of polygons. */
  get size(): number {
    return this.#polygons.length;
  }

  /**
   * Adds the GeoJSON text of a Polygon or MultiPolygon; records come in ascending precedence. Throws on
   * anything else and on vertices that are not finite numbers. Rings without edges and polygons without rings
   * are left out.
   */
  add(precedence: number, geojson: string): void {
    for (const positions of polygonsOf(geojson)) {
      const rings = positions.map(closedRing).filter(({length}) => length > 2);
      const box = unionOf(rings.map((ring) => boxOf(ring, 0, ring.length / 2)));
      if (rings.length > 0) this.#polygons.push({precedence, rings, box});
    }
  }

  /** The layer, which has at least one polygon. */
  build(): LayerData {
    const bounds = unionOf(this.#polygons.map(({box}) => box));
    const keyed = this.#polygons.map((polygon) => {
      const [lng, lat] = polygon.rings[0]!;
      return {polygon, key: mortonKey(lng!, lat!, bounds)};
    });
    const polygons = keyed.sort((a, b) => a.key - b.key).map(({polygon}) => polygon);
    const vertices = concatenated(polygons.flatMap(({rings}) => rings));
    const {starts, runs} = cutIntoRuns(polygons);
    return {
      tree: treeOf(polygons.map(({box}) => box)),
      precedences: Uint32Array.from(polygons, ({precedence}) => precedence),
      polygons: Uint32Array.from(starts),
      runs: Uint32Array.from(runs.flat()),
      boxes: concatenated(runs.map(([from, to]) => boxOf(vertices, from, to + 1))),
      vertices,
      outline: outlineOf(vertices, runs, bounds),
    };
  }
}

type Positions = readonly (readonly number[])[];

function polygonsOf(text: string): readonly (readonly Positions[])[] {
  const parsed: unknown = JSON.parse(text);
  const {type, coordinates} = parsed as {type?: unknown; coordinates?: unknown};
  if (type === 'Polygon' && Array.isArray(coordinates)) return [coordinates as Positions[]];
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return coordinates as Positions[][];
  throw new Error(`an area is a Polygon or MultiPolygon, not ${String(type)}`);
}

/** The vertices of a ring without repetitions, but for the first one at its end. */
function closedRing(positions: Positions): Float64Array {
  const ring: number[] = [];
  for (const position of [...positions, ...positions.slice(0, 1)]) {
    const [x, y] = position;
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
      throw new Error(`a vertex is ${JSON.stringify(position)}`);
    if (x !== ring.at(-2) || y !== ring.at(-1)) ring.push(x, y);
  }
  return Float64Array.from(ring);
}

const unionOf = (boxes: readonly Box[]): Box => {
  const corners = concatenated(boxes);
  return boxOf(corners, 0, corners.length / 2);
};

function concatenated(lists: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** The vertices at which the edges of each run begin, and the first run of each polygon. */
function cutIntoRuns(polygons: readonly Polygon[]): {starts: number[]; runs: [from: number, to: number][]} {
  const starts = [0];
  const runs: [number, number][] = [];
  let from = 0;
  for (const {rings} of polygons) {
    for (const {length} of rings) {
      // No edge begins at the last vertex.
      const last = from + length / 2 - 1;
      for (; from < last; from = Math.min(last, from + MAX_RUN))
        runs.push([from, Math.min(last, from + MAX_RUN)]);
      from = last + 1;
    }
    starts.push(runs.length);
  }
  return {starts, runs};
}

function treeOf(boxes: readonly Box[]): Uint8Array {
  const tree = new Flatbush(boxes.length);
  for (const box of boxes) tree.add(...box);
  tree.finish();
  return new Uint8Array(tree.data);
}
