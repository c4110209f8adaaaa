/** Lookup of points in one layer of areas: its sections as views over shared memory. */
import {CROSSES, meet, squareDistance, TOUCHES} from './edges.ts';
import {
  CANDIDATE_BITS,
  COUNT_MASK,
  type Grid,
  knownPoint,
  MARGIN,
  NO_PLACE,
  PARTED,
  SHARES_X,
  SHARES_Y,
  SIDE,
} from './grid.ts';

/** Distances that differ by no more are equal. */
export const EQUAL_M = 1e-6;

/** West, south, east, north of all vertices. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

export interface LayerData {
  grid: Grid;
  bounds: Bounds;
  /** Longitude and latitude by turns. */
  vertices: Float64Array;
  /** By part, the place of its record in the order that decides between areas; ascending. */
  places: Uint32Array;
  /** By cell, row by row from the south-west: the head. 0 for nothing. */
  cells: Uint32Array;
  lists: Uint32Array;
}

/** A point with the metres of a degree there. */
export interface Spot {
  lng: number;
  lat: number;
  east: number;
  north: number;
}

/** Cells count as within reach somewhat beyond it, for rounding; edges that near stand in the neighbouring cell too. */
const SLACK = 1.0001;

export class Layer {
  readonly #data: LayerData;
  /** Square of the distance within which edges are looked for, lowered as they are found where it is to be. */
  #reach = 0;
  /** While the reach shrinks, the square of what counts as equally near, and whether another part is. */
  #equal = 0;
  #tied = false;
  #shrinks = true;
  /** The nearest part, or the lowest within reach. */
  #part = NO_PLACE;

  constructor(data: LayerData) {
    this.#data = data;
  }

  /** Whether the point is at most so many metres away from the box of the layer. */
  isNear({lng, lat, east, north}: Spot, metres: number): boolean {
    const [left, bottom, right, top] = this.#data.bounds;
    const dx = Math.max(left - lng, lng - right) * east;
    const dy = Math.max(bottom - lat, lat - top) * north;
    return dx <= metres && dy <= metres;
  }

  /** The first place, in the order of areas, of a record that contains the point; NO_PLACE where none does. */
  containing(lng: number, lat: number): number {
    const {grid, cells, lists, places} = this.#data;
    let {width, height} = grid;
    const column = Math.floor((lng - grid.west) / width);
    const row = Math.floor((lat - grid.south) / height);
    if (!(column >= 0 && row >= 0 && column < grid.columns && row < grid.rows)) return NO_PLACE;
    let west = grid.west + column * width;
    let south = grid.south + row * height;
    let head = cells[row * grid.columns + column]!;
    while (head >= PARTED) {
      width /= SIDE;
      height /= SIDE;
      const i = Math.min(SIDE - 1, Math.max(0, Math.floor((lng - west) / width)));
      const j = Math.min(SIDE - 1, Math.max(0, Math.floor((lat - south) / height)));
      west += i * width;
      south += j * height;
      head = lists[head - PARTED + j * SIDE + i]!;
    }
    if (head === 0) return NO_PLACE;
    const part = this.#firstIn(head, west, south, width, height, lng, lat);
    return part === NO_PLACE ? NO_PLACE : places[part]!;
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
    const {lists, vertices} = this.#data;
    const first = lists[head]!;
    const candidate = first >>> CANDIDATE_BITS;
    const knownX = knownPoint(west, width, SHARES_X[candidate]!);
    const knownY = knownPoint(south, height, SHARES_Y[candidate]!);
    let at = head + 1;
    for (let left = first & COUNT_MASK; left > 0; left--) {
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
    return NO_PLACE;
  }

  /**
   * Square of the distance to the nearest edge, at most `reach`; greater where there is none. `place` is that of its
   * record then, and `tied` whether another part of the layer may be equally near.
   */
  nearest(spot: Spot, reach: number): number {
    this.#reach = reach;
    this.#equal = reach;
    this.#tied = false;
    this.#shrinks = true;
    this.#part = NO_PLACE;
    this.#around(spot);
    return this.#part === NO_PLACE ? Number.POSITIVE_INFINITY : this.#reach;
  }

  get place(): number {
    return this.#part === NO_PLACE ? NO_PLACE : this.#data.places[this.#part]!;
  }

  get tied(): boolean {
    return this.#tied;
  }

  /** The first place of a record with an edge whose squared distance is at most `reach`. */
  firstWithin(spot: Spot, reach: number): number {
    this.#reach = reach;
    this.#equal = reach;
    this.#shrinks = false;
    this.#part = NO_PLACE;
    this.#around(spot);
    return this.place;
  }

  /** Looks at the cells within reach, the nearest first. */
  #around(spot: Spot): void {
    const {grid} = this.#data;
    const {lng, lat, east, north} = spot;
    const metres = Math.sqrt(this.#reach);
    const from = columnsOf(grid, lng - metres / east, lng + metres / east);
    const rows = rowsOf(grid, lat - metres / north, lat + metres / north);
    if (from.first > from.last || rows.first > rows.last) return;
    const column = Math.floor((lng - grid.west) / grid.width);
    const row = Math.floor((lat - grid.south) / grid.height);
    const rings = Math.max(
      Math.abs(column - from.first),
      Math.abs(column - from.last),
      Math.abs(row - rows.first),
      Math.abs(row - rows.last),
    );
    const step_m = Math.min(grid.width * east, grid.height * north);
    for (let ring = 0; ring <= rings; ring++) {
      // What lies in this ring or behind it is at least so far away.
      const away = (ring - 1) * step_m;
      if (away > 0 && away * away > this.#equal * SLACK) break;
      const top = Math.min(rows.last, row + ring);
      for (let j = Math.max(rows.first, row - ring); j <= top; j++) {
        const step = Math.abs(j - row) === ring || ring === 0 ? 1 : 2 * ring;
        for (let i = column - ring; i <= column + ring; i += step) {
          if (i >= from.first && i <= from.last) this.#visit(spot, i, j);
        }
      }
    }
  }

  #visit(spot: Spot, column: number, row: number): void {
    const {grid, cells} = this.#data;
    const head = cells[row * grid.columns + column]!;
    if (head === 0) return;
    const {west, south, width, height} = grid;
    this.#look(spot, head, west + column * width, south + row * height, width, height);
  }

  #look(spot: Spot, head: number, west: number, south: number, width: number, height: number): void {
    const dx = Math.max(west - spot.lng, spot.lng - west - width, 0) * spot.east;
    const dy = Math.max(south - spot.lat, spot.lat - south - height, 0) * spot.north;
    if (dx * dx + dy * dy > this.#equal * SLACK) return;
    if (head < PARTED) {
      this.#edges(spot, head);
      return;
    }
    const {lists} = this.#data;
    const [w, h] = [width / SIDE, height / SIDE];
    for (let n = 0; n < SIDE * SIDE; n++) {
      const child = lists[head - PARTED + n]!;
      if (child === 0) continue;
      this.#look(spot, child, west + (n % SIDE) * w, south + Math.floor(n / SIDE) * h, w, h);
    }
  }

  #edges({lng, lat, east, north}: Spot, head: number): void {
    const {lists, vertices} = this.#data;
    let at = head + 1;
    for (let left = lists[head]! & COUNT_MASK; left > 0; left--) {
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
    const other = part !== this.#part && this.#part !== NO_PLACE;
    if (square >= this.#reach && this.#part !== NO_PLACE) {
      if (other) this.#tied = true;
      return;
    }
    const metres = Math.sqrt(square);
    const equal = (metres + EQUAL_M) * (metres + EQUAL_M);
    // What was nearest until now may still be equally near.
    if (equal < this.#reach) this.#tied = false;
    else if (other) this.#tied = true;
    this.#part = part;
    this.#reach = square;
    this.#equal = equal;
  }
}

const columnsOf = ({west, width, columns}: Grid, from: number, to: number) => ({
  first: Math.max(0, Math.floor((from - west) / width - MARGIN)),
  last: Math.min(columns - 1, Math.floor((to - west) / width + MARGIN)),
});

const rowsOf = ({south, height, rows}: Grid, from: number, to: number) => ({
  first: Math.max(0, Math.floor((from - south) / height - MARGIN)),
  last: Math.min(rows - 1, Math.floor((to - south) / height + MARGIN)),
});
