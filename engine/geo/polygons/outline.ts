/**
 * The outline of a layer for small scales: in bands of latitude, from its westernmost to its easternmost cell
 * of a grid.
 */
import type {Box} from '../box.ts';
import {metresPerDegreeEast, metresPerDegreeNorth} from '../ellipsoid.ts';

/** Bands at most. */
const BANDS = 48;

/** Bounds of the size of a cell in metres; between them there is a cell for every two edges. */
const MIN_CELL_M = 50;
const MAX_CELL_M = 200;

/** Cells of a grid at most, and columns. */
const MAX_CELLS = 1 << 22;

/** Part of a cell by which edges beyond its border belong to it too. */
const MARGIN = 1e-6;

/** A grid of cells in degrees, from its south-west corner. */
interface Grid {
  west: number;
  south: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
}

/** Cells that are square in metres at the middle latitude, with a border of cells without edges. */
function gridOver([west, south, east, north]: Box, vertices: number): Grid {
  const middle = (south + north) / 2;
  const [x, y] = [metresPerDegreeEast(middle), metresPerDegreeNorth(middle)];
  const area = Math.max(1, (east - west) * x) * Math.max(1, (north - south) * y);
  const wanted = Math.min(MAX_CELL_M, Math.max(MIN_CELL_M, Math.sqrt((2 * area) / vertices)));
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

/** Edges that begin at vertices `from` up to `to`. */
type Run = readonly [from: number, to: number];

/** A closed ring of pairs of longitude and latitude, counter-clockwise, around all edges. */
export function outlineOf(vertices: Float64Array, runs: readonly Run[], bounds: Box): Float64Array {
  const grid = gridOver(bounds, vertices.length / 2);
  const {west, south, width, height, rows} = grid;
  const {first, last} = columnsByRow(vertices, runs, grid);
  const step = Math.max(1, Math.ceil(rows / BANDS));
  const [left, right]: [number, number][][] = [[], []];
  for (let from = 0; from < rows; from += step) {
    const to = Math.min(rows, from + step);
    const [low, high] = [Math.min(...first.subarray(from, to)), Math.max(...last.subarray(from, to))];
    if (high < 0) continue;
    for (const row of [from, to]) {
      left!.push([west + low * width, south + row * height]);
      right!.push([west + (high + 1) * width, south + row * height]);
    }
  }
  const ring = [...right!, ...left!.reverse()];
  return Float64Array.from([...ring, ring[0]!].flat());
}

/** By row of the grid, its first and its last column with an edge; the last is -1 where there is none. */
function columnsByRow(
  vertices: Float64Array,
  runs: readonly Run[],
  grid: Grid,
): {first: Int32Array; last: Int32Array} {
  const first = new Int32Array(grid.rows).fill(grid.columns);
  const last = new Int32Array(grid.rows).fill(-1);
  for (const [from, to] of runs) {
    for (let v = from * 2; v < to * 2; v += 2) addEdge(first, last, grid, vertices.subarray(v, v + 4));
  }
  return {first, last};
}

/** Adds the cells of an edge row by row, from the one that it enters to the one that it leaves. */
function addEdge(
  firsts: Int32Array,
  lasts: Int32Array,
  {west, south, width, height, columns, rows}: Grid,
  edge: Float64Array,
): void {
  const [ax, ay, bx, by] = edge as unknown as [number, number, number, number];
  const bottom = Math.max(0, Math.floor((Math.min(ay, by) - south) / height - MARGIN));
  const top = Math.min(rows - 1, Math.floor((Math.max(ay, by) - south) / height + MARGIN));
  const rise = by - ay;
  // An edge that rises by less than the margin lies in its rows from end to end.
  const level = Math.abs(rise) < height * MARGIN;
  for (let row = bottom; row <= top; row++) {
    const one = level ? 0 : clamp((south + (row - MARGIN) * height - ay) / rise);
    const two = level ? 1 : clamp((south + (row + 1 + MARGIN) * height - ay) / rise);
    const [x, y] = [ax + one * (bx - ax), ax + two * (bx - ax)];
    const first = Math.max(0, Math.floor((Math.min(x, y) - west) / width - MARGIN));
    const last = Math.min(columns - 1, Math.floor((Math.max(x, y) - west) / width + MARGIN));
    firsts[row] = Math.min(firsts[row]!, first);
    lasts[row] = Math.max(lasts[row]!, last);
  }
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
