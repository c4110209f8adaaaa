/** Builds the grid of a layer: the edges in each cell, and the polygons that contain its reference point. */
import {GrowableUint32} from '../../file/growable.ts';
import {metresPerDegreeEast, metresPerDegreeNorth} from '../ellipsoid.ts';
import {CROSSES, intersectPath, intersectsBox, isOn} from './edges.ts';
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

/** Bounds of the size of a cell in metres; between them there is a cell for every two edges. */
const MIN_CELL_M = 50;
const MAX_CELL_M = 200;

/** Bounds the memory of a grid whose polygons are few and far apart. */
const MAX_CELLS = 1 << 22;

/** A cell with so many edges is subdivided; the depth is limited, since many edges may meet in one point. */
const MIN_SUBDIVIDED_EDGES = 48;
const MAX_DEPTH = 3;

/**
 * Edges listed after subdividing for each one before, at most: short edges are listed once or twice, while edges that
 * lie on each other across the cell would be copied into four to seven parts and stay together.
 */
const MAX_COPIES = 3;

interface Box {
  west: number;
  south: number;
  width: number;
  height: number;
}

/** A cell and its reference point. */
interface Cell extends Box {
  candidate: number;
  x: number;
  y: number;
}

const NO_EDGES = new Uint32Array(0);

/** Builds the layer with its grid. */
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

/** A grid of cells that are square in metres at the middle latitude, with a border of cells without edges. */
function gridOver([west, south, east, north]: Bounds, edges: number): Grid {
  if (edges === 0) return {west: 0, south: 0, width: 1, height: 1, columns: 0, rows: 0};
  const middle = (south + north) / 2;
  const [x, y] = [metresPerDegreeEast(middle), metresPerDegreeNorth(middle)];
  const area = Math.max(1, (east - west) * x) * Math.max(1, (north - south) * y);
  const wanted = Math.min(MAX_CELL_M, Math.max(MIN_CELL_M, Math.sqrt((2 * area) / edges)));
  const metres = Math.max(wanted, Math.sqrt((2 * area) / MAX_CELLS), ((east - west) * x) / MAX_CELLS);
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
  /** Heads of lists without edges, by their polygons. */
  readonly #edgeless = new Map<string, number>();

  constructor(shapes: Shapes, grid: Grid) {
    this.#shapes = shapes;
    this.#grid = grid;
    // Offset 0 is reserved for the empty list.
    this.#lists.push(0);
  }

  build(bounds: Bounds): LayerData {
    const {columns, rows} = this.#grid;
    const cells = new Uint32Array(columns * rows);
    const {starts, edges} = this.#edgesByCell();
    for (let row = 0; row < rows; row++) {
      // Nothing lies west of all polygons.
      const inside = new Set<number>();
      let before: Cell | null = null;
      let edgesBefore: Uint32Array = NO_EDGES;
      let edgelessHead: number | null = 0;
      for (let column = 0; column < columns; column++) {
        const at = row * columns + column;
        const own = edges.subarray(starts[at]!, starts[at + 1]!);
        const cell = this.#cell(this.#boxOf(column, row), own);
        if (before && own.length + edgesBefore.length > 0) {
          this.#cross(inside, before, cell, merged(edgesBefore, own));
          edgelessHead = null;
        }
        if (own.length === 0) edgelessHead ??= this.#edgelessHead(inside);
        cells[at] = own.length === 0 ? edgelessHead! : this.#write(cell, own, inside, 0);
        [before, edgesBefore] = [cell, own];
      }
      if (inside.size > 0)
        throw new Error(`${inside.size} polygons have no eastern border: a ring is not closed`);
    }
    const {vertices, precedences} = this.#shapes;
    return {grid: this.#grid, bounds, vertices, precedences, cells, lists: this.#lists.toArray()};
  }

  #boxOf(column: number, row: number): Box {
    const {west, south, width, height} = this.#grid;
    return {west: west + column * width, south: south + row * height, width, height};
  }

  /** The cell with a reference point that lies on no edge. */
  #cell(box: Box, edges: Uint32Array): Cell {
    const {west, south, width, height} = box;
    for (let candidate = 0; candidate < CANDIDATES; candidate++) {
      const x = referenceCoordinate(west, width, FRACTIONS_X[candidate]!);
      const y = referenceCoordinate(south, height, FRACTIONS_Y[candidate]!);
      if (!this.#anyAt(x, y, edges)) return {...box, candidate, x, y};
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

  /** Turns the polygons that contain the reference point of one cell into those of another. */
  #cross(inside: Set<number>, from: Cell, to: Cell, edges: Uint32Array): void {
    const {vertices, polygonByEdge} = this.#shapes;
    for (const edge of edges) {
      const v = edge * 2;
      const relation = intersectPath(
        to.x,
        to.y,
        from.x,
        from.y,
        vertices[v]!,
        vertices[v + 1]!,
        vertices[v + 2]!,
        vertices[v + 3]!,
      );
      if (relation !== CROSSES) continue;
      const polygon = polygonByEdge[edge]!;
      if (!inside.delete(polygon)) inside.add(polygon);
    }
  }

  /** Writes the list of a cell, or of the cells it is subdivided into; returns its head. */
  #write(cell: Cell, edges: Uint32Array, inside: ReadonlySet<number>, depth: number): number {
    if (edges.length === 0) return this.#edgelessHead(inside);
    if (edges.length < MIN_SUBDIVIDED_EDGES || depth === MAX_DEPTH) return this.#list(cell, edges, inside);
    const children = subdivisions(cell).map((box) => ({box, own: this.#edgesIn(box, edges)}));
    const copies = children.reduce((sum, {own}) => sum + own.length, 0);
    if (copies > edges.length * MAX_COPIES) return this.#list(cell, edges, inside);
    const heads = this.#lists.reserve(SIDE * SIDE);
    for (const [n, {box, own}] of children.entries()) {
      const child = this.#cell(box, own);
      const its = new Set(inside);
      this.#cross(its, cell, child, edges);
      this.#lists.set(heads + n, this.#write(child, own, its, depth + 1));
    }
    return SUBDIVIDED + heads;
  }

  #edgesIn({west, south, width, height}: Box, edges: Uint32Array): Uint32Array {
    const {vertices} = this.#shapes;
    const [dx, dy] = [width * CELL_MARGIN, height * CELL_MARGIN];
    return edges.filter((edge) => {
      const v = edge * 2;
      return intersectsBox(
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

  /** Head of a list without edges; 0 if nothing is inside. */
  #edgelessHead(inside: ReadonlySet<number>): number {
    if (inside.size === 0) return 0;
    const polygons = ascending(inside);
    const key = polygons.join();
    const known = this.#edgeless.get(key);
    if (known !== undefined) return known;
    const head = this.#begin(polygons.length, 0);
    for (const polygon of polygons) {
      this.#lists.push(polygon * 2 + 1);
      this.#lists.push(0);
    }
    this.#edgeless.set(key, head);
    return head;
  }

  #list(cell: Cell, edges: Uint32Array, inside: ReadonlySet<number>): number {
    const {polygonByEdge} = this.#shapes;
    const all = new Set(inside);
    for (const edge of edges) all.add(polygonByEdge[edge]!);
    const head = this.#begin(all.size, cell.candidate);
    const sorted = edges.slice().sort((a, b) => polygonByEdge[a]! - polygonByEdge[b]! || a - b);
    let at = 0;
    for (const polygon of ascending(all)) {
      this.#lists.push(polygon * 2 + Number(inside.has(polygon)));
      const count = this.#lists.reserve(1);
      for (; at < sorted.length && polygonByEdge[sorted[at]!] === polygon; at++)
        this.#lists.push(sorted[at]!);
      this.#lists.set(count, this.#lists.length - count - 1);
    }
    return head;
  }

  #begin(polygons: number, candidate: number): number {
    if (polygons > POLYGON_COUNT_MASK) throw new Error(`${polygons} polygons meet in one cell`);
    const head = this.#lists.length;
    if (head >= SUBDIVIDED) throw new Error('the lists of a layer are too long');
    this.#lists.push(polygons + candidate * 2 ** CANDIDATE_BITS);
    return head;
  }

  /** Edges by cell, ascending within one. */
  #edgesByCell(): {starts: Uint32Array; edges: Uint32Array} {
    const {columns, rows} = this.#grid;
    const starts = new Uint32Array(columns * rows + 1);
    this.#forEachCell((cell) => {
      starts[cell + 1]!++;
    });
    for (let i = 0; i < columns * rows; i++) starts[i + 1]! += starts[i]!;
    const edges = new Uint32Array(starts[columns * rows]!);
    const next = starts.slice(0, -1);
    this.#forEachCell((cell, edge) => {
      edges[next[cell]!++] = edge;
    });
    return {starts, edges};
  }

  /** Visits every edge with every cell that it intersects. */
  #forEachCell(visit: (cell: number, edge: number) => void): void {
    const {vertices, polygonByEdge} = this.#shapes;
    for (let edge = 0; edge < polygonByEdge.length; edge++) {
      if (polygonByEdge[edge] === NONE) continue;
      const v = edge * 2;
      this.#cellsOf(edge, visit, vertices[v]!, vertices[v + 1]!, vertices[v + 2]!, vertices[v + 3]!);
    }
  }

  /** Visits the cells of an edge row by row, from the one that it enters to the one that it leaves. */
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
    // An edge that rises by less than the margin lies in its rows from end to end.
    const level = Math.abs(rise) < height * CELL_MARGIN;
    for (let row = bottom; row <= top; row++) {
      const one = level ? 0 : clamp((south + (row - CELL_MARGIN) * height - ay) / rise);
      const two = level ? 1 : clamp((south + (row + 1 + CELL_MARGIN) * height - ay) / rise);
      const [x, y] = [ax + one * (bx - ax), ax + two * (bx - ax)];
      const first = Math.max(0, Math.floor((Math.min(x, y) - west) / width - CELL_MARGIN));
      const last = Math.min(columns - 1, Math.floor((Math.max(x, y) - west) / width + CELL_MARGIN));
      for (let column = first; column <= last; column++) visit(row * columns + column, edge);
    }
  }
}

/** The boxes of the cells that a cell is subdivided into, row by row from the south-west. */
function subdivisions(cell: Box): Box[] {
  const [width, height] = [cell.width / SIDE, cell.height / SIDE];
  return Array.from({length: SIDE * SIDE}, (_, n) => ({
    west: cell.west + (n % SIDE) * width,
    south: cell.south + Math.floor(n / SIDE) * height,
    width,
    height,
  }));
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const ascending = (polygons: ReadonlySet<number>): number[] => [...polygons].sort((a, b) => a - b);

/** The union of two ascending lists. */
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
