/** Searches the points of a table: the location of each row, and the rows within a region. */
import {Expected, isFar} from '../../file/far_elements.ts';
import {NO_ROW, SECTIONS} from '../../file/section_names.ts';
import type {Sections} from '../../file/typed_sections.ts';
import type {Circle} from '../circle.ts';
import {OUTSIDE, type Region, SEVERAL} from '../region.ts';
import type {Centre} from '../sphere.ts';
import type {Cells} from './cells.ts';
import {openTree, type Tree} from './tree.ts';

/** Level at which rows are estimated: its nodes hold a few hundred. */
const ESTIMATE_LEVEL = 2;

/** A test of the leaves of the tree. */
export interface LeafTest {
  passes(leaf: number): boolean;
  /** How many of the leaves `from` up to `to` pass. */
  count(from: number, to: number): number;
}

/** Leaves `from` up to `to`, and the cell of the region that holds them all, or SEVERAL. */
type VisitRun = (from: number, to: number, cell: number) => void;

export interface Location {
  lat: number;
  lng: number;
}

/**
 * A Flatbush over the rows with a point. Its leaves, level 0, are numbered so that those under a node are
 * consecutive.
 */
export class Points {
  /** Row of each leaf. */
  readonly rowByLeaf: Uint32Array;
  /** Leaf of each row; NO_ROW without a point. */
  readonly #leafByRow: Uint32Array;
  readonly #sections: Sections;
  #opened: Tree | null = null;

  constructor(sections: Sections) {
    const {rows, leaves} = SECTIONS.points;
    this.rowByLeaf = sections.u32(rows);
    this.#leafByRow = sections.u32(leaves);
    this.#sections = sections;
  }

  /** Read when the first query by place is. */
  get #tree(): Tree {
    this.#opened ??= openTree(this.#sections);
    return this.#opened;
  }

  /** West, south, east and north of all points; empty without any. */
  get bounds(): number[] {
    return [...this.#tree.boxes.subarray(-4)];
  }

  #lng(leaf: number): number {
    return this.#tree.boxes[leaf * 4]!;
  }

  #lat(leaf: number): number {
    return this.#tree.boxes[leaf * 4 + 1]!;
  }

  /** The leaf of a row; NO_ROW without a point. */
  leafOf(row: number): number {
    return this.#leafByRow[row]!;
  }

  leafPoint(leaf: number): Location {
    return {lat: this.#lat(leaf), lng: this.#lng(leaf)};
  }

  /** The location of a row; null without a point. */
  rowPoint(row: number): Location | null {
    const leaf = this.#leafByRow[row]!;
    return leaf === NO_ROW ? null : this.leafPoint(leaf);
  }

  /** Metres from the centre to a leaf. */
  leafDistance(centre: Centre, leaf: number): number {
    return centre.distance(this.#lat(leaf), this.#lng(leaf));
  }

  /** Metres from the centre to a row; NaN without a point. */
  rowDistance(centre: Centre, row: number): number {
    const leaf = this.#leafByRow[row]!;
    return leaf === NO_ROW ? Number.NaN : this.leafDistance(centre, leaf);
  }

  /** The cell of a leaf. */
  cellOf(cells: Cells, leaf: number): number {
    return cells.cellOf(this.#lng(leaf), this.#lat(leaf));
  }

  /**
   * Squared angle in square radians from the centre of the circle to a leaf, as the circle approximates it;
   * infinite outside.
   */
  squaredAngle(circle: Circle, leaf: number): number {
    const lat = this.#lat(leaf);
    const lng = this.#lng(leaf);
    const square = circle.squaredAngle(lat, lng);
    return circle.containsPoint(square, lat, lng) ? square : Number.POSITIVE_INFINITY;
  }

  isLeafInside(circle: Circle, leaf: number): boolean {
    return this.squaredAngle(circle, leaf) < Number.POSITIVE_INFINITY;
  }

  /** Whether a row lies in the circle. */
  isRowInside(circle: Circle, row: number): boolean {
    const leaf = this.#leafByRow[row]!;
    return leaf !== NO_ROW && this.isLeafInside(circle, leaf);
  }

  /** A close upper bound of the number of rows in the circle. */
  countUpperBound(circle: Circle): number {
    let bound = 0;
    const count = (from: number, to: number) => {
      bound += to - from;
    };
    this.forEachRun(circle, count, ESTIMATE_LEVEL);
    return bound;
  }

  /** Number of rows in the circle that pass the test. */
  count(circle: Circle, test: LeafTest): number {
    let count = 0;
    this.forEachRun(circle, (from, to, cell) => {
      if (cell !== SEVERAL) count += test.count(from, to);
      else
        for (let leaf = from; leaf < to; leaf++)
          if (test.passes(leaf) && this.isLeafInside(circle, leaf)) count++;
    });
    return count;
  }

  /** Copies the rows in the circle to `into`, in no order; returns how many, at most `countUpperBound`. */
  rowsInside(circle: Circle, into: Uint32Array): number {
    const {rowByLeaf} = this;
    let count = 0;
    this.forEachRun(circle, (from, to, cell) => {
      for (let leaf = from; leaf < to; leaf++)
        if (cell !== SEVERAL || this.isLeafInside(circle, leaf)) into[count++] = rowByLeaf[leaf]!;
    });
    return count;
  }

  /** Visits runs of leaves that hold all rows in the region, down to nodes of level `finest`. */
  forEachRun(region: Region, visit: VisitRun, finest = 1): void {
    const {levels, boxes} = this.#tree;
    const root = levels.length - 1;
    if (root <= 0) return;
    if (isFar(boxes)) this.#expect(region, root, finest);
    this.#descend(root, 0, region, visit, finest);
  }

  /** Throws Missing for all boxes of a level that a descent looks at, from the root on. */
  #expect(region: Region, root: number, finest: number): void {
    const {boxes, levels, nodeSize} = this.#tree;
    let nodes = [0];
    for (let level = root; level >= 1 && nodes.length > 0; level--) {
      const expected = new Expected();
      for (const node of nodes) {
        const at = (levels[level]! + node) * 4;
        expected.add(boxes, at, at + 4);
      }
      expected.check();
      if (level <= finest) return;
      const count = levels[level]! - levels[level - 1]!;
      nodes = nodes
        .filter((node) => region.relate(boxes, (levels[level]! + node) * 4) === SEVERAL)
        .flatMap((node) => {
          const first = node * nodeSize;
          return Array.from({length: Math.min(count, first + nodeSize) - first}, (_, i) => first + i);
        });
    }
  }

  #descend(level: number, node: number, region: Region, visit: VisitRun, finest: number): void {
    const {boxes, levels, nodeSize} = this.#tree;
    const at = (levels[level]! + node) * 4;
    const cell = region.relate(boxes, at);
    if (cell === OUTSIDE) return;
    if (cell !== SEVERAL || level <= finest) {
      const span = nodeSize ** level;
      visit(node * span, Math.min(this.rowByLeaf.length, (node + 1) * span), cell);
      return;
    }
    const count = levels[level]! - levels[level - 1]!;
    const end = Math.min(count, (node + 1) * nodeSize);
    for (let child = node * nodeSize; child < end; child++)
      this.#descend(level - 1, child, region, visit, finest);
  }
}
