/** Lookup of points in one layer of areas: its sections as views over shared memory. */
import {CROSSES, meet, squareDistance, TOUCHES} from './edges.ts';
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

/** Distances that differ by no more are equal. */
export const TIE_TOLERANCE_M = 1e-6;

/** West, south, east, north of all vertices. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

export interface LayerData {
  grid: Grid;
  bounds: Bounds;
  /** Longitude and latitude by turns. */
  vertices: Float64Array;
  /** By part, the place of its record in the order that decides between areas; ascending. */
  precedences: Uint32Array;
  /** By cell, row by row from the south-west: the head. 0 for nothing. */
  cells: Uint32Array;
  lists: Uint32Array;
}

/** A point with the metres of a degree there. */
export interface LocalPoint {
  lng: number;
  lat: number;
  east: number;
  north: number;
}

/** Cells count as within reach somewhat beyond it, for rounding; edges that near stand in the neighbouring cell too. */
const SLACK = 1.0001;

/** Numbers stand in fields of their own: a lookup takes some hundred nanoseconds. */
export class Layer {
  readonly #vertices: Float64Array;
  readonly #places: Uint32Array;
  readonly #cells: Uint32Array;
  readonly #lists: Uint32Array;
  readonly #west: number;
  readonly #south: number;
  readonly #width: number;
  readonly #height: number;
  /** Cells a degree. */
  readonly #across: number;
  readonly #up: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #left: number;
  readonly #bottom: number;
  readonly #right: number;
  readonly #top: number;
  /** Square of the distance within which edges are looked for, lowered as they are found where it is to be. */
  #reach = 0;
  /** While the reach shrinks, the square of what counts as equally near, and whether another part is. */
  #equal = 0;
  #tied = false;
  #shrinks = true;
  /** The nearest part, or the lowest within reach. */
  #part = NONE;

  constructor({grid, bounds, vertices, precedences: places, cells, lists}: LayerData) {
    this.#vertices = vertices;
    this.#places = places;
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

  /** Whether the point is at most so many metres away from the box of the layer. */
  isNear({lng, lat, east, north}: LocalPoint, metres: number): boolean {
    if ((this.#bottom - lat) * north > metres || (lat - this.#top) * north > metres) return false;
    return (this.#left - lng) * east <= metres && (lng - this.#right) * east <= metres;
  }

  /** The first place, in the order of areas, of a record that contains the point; NO_PLACE where none does. */
  firstContaining(lng: number, lat: number): number {
    if (!(lng >= this.#left && lng <= this.#right && lat >= this.#bottom && lat <= this.#top)) return NONE;
    const column = Math.floor((lng - this.#west) * this.#across);
    const row = Math.floor((lat - this.#south) * this.#up);
    const head = this.#cells[row * this.#columns + column]!;
    if (head === 0) return NONE;
    const west = this.#west + column * this.#width;
    const south = this.#south + row * this.#height;
    const part =
      head < SUBDIVIDED
        ? this.#firstIn(head, west, south, this.#width, this.#height, lng, lat)
        : this.#firstBelow(head, west, south, this.#width, this.#height, lng, lat);
    return part === NONE ? NONE : this.#places[part]!;
  }

  /** The same in a parted cell. */
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

  /** The first part of the list of a cell that contains a point of the cell. */
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
    const knownX = referenceCoordinate(west, width, FRACTIONS_X[candidate]!);
    const knownY = referenceCoordinate(south, height, FRACTIONS_Y[candidate]!);
    let at = head + 1;
    for (let left = first & POLYGON_COUNT_MASK; left > 0; left--) {
      const part = lists[at]!;
      const end = at + 2 + lists[at + 1]!;
      let inside = part & 1;
      for (at += 2; at < end; at++) {
        const v = lists[at]! * 2;
        const met = meet(
          lng,
          lat,
          knownX,
          knownY,
          vertices[v]!,
          vertices[v + 1]!,
          vertices[v + 2]!,
          vertices[v + 3]!,
        );
        if (met === CROSSES) inside ^= 1;
        else if (met === TOUCHES) return part >>> 1;
      }
      if (inside === 1) return part >>> 1;
    }
    return NONE;
  }

  /**
   * Square of the distance to the nearest edge, at most `reach`; greater where there is none. `place` is that of its
   * record then, and `tied` whether another part of the layer may be equally near.
   */
  nearest(spot: LocalPoint, reach: number): number {
    this.#reach = reach;
    this.#equal = reach;
    this.#tied = false;
    this.#shrinks = true;
    this.#part = NONE;
    this.#around(spot);
    return this.#part === NONE ? Number.POSITIVE_INFINITY : this.#reach;
  }

  get precedence(): number {
    return this.#part === NONE ? NONE : this.#places[this.#part]!;
  }

  get tied(): boolean {
    return this.#tied;
  }

  /** The first place of a record with an edge whose squared distance is at most `reach`. */
  firstWithin(spot: LocalPoint, reach: number): number {
    this.#reach = reach;
    this.#equal = reach;
    this.#shrinks = false;
    this.#part = NONE;
    this.#around(spot);
    return this.precedence;
  }

  /** Looks at the cells within reach, the nearest first. */
  #around(spot: LocalPoint): void {
    const {lng, lat, east, north} = spot;
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
      // What lies in this ring or behind it is at least so far away.
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
          this.#look(spot, head, west, south, this.#width, this.#height);
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

  #look(spot: LocalPoint, head: number, west: number, south: number, width: number, height: number): void {
    const dx = Math.max(west - spot.lng, spot.lng - west - width, 0) * spot.east;
    const dy = Math.max(south - spot.lat, spot.lat - south - height, 0) * spot.north;
    if (dx * dx + dy * dy > this.#equal * SLACK) return;
    if (head < SUBDIVIDED) {
      this.#edges(spot, head);
      return;
    }
    const lists = this.#lists;
    const w = width / SIDE;
    const h = height / SIDE;
    for (let n = 0; n < SIDE * SIDE; n++) {
      const child = lists[head - SUBDIVIDED + n]!;
      if (child === 0) continue;
      this.#look(spot, child, west + (n % SIDE) * w, south + Math.floor(n / SIDE) * h, w, h);
    }
  }

  #edges({lng, lat, east, north}: LocalPoint, head: number): void {
    const lists = this.#lists;
    const vertices = this.#vertices;
    let at = head + 1;
    for (let left = lists[head]! & POLYGON_COUNT_MASK; left > 0; left--) {
      const part = lists[at]! >>> 1;
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
        if (this.#shrinks) this.#shrink(part, square);
        else if (part < this.#part) this.#part = part;
      }
    }
  }

  /** Takes note of an edge that is nearer than all before, or equally near. */
  #shrink(part: number, square: number): void {
    const other = part !== this.#part && this.#part !== NONE;
    if (square >= this.#reach && this.#part !== NONE) {
      if (other) this.#tied = true;
      return;
    }
    const metres = Math.sqrt(square);
    const equal = (metres + TIE_TOLERANCE_M) * (metres + TIE_TOLERANCE_M);
    // What was nearest until now may still be equally near.
    if (equal < this.#reach) this.#tied = false;
    else if (other) this.#tied = true;
    this.#part = part;
    this.#reach = square;
    this.#equal = equal;
  }
}
