/** The rings of a layer, found again from its grid: where each begins, whose it is and how far it reaches. */
import {NONE} from './grid.ts';
import type {Layer} from './layer.ts';

export interface Rings {
  count: number;
  /** First vertex of each ring, and the end of the last. The first vertex of a ring is repeated at its end. */
  starts: Uint32Array;
  polygons: Uint32Array;
  /** West, south, east, north of each ring. */
  boxes: Float64Array;
}

const known = new WeakMap<Layer, Rings>();

/** The rings of a layer in the order of their vertices, the outer one of a polygon first; found once a thread. */
export function ringsOf(layer: Layer): Rings {
  const kept = known.get(layer);
  if (kept) return kept;
  const rings = findRings(layer);
  known.set(layer, rings);
  return rings;
}

function findRings(layer: Layer): Rings {
  const {vertices} = layer;
  const polygonByEdge = layer.polygonByEdge();
  let count = 0;
  for (const polygon of polygonByEdge) if (polygon === NONE) count++;
  const rings: Rings = {
    count,
    starts: new Uint32Array(count + 1),
    polygons: new Uint32Array(count),
    boxes: new Float64Array(count * 4),
  };
  let [ring, from] = [0, 0];
  for (let vertex = 0; vertex < polygonByEdge.length; vertex++) {
    if (polygonByEdge[vertex] !== NONE) continue;
    rings.polygons[ring] = polygonByEdge[from]!;
    writeBox(rings.boxes, ring * 4, vertices, from, vertex);
    from = vertex + 1;
    rings.starts[++ring] = from;
  }
  return rings;
}

function writeBox(boxes: Float64Array, at: number, vertices: Float64Array, from: number, to: number): void {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = from * 2; i < to * 2; i += 2) {
    const [lng, lat] = [vertices[i]!, vertices[i + 1]!];
    if (lng < west) west = lng;
    if (lng > east) east = lng;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  boxes[at] = west;
  boxes[at + 1] = south;
  boxes[at + 2] = east;
  boxes[at + 3] = north;
}
