/** Rows of a tile of the map: counts by cell, or points. */
import {textAt} from '../columns/column.ts';
import {NO_ROW} from '../file/section_names.ts';
import {type Cells, cellsOfTile} from '../geo/points/cells.ts';
import type {LeafTest, Points} from '../geo/points/read.ts';
import {OUTSIDE} from '../geo/region.ts';
import {sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addAll} from '../rowset/set_ops.ts';
import type {Condition, Near, Tile, TilePoint, TileQuery} from '../types.ts';
import {ALL_LEAVES, bitmapTest, ordinalTest} from './leaf_tests.ts';
import {execute, planConjunction} from './plan.ts';
import {pointsOf, type Table} from './table.ts';
import type {Work} from './work.ts';

/** Sorted sets with so much fewer rows than the tree are looked up row by row. */
const FEW_ROWS = 16;

/** The leaves that match: some rows, or those that pass a test. */
export type Selection = {rows: Uint32Array} | {test: LeafTest};

/** The rows that match the conditions, in the form in which leaves are tested fastest. */
export function selectionOf(
  table: Table,
  points: Points,
  where: readonly Condition[],
  near: Near | undefined,
  scratch: Scratch,
): Selection {
  if (where.length === 0 && !near && !table.view) return {test: ALL_LEAVES};
  const plan = planConjunction(table, where, scratch, near);
  if (!plan) return {rows: new Uint32Array(0)};
  const {rowRange, predicates} = plan;
  const isWhole = rowRange.from === 0 && rowRange.to === table.rows;
  const test = isWhole && predicates.length === 1 ? ordinalTest(predicates[0]!, scratch) : null;
  if (test) return {test};
  const set = execute(table, plan, scratch);
  if (set.kind === 'bitmap') return {test: bitmapTest(points, set.bitmap)};
  if (sizeOf(set) === 0) return {rows: new Uint32Array(0)};
  if (set.kind === 'array' && set.rows.length * FEW_ROWS < table.rows) return set;
  const bitmap = scratch.bitmap(table.rows);
  addAll(bitmap, set);
  return {test: bitmapTest(points, bitmap)};
}

/**
 * Visits the matching leaves of the cells, each with its cell. With `count`, runs of leaves that lie in one
 * cell are only counted.
 */
export function forEachLeaf(
  points: Points,
  cells: Cells,
  selection: Selection,
  visit: (leaf: number, cell: number) => void,
  count?: (leaves: number, cell: number) => void,
): void {
  const visitInside = (leaf: number) => {
    const cell = points.cellOf(cells, leaf);
    if (cell !== OUTSIDE) visit(leaf, cell);
  };
  if ('rows' in selection) {
    for (const row of selection.rows) {
      const leaf = points.leafOf(row);
      if (leaf !== NO_ROW) visitInside(leaf);
    }
    return;
  }
  const {test} = selection;
  points.forEachRun(cells, (from, to, cell) => {
    if (cell >= 0 && count) {
      count(test.count(from, to), cell);
      return;
    }
    for (let leaf = from; leaf < to; leaf++) {
      if (!test.passes(leaf)) continue;
      if (cell >= 0) visit(leaf, cell);
      else visitInside(leaf);
    }
  });
}

/** Rows by cell, and their sum. */
function countCells(
  points: Points,
  cells: Cells,
  selection: Selection,
): {total: number; counts: Uint32Array} {
  const counts = new Uint32Array(cells.columns * cells.rows);
  let total = 0;
  const add = (leaves: number, cell: number) => {
    counts[cell]! += leaves;
    total += leaves;
  };
  forEachLeaf(points, cells, selection, (_, cell) => add(1, cell), add);
  return {total, counts};
}

/** The values of a row in some columns, as texts. */
function readerOf(table: Table, names: readonly string[]): (row: number) => (string | null)[] {
  const columns = names.map((name) => {
    const column = table.columns.get(name);
    if (!column) throw new Error(`${table.layout.declaration.name}.${name} is not indexed`);
    return column;
  });
  return (row) => columns.map((column, i) => textAt(column, names[i]!, row));
}

/** Counts by cell, or points where there are few. */
export function tile(table: Table, query: TileQuery, {scratch}: Work): Tile {
  const points = pointsOf(table);
  const {z, x, y, side, max_points} = query;
  const cells = cellsOfTile(z, x, y, side);
  const selection = selectionOf(table, points, query.where, query.near, scratch);
  const {total, counts} = countCells(points, cells, selection);
  if (total > max_points) return {total, counts, points: null};
  const read = readerOf(table, query.columns);
  const found: TilePoint[] = [];
  forEachLeaf(points, cells, selection, (leaf) => {
    const row = points.rowByLeaf[leaf]!;
    found.push({id: table.ids.text(row), ...points.leafPoint(leaf), values: read(row)});
  });
  return {total, counts: null, points: found};
}
