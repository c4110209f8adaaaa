/** A grid of cells over a box: which cell a point lies in, and whether a whole box lies in one. */
import {northOf, westOf} from '../mercator.ts';
import {OUTSIDE, type Region, SEVERAL} from '../region.ts';

/**
 * Cells between ascending longitudes and descending latitudes. A cell holds its western and its southern
 * edge; the edges of the grid may be infinite.
 */
export class Cells implements Region {
  readonly columns: number;
  readonly rows: number;
  readonly #lngs: Float64Array;
  readonly #lats: Float64Array;
  /** Where the grid begins on the globe, and cells per degree. */
  readonly #west: number;
  readonly #across: number;
  readonly #north: number;
  readonly #down: number;

  constructor(lngs: Float64Array, lats: Float64Array) {
    this.#lngs = lngs;
    this.#lats = lats;
    this.columns = lngs.length - 1;
    this.rows = lats.length - 1;
    this.#west = Math.max(-180, lngs[0]!);
    this.#across = this.columns / (Math.min(180, lngs[this.columns]!) - this.#west);
    this.#north = Math.min(90, lats[0]!);
    this.#down = this.rows / (this.#north - Math.max(-90, lats[this.rows]!));
  }

  /** The cell of a point, row by row from the north-west; OUTSIDE if it lies in none. */
  cellOf(lng: number, lat: number): number {
    const {columns, rows} = this;
    const [lngs, lats] = [this.#lngs, this.#lats];
    if (!(lng >= lngs[0]! && lng < lngs[columns]! && lat >= lats[rows]! && lat < lats[0]!)) return OUTSIDE;
    // As if all cells had one size, which those of a small tile nearly have; the edges decide.
    let column = clamp(Math.floor((lng - this.#west) * this.#across), columns);
    while (lng < lngs[column]!) column--;
    while (lng >= lngs[column + 1]!) column++;
    let row = clamp(Math.floor((this.#north - lat) * this.#down), rows);
    while (lat >= lats[row]!) row--;
    while (lat < lats[row + 1]!) row++;
    return row * columns + column;
  }

  relate(boxes: Float64Array, at: number): number {
    const [west, south, east, north] = [boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!];
    const [lngs, lats] = [this.#lngs, this.#lats];
    if (east < lngs[0]! || west >= lngs[this.columns]! || north < lats[this.rows]! || south >= lats[0]!)
      return OUTSIDE;
    const cell = this.cellOf(west, south);
    if (cell < 0) return SEVERAL;
    const column = cell % this.columns;
    return east < lngs[column + 1]! && north < lats[(cell - column) / this.columns]! ? cell : SEVERAL;
  }
}

const clamp = (index: number, count: number): number => (index < 0 ? 0 : index >= count ? count - 1 : index);

/** The cells of a tile of the Web Mercator map, `side` in each direction, a power of two. */
export function cellsOfTile(z: number, x: number, y: number, side: number): Cells {
  const deep = z + Math.log2(side);
  const edges = (edgeOf: (n: number, z: number) => number, first: number) =>
    Float64Array.from({length: side + 1}, (_, i) => edgeOf(first + i, deep));
  const lngs = edges(westOf, x * side);
  // Whatever a longitude is, it belongs to a column.
  if (x === 0) lngs[0] = Number.NEGATIVE_INFINITY;
  return new Cells(lngs, edges(northOf, y * side));
}

/** One cell: a box in degrees, without its eastern and northern edge. */
export const cellOfDegrees = (west: number, south: number, east: number, north: number): Cells =>
  new Cells(Float64Array.of(west, east), Float64Array.of(north, south));
