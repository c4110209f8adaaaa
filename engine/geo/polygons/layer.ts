/** Looks up points in one layer of polygons: its sections as typed arrays over shared memory. */
import {CROSSES, intersectPath, squareDistance, TOUCHES} from './edges.ts';
import {
  CANDIDATE_BITS,
  CELL_MARGIN,
  FRACTIONS_X,
  FRACTIONS_Y,
  type Grid,
  NONE,
  POLYGON_COUNT_MASK,
  referenceCoordinate,
  SIDE,
  SUBDIVIDED,
} from './grid.ts';

/** Distances that differ by no more count as equal. */
export const TIE_TOLERANCE_M = 1e-6;

/** Bounding box of all vertices. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

export interface LayerData {
  grid: Grid;
  bounds: Bounds;
  /** Pairs of longitude and latitude. */
  vertices: Float64Array;
  /** Precedence of each polygon's record, ascending. */
  precedences: Uint32Array;
  /** Head of the list of each cell, row by row from the south-west; 0 for an empty list. */
  cells: Uint32Array;
  lists: Uint32Array;
}

/** A point with the metres per degree there. */
export interface LocalPoint {
  lng: number;
  lat: number;
  east: number;
  north: number;
}

/** Cells slightly beyond the reach are searched too, for rounding; edges that near are listed in both cells. */
const SLACK = 1.0001;

/** Coordinates are private fields of their own, not objects: a lookup takes a few hundred nanoseconds. */
export class Layer {
  readonly #vertices: Float64Array;
  readonly #precedences: Uint32Array;
  readonly #cells: Uint32Array;
  readonly #lists: Uint32Array;
  readonly #west: number;
  readonly #south: number;
  readonly #width: number;
  readonly #height: number;
  /** Cells per degree. */
  readonly #across: number;
  readonly #up: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #left: number;
  readonly #bottom: number;
  readonly #right: number;
  readonly #top: number;
  /** Squared distance within which edges are searched; shrinks to the nearest edge where `#shrinks`. */
  #reach = 0;
  /** While the reach shrinks: the squared distance that counts as equally near, and whether another polygon is. */
  #equal = 0;
  #tied = false;
  #shrinks = true;
  /** The nearest polygon, or the lowest within reach. */
  #polygon = NONE;

  constructor({grid, bounds, vertices, precedences, cells, lists}: LayerData) {
    this.#vertices = vertices;
    this.#precedences = precedences;
    this.#cells = cells;
    this.#lists = lists;
    this.#west = grid.west;
    this.#south = grid.south;
    this.#width = grid.width;
    this.#height = grid.height;
    this.#across = 1 / grid.width;
    this.#up = 1 / grid.height;
    this.#columns = grid.columns;
    this.#rows = grid.rows;
    [this.#left, this.#bottom, this.#right, this.#top] = bounds;
  }

  /** Whether the point is at most `metres` from the bounding box. */
  isNear({lng, lat, east, north}: LocalPoint, metres: number): boolean {
    if ((this.#bottom - lat) * north > metres || (lat - this.#top) * north > metres) return false;
    return (this.#left - lng) * east <= metres && (lng - this.#right) * east <= metres;
  }

  /** Bounding box of all vertices. */
  get bounds(): Bounds {
    return [this.#left, this.#bottom, this.#right, this.#top];
  }

  /** Pairs of longitude and latitude, ring after ring. */
  get vertices(): Float64Array {
    return this.#vertices;
  }

  /** Precedence of the record of a polygon. */
  precedenceOf(polygon: number): number {
    return this.#precedences[polygon]!;
  }

  /** Polygon of the edge that begins at each vertex; NONE at the end of a ring. Every edge is in the list of a cell. */
  polygonByEdge(): Uint32Array {
    const polygons = new Uint32Array(this.#vertices.length / 2).fill(NONE);
    for (const head of this.#cells) this.#markEdges(head, polygons);
    return polygons;
  }

  #markEdges(head: number, polygons: Uint32Array): void {
    const lists = this.#lists;
    if (head === 0) return;
    if (head >= SUBDIVIDED) {
      for (let n = 0; n < SIDE * SIDE; n++) this.#markEdges(lists[head - SUBDIVIDED + n]!, polygons);
      return;
    }
    let at = head + 1;
    for (let left = lists[head]! & POLYGON_COUNT_MASK; left > 0; left--) {
      const polygon = lists[at]! >>> 1;
      const end = at + 2 + lists[at + 1]!;
      for (at += 2; at < end; at++) polygons[lists[at]!] = polygon;
    }
  }

  /**
   * The outline of the cells that hold anything, in at most `bands` bands of latitude: pairs of longitude and latitude,
   * counter-clockwise, closed. Empty without polygons.
   */
  outline(bands: number): Float64Array {
    const [columns, rows, height] = [this.#columns, this.#rows, this.#height];
    const step = Math.max(1, Math.ceil(rows / bands));
    const [left, right]: number[][] = [[], []];
    for (let from = 0; from < rows; from += step) {
      const to = Math.min(rows, from + step);
      let [first, last] = [columns, -1];
      for (let row = from; row < to; row++) {
        for (let column = 0; column < columns; column++) {
          if (this.#cells[row * columns + column] === 0) continue;
          first = Math.min(first, column);
          last = Math.max(last, column);
        }
      }
      if (last < 0) continue;
      for (const row of [from, to]) {
        left!.push(this.#west + first * this.#width, this.#south + row * height);
        right!.push(this.#west + (last + 1) * this.#width, this.#south + row * height);
      }
    }
    const ring = [...right!];
    for (let i = left!.length - 2; i >= 0; i -= 2) ring.push(left![i]!, left![i + 1]!);
    return Float64Array.from([...ring, ...ring.slice(0, 2)]);
  }

  /** Precedence of the first record that contains the point; NONE if none does. */
  firstContaining(lng: number, lat: number): number {
    if (!(lng >= this.#left && lng <= this.#right && lat >= this.#bottom && lat <= this.#top)) return NONE;
    const column = Math.floor((lng - this.#west) * this.#across);
    const row = Math.floor((lat - this.#south) * this.#up);
    const head = this.#cells[row * this.#columns + column]!;
    if (head === 0) return NONE;
    const west = this.#west + column * this.#width;
    const south = this.#south + row * this.#height;
    const polygon =
      head < SUBDIVIDED
        ? this.#firstIn(head, west, south, this.#width, this.#height, lng, lat)
        : this.#firstBelow(head, west, south, this.#width, this.#height, lng, lat);
    return polygon === NONE ? NONE : this.#precedences[polygon]!;
  }

  /** As `#firstIn`, in a subdivided cell. */
  #firstBelow(
    head: number,
    west: number,
    south: number,
    width: number,
    height: number,
    lng: number,
    lat: number,
  ): number {
    const w = width / SIDE;
    const h = height / SIDE;
    const i = Math.min(SIDE - 1, Math.max(0, Math.floor((lng - west) / w)));
    const j = Math.min(SIDE - 1, Math.max(0, Math.floor((lat - south) / h)));
    const child = this.#lists[head - SUBDIVIDED + j * SIDE + i]!;
    if (child === 0) return NONE;
    const first = child < SUBDIVIDED ? this.#firstIn : this.#firstBelow;
    return first.call(this, child, west + i * w, south + j * h, w, h, lng, lat);
  }

  /** The first polygon of the list of a cell that contains a point of the cell. */
  #firstIn(
    head: number,
    west: number,
    south: number,
    width: number,
    height: number,
    lng: number,
    lat: number,
  ): number {
    const lists = this.#lists;
    const vertices = this.#vertices;
    const first = lists[head]!;
    const candidate = first >>> CANDIDATE_BITS;
    const referenceX = referenceCoordinate(west, width, FRACTIONS_X[candidate]!);
    const referenceY = referenceCoordinate(south, height, FRACTIONS_Y[candidate]!);
    let at = head + 1;
    for (let left = first & POLYGON_COUNT_MASK; left > 0; left--) {
      const polygon = lists[at]!;
      const end = at + 2 + lists[at + 1]!;
      let inside = polygon & 1;
      for (at += 2; at < end; at++) {
        const v = lists[at]! * 2;
        const relation = intersectPath(
          lng,
          lat,
          referenceX,
          referenceY,
          vertices[v]!,
          vertices[v + 1]!,
          vertices[v + 2]!,
          vertices[v + 3]!,
        );
        if (relation === CROSSES) inside ^= 1;
        else if (relation === TOUCHES) return polygon >>> 1;
      }
      if (inside === 1) return polygon >>> 1;
    }
    return NONE;
  }

  /**
   * Squared distance to the nearest edge within the squared distance `reach`; infinite if there is none. Sets `precedence`,
   * and `tied` if another polygon of the layer may be equally near.
   */
  nearest(point: LocalPoint, reach: number): number {
    this.#reach = reach;
    this.#equal = reach;
    this.#tied = false;
    this.#shrinks = true;
    this.#polygon = NONE;
    this.#searchAround(point);
    return this.#polygon === NONE ? Number.POSITIVE_INFINITY : this.#reach;
  }

  get precedence(): number {
    return this.#polygon === NONE ? NONE : this.#precedences[this.#polygon]!;
  }

  get tied(): boolean {
    return this.#tied;
  }

  /** Precedence of the first record with an edge whose squared distance is at most `reach`. */
  firstWithin(point: LocalPoint, reach: number): number {
    this.#reach = reach;
    this.#equal = reach;
    this.#shrinks = false;
    this.#polygon = NONE;
    this.#searchAround(point);
    return this.precedence;
  }

  /** Searches the cells within reach, the nearest first. */
  #searchAround(point: LocalPoint): void {
    const {lng, lat, east, north} = point;
    const metres = Math.sqrt(this.#reach);
    const dx = metres / east;
    const dy = metres / north;
    const first = Math.max(0, this.#columnOf(lng - dx, -CELL_MARGIN));
    const last = Math.min(this.#columns - 1, this.#columnOf(lng + dx, CELL_MARGIN));
    const lowest = Math.max(0, this.#rowOf(lat - dy, -CELL_MARGIN));
    const highest = Math.min(this.#rows - 1, this.#rowOf(lat + dy, CELL_MARGIN));
    const column = this.#columnOf(lng, 0);
    const row = this.#rowOf(lat, 0);
    const rings = Math.max(column - first, last - column, row - lowest, highest - row);
    const cell = Math.min(this.#width * east, this.#height * north);
    for (let ring = 0; ring <= rings; ring++) {
      // Everything in this ring or beyond is at least so far away.
      const away = (ring - 1) * cell;
      if (away > 0 && away * away > this.#equal * SLACK) break;
      const top = Math.min(highest, row + ring);
      for (let j = Math.max(lowest, row - ring); j <= top; j++) {
        const step = Math.abs(j - row) === ring || ring === 0 ? 1 : 2 * ring;
        for (let i = column - ring; i <= column + ring; i += step) {
          if (i < first || i > last) continue;
          const head = this.#cells[j * this.#columns + i]!;
          if (head === 0) continue;
          const west = this.#west + i * this.#width;
          const south = this.#south + j * this.#height;
          this.#searchCell(point, head, west, south, this.#width, this.#height);
        }
      }
    }
  }

  #columnOf(lng: number, margin: number): number {
    return Math.floor((lng - this.#west) * this.#across + margin);
  }

  #rowOf(lat: number, margin: number): number {
    return Math.floor((lat - this.#south) * this.#up + margin);
  }

  #searchCell(
    point: LocalPoint,
    head: number,
    west: number,
    south: number,
    width: number,
    height: number,
  ): void {
    const dx = Math.max(west - point.lng, point.lng - west - width, 0) * point.east;
    const dy = Math.max(south - point.lat, point.lat - south - height, 0) * point.north;
    if (dx * dx + dy * dy > this.#equal * SLACK) return;
    if (head < SUBDIVIDED) {
      this.#searchEdges(point, head);
      return;
    }
    const lists = this.#lists;
    const w = width / SIDE;
    const h = height / SIDE;
    for (let n = 0; n < SIDE * SIDE; n++) {
      const child = lists[head - SUBDIVIDED + n]!;
      if (child === 0) continue;
      this.#searchCell(point, child, west + (n % SIDE) * w, south + Math.floor(n / SIDE) * h, w, h);
    }
  }

  #searchEdges({lng, lat, east, north}: LocalPoint, head: number): void {
    const lists = this.#lists;
    const vertices = this.#vertices;
    let at = head + 1;
    for (let left = lists[head]! & POLYGON_COUNT_MASK; left > 0; left--) {
      const polygon = lists[at]! >>> 1;
      const end = at + 2 + lists[at + 1]!;
      for (at += 2; at < end; at++) {
        const v = lists[at]! * 2;
        const square = squareDistance(
          lng,
          lat,
          east,
          north,
          vertices[v]!,
          vertices[v + 1]!,
          vertices[v + 2]!,
          vertices[v + 3]!,
        );
        if (square > this.#equal) continue;
        if (this.#shrinks) this.#shrink(polygon, square);
        else if (polygon < this.#polygon) this.#polygon = polygon;
      }
    }
  }

  /** Records an edge that is nearer than all before, or equally near. */
  #shrink(polygon: number, square: number): void {
    const other = polygon !== this.#polygon && this.#polygon !== NONE;
    if (square >= this.#reach && this.#polygon !== NONE) {
      if (other) this.#tied = true;
      return;
    }
    const metres = Math.sqrt(square);
    const equal = (metres + TIE_TOLERANCE_M) * (metres + TIE_TOLERANCE_M);
    // The previous nearest may still be equally near.
    if (equal < this.#reach) this.#tied = false;
    else if (other) this.#tied = true;
    this.#polygon = polygon;
    this.#reach = square;
    this.#equal = equal;
  }
}
