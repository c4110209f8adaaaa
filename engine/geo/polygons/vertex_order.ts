/** Lays the vertices of a layer so that parts that are neighbours on the map are neighbours in memory. */
import type {Bounds} from './layer.ts';
import type {Shapes} from './shapes.ts';

/** Steps of a coordinate across the layer: the bits of two make a number of 32 bits. */
const STEPS = 2 ** 16;

/** A number of 16 bits with a zero behind every bit. */
function spread(bits: number): number {
  let all = bits;
  all = (all | (all << 8)) & 0x00ff00ff;
  all = (all | (all << 4)) & 0x0f0f0f0f;
  all = (all | (all << 2)) & 0x33333333;
  return (all | (all << 1)) & 0x55555555;
}

const step = (value: number, low: number, high: number): number =>
  high > low ? Math.min(STEPS - 1, Math.floor(((value - low) / (high - low)) * STEPS)) : 0;

/** Vertices and edges in the order in which a curve that visits quarter by quarter meets the parts, whose numbers stay. */
export function inMortonOrder(
  {vertices, polygonByEdge: edges, precedences: places}: Shapes,
  bounds: Bounds,
): Shapes {
  const [west, south, east, north] = bounds;
  // Every part stands in one piece, behind those of lower numbers.
  const starts = new Uint32Array(places.length + 1);
  let part = -1;
  for (let i = 0; i < edges.length; i++) {
    const own = edges[i]!;
    if (own >= places.length) continue;
    while (part < own) starts[++part] = i;
  }
  while (part < places.length) starts[++part] = edges.length;
  starts[0] = 0;
  const keys = Float64Array.from({length: places.length}, (_, i) => {
    const v = starts[i]! * 2;
    return spread(step(vertices[v]!, west, east)) * 2 + spread(step(vertices[v + 1]!, south, north));
  });
  const order = Uint32Array.from({length: places.length}, (_, i) => i).sort(
    (a, b) => keys[a]! - keys[b]! || a - b,
  );
  const ordered = {
    vertices: new Float64Array(vertices.length),
    polygonByEdge: new Uint32Array(edges.length),
    precedences: places,
  };
  let at = 0;
  for (const one of order) {
    const [from, to] = [starts[one]!, starts[one + 1]!];
    ordered.vertices.set(vertices.subarray(from * 2, to * 2), at * 2);
    ordered.polygonByEdge.set(edges.subarray(from, to), at);
    at += to - from;
  }
  return ordered;
}
