/** Orders the vertices of a layer along a Morton curve: polygons near each other lie near each other in memory. */
import type {Bounds} from './layer.ts';
import type {Shapes} from './shapes.ts';

/** Steps of a coordinate across the layer: two of 16 bits make a key of 32. */
const STEPS = 2 ** 16;

/** Spreads 16 bits to every other bit of 32. */
function spread(bits: number): number {
  let all = bits;
  all = (all | (all << 8)) & 0x00ff00ff;
  all = (all | (all << 4)) & 0x0f0f0f0f;
  all = (all | (all << 2)) & 0x33333333;
  return (all | (all << 1)) & 0x55555555;
}

const step = (value: number, low: number, high: number): number =>
  high > low ? Math.min(STEPS - 1, Math.floor(((value - low) / (high - low)) * STEPS)) : 0;

/** Vertices and edges by the Morton key of each polygon's first vertex; the numbers of the polygons stay. */
export function inMortonOrder({vertices, polygonByEdge, precedences}: Shapes, bounds: Bounds): Shapes {
  const [west, south, east, north] = bounds;
  // The vertices of a polygon are consecutive, after those of lower numbers.
  const starts = new Uint32Array(precedences.length + 1);
  let polygon = -1;
  for (let i = 0; i < polygonByEdge.length; i++) {
    const own = polygonByEdge[i]!;
    if (own >= precedences.length) continue;
    while (polygon < own) starts[++polygon] = i;
  }
  while (polygon < precedences.length) starts[++polygon] = polygonByEdge.length;
  starts[0] = 0;
  const keys = Float64Array.from({length: precedences.length}, (_, i) => {
    const v = starts[i]! * 2;
    return spread(step(vertices[v]!, west, east)) * 2 + spread(step(vertices[v + 1]!, south, north));
  });
  const order = Uint32Array.from({length: precedences.length}, (_, i) => i).sort(
    (a, b) => keys[a]! - keys[b]! || a - b,
  );
  const ordered = {
    vertices: new Float64Array(vertices.length),
    polygonByEdge: new Uint32Array(polygonByEdge.length),
    precedences,
  };
  let next = 0;
  for (const one of order) {
    const [from, to] = [starts[one]!, starts[one + 1]!];
    ordered.vertices.set(vertices.subarray(from * 2, to * 2), next * 2);
    ordered.polygonByEdge.set(polygonByEdge.subarray(from, to), next);
    next += to - from;
  }
  return ordered;
}
