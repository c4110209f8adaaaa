/** Puts the edges of a layer into a grid, and finds out which parts contain a point of each cell. */

import {GrowableUint32} from '../../file/growable.ts';
import {metresPerDegreeEast, metresPerDegreeNorth} from '../ellipsoid.ts';
import {CROSSES, isOn, meet, meetsBox} from './edges.ts';
import {
  CANDIDATE_BITS,
  CANDIDATES,
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
import type {Bounds, LayerData} from './layer.ts';
import type {Shapes} from './shapes.ts';
import {inMortonOrder} from './vertex_order.ts';

/** Metres of a cell; between them cells are as many as there are pairs of edges. */
const SMALLEST = 50;
const LARGEST = 200;

/** Most cells of a grid, which bounds its memory where few areas lie far apart. */
const MOST_CELLS = 1 << 22;

/** Edges from which on a cell is parted, and how often at most: where many edges meet in a point, it does not help. */
const MANY = 48;
const DEEPEST = 3;

/** A cell and the point in it whose parts are known. */
interface Cell {
  west: number;
  south: number;
  width: number;
  height: number;
  candidate: number;
  x: number;
  y: number;
}

const NO_EDGES = new Uint32Array(0);

export function buildGrid(shapes: Shapes): LayerData {
  const bounds = boundsOf(shapes.vertices);
  const grid = gridOver(bounds, shapes.polygonByEdge.length);
  return new GridBuilder(inMortonOrder(shapes, bounds), grid).build(bounds);
}

function boundsOf(vertices: Float64Array): Bounds {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i += 2) {
    bounds[0] = Math.min(bounds[0], vertices[i]!);
    bounds[1] = Math.min(bounds[1], vertices[i + 1]!);
    bounds[2] = Math.max(bounds[2], vertices[i]!);
    bounds[3] = Math.max(bounds[3], vertices[i + 1]!);
  }
  return bounds;
}

/** Cells are square in metres in the middle; around the box stand some without edges. */
function gridOver([west, south, east, north]: Bounds, edges: number): Grid {
  if (edges === 0) return {west: 0, south: 0, width: 1, height: 1, columns: 0, rows: 0};
  const middle = (south + north) / 2;
  const [x, y] = [metresPerDegreeEast(middle), metresPerDegreeNorth(middle)];
  const area = Math.max(1, (east - west) * x) * Math.max(1, (north - south) * y);
  const wanted = Math.min(LARGEST, Math.max(SMALLEST, Math.sqrt((2 * area) / edges)));
  const metres = Math.max(wanted, Math.sqrt((2 * area) / MOST_CELLS), ((east - west) * x) / MOST_CELLS);
  const [width, height] = [metres / x, metres / y];
  return {
    west: west - 1.5 * width,
    south: south - 0.5 * height,
    width,
    height,
    columns: Math.ceil((east - west) / width) + 3,
    rows: Math.ceil((north - south) / height) + 1,
  };
}

class GridBuilder {
  readonly #shapes: Shapes;
  readonly #grid: Grid;
  readonly #lists = new GrowableUint32();
  /** Heads of lists without edges by the parts in them. */
  readonly #plain = new Map<string, number>();

  constructor(shapes: Shapes, grid: Grid) {
    this.#shapes = shapes;
    this.#grid = grid;
    // No list stands at 0, which stands for nothing.
    this.#lists.push(0);
  }

  build(bounds: Bounds): LayerData {
    const {columns, rows} = this.#grid;
    const cells = new Uint32Array(columns * rows);
    const {starts, edges} = this.#edgesByCell();
    for (let row = 0; row < rows; row++) {
      // West of all areas no part contains anything.
      const inside = new Set<number>();
      let before: Cell | null = null;
      let edgesBefore: Uint32Array = NO_EDGES;
      let plain: number | null = 0;
      for (let column = 0; column < columns; column++) {
        const at = row * columns + column;
        const own = edges.subarray(starts[at]!, starts[at + 1]!);
        const cell = this.#cell(this.#place(column, row), own);
        if (before && own.length + edgesBefore.length > 0) {
          this.#cross(inside, before, cell, merged(edgesBefore, own));
          plain = null;
        }
        if (own.length === 0) plain ??= this.#plainHead(inside);
        cells[at] = own.length === 0 ? plain! : this.#write(cell, own, inside, 0);
        [before, edgesBefore] = [cell, own];
      }
      if (inside.size > 0)
        throw new Error(`${inside.size} parts have no eastern border: a ring is not closed`);
    }
    const {vertices, precedences: places} = this.#shapes;
    return {grid: this.#grid, bounds, vertices, precedences: places, cells, lists: this.#lists.toArray()};
  }

  #place(column: number, row: number): Pick<Cell, 'west' | 'south' | 'width' | 'height'> {
    const {west, south, width, height} = this.#grid;
    return {west: west + column * width, south: south + row * height, width, height};
  }

  /** The cell with a point that lies on no edge. */
  #cell(place: Pick<Cell, 'west' | 'south' | 'width' | 'height'>, edges: Uint32Array): Cell {
    const {west, south, width, height} = place;
    for (let candidate = 0; candidate < CANDIDATES; candidate++) {
      const x = referenceCoordinate(west, width, FRACTIONS_X[candidate]!);
      const y = referenceCoordinate(south, height, FRACTIONS_Y[candidate]!);
      if (!this.#anyAt(x, y, edges)) return {...place, candidate, x, y};
    }
    throw new Error(`edges go through all points that were tried near ${west}, ${south}`);
  }

  #anyAt(x: number, y: number, edges: Uint32Array): boolean {
    const {vertices} = this.#shapes;
    for (const edge of edges) {
      const v = edge * 2;
      if (isOn(x, y, vertices[v]!, vertices[v + 1]!, vertices[v + 2]!, vertices[v + 3]!)) return true;
    }
    return false;
  }

  /** Changes what contains the known point of a cell to what contains that of another. */
  #cross(inside: Set<number>, from: Cell, to: Cell, edges: Uint32Array): void {
    const {vertices, polygonByEdge: parts} = this.#shapes;
    for (const edge of edges) {
      const v = edge * 2;
      const met = meet(
        to.x,
        to.y,
        from.x,
        from.y,
        vertices[v]!,
        vertices[v + 1]!,
        vertices[v + 2]!,
        vertices[v + 3]!,
      );
      if (met !== CROSSES) continue;
      const part = parts[edge]!;
      if (!inside.delete(part)) inside.add(part);
    }
  }

  /** Writes the list of a cell, or the cells that it is parted into; gives its head. */
  #write(cell: Cell, edges: Uint32Array, inside: ReadonlySet<number>, depth: number): number {
    if (edges.length === 0) return this.#plainHead(inside);
    if (edges.length < MANY || depth === DEEPEST) return this.#list(cell, edges, inside);
    const heads = this.#lists.reserve(SIDE * SIDE);
    const [width, height] = [cell.width / SIDE, cell.height / SIDE];
    for (let n = 0; n < SIDE * SIDE; n++) {
      const west = cell.west + (n % SIDE) * width;
      const south = cell.south + Math.floor(n / SIDE) * height;
      const own = this.#edgesIn({west, south, width, height}, edges);
      const child = this.#cell({west, south, width, height}, own);
      const its = new Set(inside);
      this.#cross(its, cell, child, edges);
      this.#lists.set(heads + n, this.#write(child, own, its, depth + 1));
    }
    return SUBDIVIDED + heads;
  }

  #edgesIn(
    {west, south, width, height}: Pick<Cell, 'west' | 'south' | 'width' | 'height'>,
    edges: Uint32Array,
  ): Uint32Array {
    const {vertices} = this.#shapes;
    const [dx, dy] = [width * CELL_MARGIN, height * CELL_MARGIN];
    return edges.filter((edge) => {
      const v = edge * 2;
      return meetsBox(
        west - dx,
        south - dy,
        west + width + dx,
        south + height + dy,
        vertices[v]!,
        vertices[v + 1]!,
        vertices[v + 2]!,
        vertices[v + 3]!,
      );
    });
  }

  /** The head of a list without edges; 0 where nothing is inside. */
  #plainHead(inside: ReadonlySet<number>): number {
    if (inside.size === 0) return 0;
    const parts = ascending(inside);
    const key = parts.join();
    const known = this.#plain.get(key);
    if (known !== undefined) return known;
    const head = this.#begin(parts.length, 0);
    for (const part of parts) {
      this.#lists.push(part * 2 + 1);
      this.#lists.push(0);
    }
    this.#plain.set(key, head);
    return head;
  }

  #list(cell: Cell, edges: Uint32Array, inside: ReadonlySet<number>): number {
    const {polygonByEdge: parts} = this.#shapes;
    const all = new Set(inside);
    for (const edge of edges) all.add(parts[edge]!);
    const head = this.#begin(all.size, cell.candidate);
    const sorted = edges.slice().sort((a, b) => parts[a]! - parts[b]! || a - b);
    let at = 0;
    for (const part of ascending(all)) {
      this.#lists.push(part * 2 + Number(inside.has(part)));
      const count = this.#lists.reserve(1);
      for (; at < sorted.length && parts[sorted[at]!] === part; at++) this.#lists.push(sorted[at]!);
      this.#lists.set(count, this.#lists.length - count - 1);
    }
    return head;
  }

  #begin(parts: number, candidate: number): number {
    if (parts > POLYGON_COUNT_MASK) throw new Error(`${parts} parts meet in one cell`);
    const head = this.#lists.length;
    if (head >= SUBDIVIDED) throw new Error('the lists of a layer are too long');
    this.#lists.push(parts + candidate * 2 ** CANDIDATE_BITS);
    return head;
  }

  /** Edges by cell, ascending within one. */
  #edgesByCell(): {starts: Uint32Array; edges: Uint32Array} {
    const {columns, rows} = this.#grid;
    const starts = new Uint32Array(columns * rows + 1);
    this.#walk((cell) => {
      starts[cell + 1]!++;
    });
    for (let i = 0; i < columns * rows; i++) starts[i + 1]! += starts[i]!;
    const edges = new Uint32Array(starts[columns * rows]!);
    const next = starts.slice(0, -1);
    this.#walk((cell, edge) => {
      edges[next[cell]!++] = edge;
    });
    return {starts, edges};
  }

  /** Every edge with every cell that it meets. */
  #walk(visit: (cell: number, edge: number) => void): void {
    const {vertices, polygonByEdge: edges} = this.#shapes;
    for (let edge = 0; edge < edges.length; edge++) {
      if (edges[edge] === NONE) continue;
      const v = edge * 2;
      this.#cellsOf(edge, visit, vertices[v]!, vertices[v + 1]!, vertices[v + 2]!, vertices[v + 3]!);
    }
  }

  /** Row by row, from the cell that the edge enters to the one that it leaves. */
  #cellsOf(
    edge: number,
    visit: (cell: number, edge: number) => void,
    ax: number,
    ay: number,
    bx: number,
    by: number,
  ): void {
    const {west, south, width, height, columns, rows} = this.#grid;
    const bottom = Math.max(0, Math.floor((Math.min(ay, by) - south) / height - CELL_MARGIN));
    const top = Math.min(rows - 1, Math.floor((Math.max(ay, by) - south) / height + CELL_MARGIN));
    const rise = by - ay;
    // An edge that rises by less than the margin is in its rows from end to end.
    const level = Math.abs(rise) < height * CELL_MARGIN;
    for (let row = bottom; row <= top; row++) {
      const one = level ? 0 : share((south + (row - CELL_MARGIN) * height - ay) / rise);
      const two = level ? 1 : share((south + (row + 1 + CELL_MARGIN) * height - ay) / rise);
      const [x, y] = [ax + one * (bx - ax), ax + two * (bx - ax)];
      const first = Math.max(0, Math.floor((Math.min(x, y) - west) / width - CELL_MARGIN));
      const last = Math.min(columns - 1, Math.floor((Math.max(x, y) - west) / width + CELL_MARGIN));
      for (let column = first; column <= last; column++) visit(row * columns + column, edge);
    }
  }
}

const share = (value: number): number => Math.min(1, Math.max(0, value));

const ascending = (parts: ReadonlySet<number>): number[] => [...parts].sort((a, b) => a - b);

/** Two ascending lists as one, what is in both once. */
function merged(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const all = new Uint32Array(one.length + other.length);
  let length = 0;
  let j = 0;
  for (const item of one) {
    while (j < other.length && other[j]! < item) all[length++] = other[j++]!;
    if (j < other.length && other[j] === item) j++;
    all[length++] = item;
  }
  while (j < other.length) all[length++] = other[j++]!;
  return all.subarray(0, length);
}
