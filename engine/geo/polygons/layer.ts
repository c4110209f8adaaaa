/** One layer of polygons: a packed R-tree over their boxes, and exact tests of their edges. */
import Flatbush from 'flatbush';
import {CROSSES, crossRay, edgeTouches, MISSES, squareDistance, TOUCHES} from './edges.ts';

/** No precedence: a point without a polygon. */
export const NONE = 2 ** 32 - 1;

/**
 * Most edges of a run. A polygon may span its city: the box of a run tells whether its edges need to be read.
 */
export const MAX_RUN = 32;

/** Boxes slightly farther than wanted are searched too, for rounding. */
const SLACK = 1.0001;

/**
 * Polygons are numbered along a space-filling curve; their rings are cut into runs of edges, the outer ring
 * first.
 */
export interface LayerData {
  /** The bytes of a Flatbush over the boxes of the polygons. */
  tree: Uint8Array;
  /** Precedence of the record of each polygon; the polygons of a MultiPolygon share one. */
  precedences: Uint32Array;
  /** First run of each polygon, and the end of the last. */
  polygons: Uint32Array;
  /**
   * Vertices at which the edges of each run begin: the first one and their end. An edge leads to the next
   * vertex.
   */
  runs: Uint32Array;
  /** West, south, east, north of the edges of each run. */
  boxes: Float64Array;
  /** Pairs of longitude and latitude; the first vertex of a ring is repeated at its end. */
  vertices: Float64Array;
  /** The outline of all polygons as a closed ring of pairs, counter-clockwise; see `outline.ts`. */
  outline: Float64Array;
}

/** A point with the metres per degree there. */
export interface LocalPoint {
  lng: number;
  lat: number;
  east: number;
  north: number;
}

export class Layer {
  #opened: Flatbush | null = null;
  readonly data: LayerData;

  constructor(data: LayerData) {
    this.data = data;
  }

  /** Read when the first query by place is. */
  get #tree(): Flatbush {
    const {tree} = this.data;
    this.#opened ??= Flatbush.from(tree.buffer, tree.byteOffset);
    return this.#opened;
  }

  /** Number of polygons. */
  get count(): number {
    return this.data.polygons.length - 1;
  }

  /** West, south, east and north of all vertices. */
  get bounds(): [west: number, south: number, east: number, north: number] {
    const {minX, minY, maxX, maxY} = this.#tree;
    return [minX, minY, maxX, maxY];
  }

  /** The polygons whose boxes touch a box in degrees, in no order. */
  search(west: number, south: number, east: number, north: number): number[] {
    return this.#tree.search(west, south, east, north);
  }

  /**
   * The vertices of each ring of a polygon, the outer one first: from one index up to another, the repeated
   * one left out.
   */
  ringsOf(polygon: number): [from: number, to: number][] {
    const {polygons, runs} = this.data;
    const rings: [number, number][] = [];
    for (let run = polygons[polygon]!; run < polygons[polygon + 1]!; run++) {
      const [from, to] = [runs[run * 2]!, runs[run * 2 + 1]!];
      const ring = rings.at(-1);
      if (ring?.[1] === from) ring[1] = to;
      else rings.push([from, to]);
    }
    return rings;
  }

  /** The smallest precedence of the polygons that contain the point, edges included; NONE if none does. */
  firstContaining(lng: number, lat: number): number {
    const {minX, minY, maxX, maxY} = this.#tree;
    if (!(lng >= minX && lng <= maxX && lat >= minY && lat <= maxY)) return NONE;
    let first = NONE;
    for (const polygon of this.search(lng, lat, lng, lat)) {
      const precedence = this.data.precedences[polygon]!;
      if (precedence < first && this.#contains(polygon, lng, lat)) first = precedence;
    }
    return first;
  }

  /** Whether a polygon has a point of a box in degrees, edges of both included. */
  touches(polygon: number, west: number, south: number, east: number, north: number): boolean {
    const {polygons, boxes, runs, vertices} = this.data;
    for (let run = polygons[polygon]!; run < polygons[polygon + 1]!; run++) {
      const at = run * 4;
      if (boxes[at]! > east || boxes[at + 2]! < west || boxes[at + 1]! > north || boxes[at + 3]! < south)
        continue;
      for (let v = runs[run * 2]! * 2; v < runs[run * 2 + 1]! * 2; v += 2) {
        const edge = [vertices[v]!, vertices[v + 1]!, vertices[v + 2]!, vertices[v + 3]!] as const;
        if (edgeTouches(...edge, west, south, east, north)) return true;
      }
    }
    // No edge reaches the box, which lies inside or outside as a whole; one without an end is never inside.
    return Number.isFinite(west) && Number.isFinite(east) && this.#contains(polygon, west, south);
  }

  /** The polygons that may have an edge within `metres` of the point. */
  near({lng, lat, east, north}: LocalPoint, metres: number): number[] {
    const [dx, dy] = [(metres / east) * SLACK, (metres / north) * SLACK];
    return this.search(lng - dx, lat - dy, lng + dx, lat + dy);
  }

  /**
   * Squared distance in square metres to the nearest edge of a polygon; those beyond `reach` may be left out.
   */
  squareDistance(polygon: number, point: LocalPoint, reach: number): number {
    const {polygons, boxes} = this.data;
    const {lng, lat, east, north} = point;
    let least = Number.POSITIVE_INFINITY;
    for (let run = polygons[polygon]!; run < polygons[polygon + 1]!; run++) {
      const at = run * 4;
      const dx = Math.max(boxes[at]! - lng, lng - boxes[at + 2]!, 0) * east;
      const dy = Math.max(boxes[at + 1]! - lat, lat - boxes[at + 3]!, 0) * north;
      if (dx * dx + dy * dy <= reach * SLACK) least = Math.min(least, this.#squareDistance(run, point));
    }
    return least;
  }

  #squareDistance(run: number, {lng, lat, east, north}: LocalPoint): number {
    const {vertices, runs} = this.data;
    let least = Number.POSITIVE_INFINITY;
    for (let v = runs[run * 2]! * 2; v < runs[run * 2 + 1]! * 2; v += 2) {
      const [ax, ay, bx, by] = [vertices[v]!, vertices[v + 1]!, vertices[v + 2]!, vertices[v + 3]!];
      least = Math.min(least, squareDistance(lng, lat, east, north, ax, ay, bx, by));
    }
    return least;
  }

  /**
   * Whether a ray to the east crosses the edges of all rings an odd number of times; what lies on an edge is
   * inside.
   */
  #contains(polygon: number, lng: number, lat: number): boolean {
    const {polygons, boxes} = this.data;
    let inside = false;
    for (let run = polygons[polygon]!; run < polygons[polygon + 1]!; run++) {
      const at = run * 4;
      if (lat < boxes[at + 1]! || lat > boxes[at + 3]! || lng > boxes[at + 2]!) continue;
      const relation = this.#crossRay(run, lng, lat);
      if (relation === TOUCHES) return true;
      if (relation === CROSSES) inside = !inside;
    }
    return inside;
  }

  /** As `crossRay` for all edges of a run: CROSSES where an odd number of them does. */
  #crossRay(run: number, lng: number, lat: number): 0 | 1 | 2 {
    const {vertices, runs} = this.data;
    let crosses = false;
    for (let v = runs[run * 2]! * 2; v < runs[run * 2 + 1]! * 2; v += 2) {
      const relation = crossRay(lng, lat, vertices[v]!, vertices[v + 1]!, vertices[v + 2]!, vertices[v + 3]!);
      if (relation === TOUCHES) return TOUCHES;
      if (relation === CROSSES) crosses = !crosses;
    }
    return crosses ? CROSSES : MISSES;
  }
}
