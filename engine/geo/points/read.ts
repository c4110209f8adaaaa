/** Searches the points of a table: the location of each row, and the rows within a circle. */
import {NO_ROW, SECTIONS} from '../../file/section_names.ts';
import type {Sections} from '../../file/typed_sections.ts';
import type {Circle} from '../circle.ts';
import type {Centre} from '../sphere.ts';
import {type Cells, OUTSIDE, SEVERAL} from './cells.ts';
import {BOX_SIZE, levelStarts, NODE_SIZE, unitsOf} from './layout.ts';

/** Level at which rows are estimated: its nodes hold a few hundred. */
const ESTIMATE_LEVEL = 2;

/** Ordinals of a column by leaf, and by ordinal 1 if it is selected, else 0. */
export interface LeafFilter {
  ordinals: Uint8Array;
  isSelected: Uint32Array;
}

/**
 * A packed R-tree. Its leaves, level 0, are the rows with a point; those under a node are consecutive. Nodes are numbered
 * within their level. Leaves have coordinates, the nodes above them boxes.
 */
export class Points {
  /** Row of each leaf. */
  readonly rowByLeaf: Uint32Array;
  /** Leaf of each row; NO_ROW without a point. */
  readonly #leafByRow: Uint32Array;
  /** By leaf: longitude and latitude, to be divided by the units of a degree. */
  readonly #coordinates: Int32Array | Float64Array;
  readonly #units: number;
  readonly #boxes: Float64Array;
  /** Index of the first node of each level, and the end of the last. */
  readonly #levelStarts: number[];

  constructor(sections: Sections) {
    const {coordinates, boxes, rows, leaves} = SECTIONS.points;
    this.rowByLeaf = sections.u32(rows);
    this.#leafByRow = sections.u32(leaves);
    this.#coordinates = sections.numbers(coordinates);
    this.#units = unitsOf(this.#coordinates);
    this.#boxes = sections.f64(boxes);
    this.#levelStarts = levelStarts(this.rowByLeaf.length);
  }

  /** Level of the root; 0 where no row has a point. */
  get height(): number {
    return Math.max(0, this.#levelStarts.length - 2);
  }

  #lng(leaf: number): number {
    return this.#coordinates[leaf * 2]! / this.#units;
  }

  #lat(leaf: number): number {
    return this.#coordinates[leaf * 2 + 1]! / this.#units;
  }

  /** Leaves of rows, all of which must have points. */
  leavesOf(rows: Uint32Array): Uint32Array {
    return rows.map((row) => this.#leafByRow[row]!);
  }

  /** The leaf of a row; NO_ROW without a point. */
  leafOf(row: number): number {
    return this.#leafByRow[row]!;
  }

  /** The cell of a leaf. */
  cellOf(cells: Cells, leaf: number): number {
    return cells.cellOf(this.#lng(leaf), this.#lat(leaf));
  }

  /** Visits runs of leaves that hold all rows in the cells, with the cell that holds the whole run, else SEVERAL. */
  forEachRunOf(cells: Cells, visit: VisitCells): void {
    if (this.height > 0) this.#descendCells(this.height, 0, cells, visit);
  }

  #descendCells(level: number, node: number, cells: Cells, visit: VisitCells): void {
    const at = this.#boxAt(level, node);
    const boxes = this.#boxes;
    const cell = cells.cellOfBox(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
    if (cell === OUTSIDE) return;
    if (cell !== SEVERAL || level === 1) {
      const [from, to] = this.leafRange(level, node);
      visit(from, to, cell);
      return;
    }
    const [from, to] = this.children(level, node);
    for (let child = from; child < to; child++) this.#descendCells(level - 1, child, cells, visit);
  }

  /** Latitude and longitude of a leaf. */
  leafPoint(leaf: number): {lat: number; lng: number} {
    return {lat: this.#lat(leaf), lng: this.#lng(leaf)};
  }

  /** Latitude and longitude of a row; null without a point. */
  rowPoint(row: number): {lat: number; lng: number} | null {
    const leaf = this.#leafByRow[row]!;
    return leaf === NO_ROW ? null : this.leafPoint(leaf);
  }

  /** Metres from the centre to a row; NaN without a point. */
  rowDistance(centre: Centre, row: number): number {
    const leaf = this.#leafByRow[row]!;
    return leaf === NO_ROW ? Number.NaN : this.leafDistance(centre, leaf);
  }

  /** Metres from the centre to a leaf. */
  leafDistance(centre: Centre, leaf: number): number {
    return centre.distance(this.#lat(leaf), this.#lng(leaf));
  }

  /** Where the box of a node begins; leaves have none. */
  #boxAt(level: number, node: number): number {
    return (this.#levelStarts[level]! - this.rowByLeaf.length + node) * BOX_SIZE;
  }

  /** Lower bound of the distance in metres to the rows under a node. */
  minDistance(centre: Centre, level: number, node: number): number {
    const at = this.#boxAt(level, node);
    const boxes = this.#boxes;
    return centre.minDistance(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  }

  /** Upper bound of the distance in metres to the rows under a node. */
  maxDistance(centre: Centre, level: number, node: number): number {
    const at = this.#boxAt(level, node);
    const boxes = this.#boxes;
    return centre.maxDistance(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  }

  /** Children of a node: `from` up to `to` on the next lower level. */
  children(level: number, node: number): [from: number, to: number] {
    const count = this.#levelStarts[level]! - this.#levelStarts[level - 1]!;
    return [node * NODE_SIZE, Math.min(count, (node + 1) * NODE_SIZE)];
  }

  /** Leaves under a node. */
  leafRange(level: number, node: number): [from: number, to: number] {
    const span = NODE_SIZE ** level;
    return [node * span, Math.min(this.rowByLeaf.length, (node + 1) * span)];
  }

  /** Squared angle from the centre of the circle to a leaf. */
  squaredAngle(circle: Circle, leaf: number): number {
    return circle.squaredAngle(this.#lat(leaf), this.#lng(leaf));
  }

  /** Whether a row lies in the circle. */
  isRowInside(circle: Circle, row: number): boolean {
    const leaf = this.#leafByRow[row]!;
    return leaf !== NO_ROW && this.#isLeafInside(circle, leaf);
  }

  /** A close upper bound of the number of rows in the circle. */
  countUpperBound(circle: Circle): number {
    let bound = 0;
    this.#forEachRun(circle, ESTIMATE_LEVEL, (from, to) => {
      bound += to - from;
    });
    return bound;
  }

  /** Number of rows in the circle. */
  count(circle: Circle): number {
    let count = 0;
    this.#forEachRun(circle, 1, (from, to, inside) => {
      if (inside) count += to - from;
      else for (let at = from; at < to; at++) if (this.#isLeafInside(circle, at)) count++;
    });
    return count;
  }

  /** Copies the rows in the circle to `into`, in no order; returns how many, at most `countUpperBound`. */
  rowsInside(circle: Circle, into: Uint32Array): number {
    const {rowByLeaf} = this;
    let count = 0;
    this.#forEachRun(circle, 1, (from, to, inside) => {
      if (inside) {
        into.set(rowByLeaf.subarray(from, to), count);
        count += to - from;
        return;
      }
      for (let leaf = from; leaf < to; leaf++) {
        if (this.#isLeafInside(circle, leaf)) into[count++] = rowByLeaf[leaf]!;
      }
    });
    return count;
  }

  /** Number of rows in the circle that pass the filter. */
  countSelected(circle: Circle, {ordinals, isSelected}: LeafFilter): number {
    let count = 0;
    this.#forEachRun(circle, 1, (from, to, inside) => {
      if (inside) count += countOrdinals(ordinals, isSelected, from, to);
      else
        for (let leaf = from; leaf < to; leaf++)
          if (isSelected[ordinals[leaf]!] === 1 && this.#isLeafInside(circle, leaf)) count++;
    });
    return count;
  }

  /**
   * Copies the leaves in the circle that pass the filter and the test (null: all pass) to `into`, with their squared
   * angles; returns how many. Both need room for `countUpperBound` leaves.
   */
  leavesInside(
    circle: Circle,
    filter: LeafFilter | null,
    passes: ((row: number) => boolean) | null,
    into: Uint32Array,
    squares: Float64Array,
  ): number {
    const [coordinates, units] = [this.#coordinates, this.#units];
    let count = 0;
    this.#forEachRun(circle, 1, (from, to, inside) => {
      const end = filter ? selectLeaves(filter, from, to, into, count) : listLeaves(from, to, into, count);
      circle.squaredAngles(coordinates, units, into, count, end, squares);
      count = inside ? end : this.#retainInside(circle, into, squares, count, end);
    });
    return passes ? retainPassing(this.rowByLeaf, passes, into, squares, count) : count;
  }

  /** Retains, of items `from` to `to`, the leaves in the circle; returns their end. */
  #retainInside(
    circle: Circle,
    leaves: Uint32Array,
    squares: Float64Array,
    from: number,
    to: number,
  ): number {
    let end = from;
    for (let i = from; i < to; i++) {
      const leaf = leaves[i]!;
      const square = squares[i]!;
      if (!circle.containsPoint(square, this.#lat(leaf), this.#lng(leaf))) continue;
      leaves[end] = leaf;
      squares[end++] = square;
    }
    return end;
  }

  #isLeafInside(circle: Circle, leaf: number): boolean {
    const [lat, lng] = [this.#lat(leaf), this.#lng(leaf)];
    return circle.containsPoint(circle.squaredAngle(lat, lng), lat, lng);
  }

  /** Whether nothing under a node lies in the circle; may be false at the rim. */
  isNodeOutside(circle: Circle, level: number, node: number): boolean {
    const at = this.#boxAt(level, node);
    const boxes = this.#boxes;
    return circle.isDisjoint(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  }

  /** Whether all under a node lies in the circle; may be false at the rim. */
  #isNodeInside(circle: Circle, level: number, node: number): boolean {
    const at = this.#boxAt(level, node);
    const boxes = this.#boxes;
    return circle.containsBox(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  }

  /** Visits runs of leaves that hold all rows in the circle, down to nodes of level `finest`; neighbours of one kind as one run. */
  #forEachRun(circle: Circle, finest: number, visit: VisitRun): void {
    if (this.height === 0) return;
    let [begin, end, kind] = [0, 0, false];
    this.#descend(this.height, 0, circle, finest, (from, to, inside) => {
      if (from === end && inside === kind) {
        end = to;
        return;
      }
      if (end > begin) visit(begin, end, kind);
      begin = from;
      end = to;
      kind = inside;
    });
    if (end > begin) visit(begin, end, kind);
  }

  #descend(level: number, node: number, circle: Circle, finest: number, visit: VisitRun): void {
    if (this.isNodeOutside(circle, level, node)) return;
    const inside = this.#isNodeInside(circle, level, node);
    if (inside || level <= finest) {
      const [from, to] = this.leafRange(level, node);
      visit(from, to, inside);
      return;
    }
    const [from, to] = this.children(level, node);
    for (let child = from; child < to; child++) this.#descend(level - 1, child, circle, finest, visit);
  }
}

/** Number of leaves `from` to `to` whose ordinal is selected. */
function countOrdinals(ordinals: Uint8Array, isSelected: Uint32Array, from: number, to: number): number {
  let count = 0;
  for (let leaf = from; leaf < to; leaf++) count += isSelected[ordinals[leaf]!]!;
  return count;
}

/** Copies the leaves `from` to `to` that pass the filter to `into` from `at` on; returns their end. */
function selectLeaves(
  {ordinals, isSelected}: LeafFilter,
  from: number,
  to: number,
  into: Uint32Array,
  at: number,
): number {
  let end = at;
  for (let leaf = from; leaf < to; leaf++) {
    into[end] = leaf;
    // Branchless: whether a leaf passes is unpredictable.
    end += isSelected[ordinals[leaf]!]!;
  }
  return end;
}

/** As `selectLeaves`, of which all pass. */
function listLeaves(from: number, to: number, into: Uint32Array, at: number): number {
  for (let leaf = from; leaf < to; leaf++) into[at + leaf - from] = leaf;
  return at + to - from;
}

/** Retains, of the first `count` leaves, those whose rows pass the test; returns how many. */
function retainPassing(
  rowByLeaf: Uint32Array,
  passes: (row: number) => boolean,
  leaves: Uint32Array,
  squares: Float64Array,
  count: number,
): number {
  let retained = 0;
  for (let i = 0; i < count; i++) {
    if (!passes(rowByLeaf[leaves[i]!]!)) continue;
    leaves[retained] = leaves[i]!;
    squares[retained++] = squares[i]!;
  }
  return retained;
}

/** Leaves `from` up to `to`, and their cell. */
type VisitCells = (from: number, to: number, cell: number) => void;

/** Leaves `from` up to `to`; `inside` if all of them lie in the circle. */
type VisitRun = (from: number, to: number, inside: boolean) => void;
