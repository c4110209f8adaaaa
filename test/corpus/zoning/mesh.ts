/**
 * A grid over a city whose points are a little off it: outlines along the grid share their vertices exactly.
 */
import type {Box} from '../../../datasets/types.ts';
import {hash32} from '../prng.ts';

/** Longitude and latitude, maybe a height. */
export type Point = readonly number[];
/** Vertices counter-clockwise, the first one not repeated at the end. */
export type Ring = readonly Point[];

/** Cells of the grid by block, and square metres of a block: an outline has some fourteen vertices. */
const CELLS = 12;
const BLOCK_M2 = 40_000;
/** How far a point may be off the grid, in cells. */
const OFF = 0.08;
const METRES_PER_DEGREE = 111_200;

export interface Mesh {
  columns: number;
  rows: number;
  /** Size of a cell in degrees. */
  cell: readonly [width: number, height: number];
  /** The point of a column (0 to `columns`) and a row (0 to `rows`). */
  at(column: number, row: number): Point;
  /** As written: so many decimals. */
  round(degrees: number): number;
}

/** The grid for so many blocks in the middle of a box, which it never leaves. */
export function mesh(of: {box: Box; blocks: number; seed: string; decimals: number}): Mesh {
  const [west, south, east, north] = of.box;
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [width, height] = [(east - west) * shrink * METRES_PER_DEGREE, (north - south) * METRES_PER_DEGREE];
  const part = Math.min(0.96, Math.sqrt((of.blocks * BLOCK_M2) / (width * height)));
  const columns = Math.max(8, Math.round(Math.sqrt((of.blocks * CELLS * width) / height)));
  const rows = Math.max(8, Math.ceil((of.blocks * CELLS) / columns));
  const cell = [((east - west) * part) / columns, ((north - south) * part) / rows] as const;
  const from = [west + ((east - west) * (1 - part)) / 2, south + ((north - south) * (1 - part)) / 2] as const;
  const key = hash32(of.seed);
  const unit = 10 ** of.decimals;
  const round = (degrees: number) => Math.round(degrees * unit) / unit;
  return {
    columns,
    rows,
    cell,
    round,
    at: (column, row) => {
      const word = scattered(key, column, row);
      const [x, y] = [(word & 0xffff) / 0x8000 - 1, (word >>> 16) / 0x8000 - 1];
      return [round(from[0] + (column + OFF * x) * cell[0]), round(from[1] + (row + OFF * y) * cell[1])];
    },
  };
}

/** 32 bits that column and row decide. */
function scattered(key: number, column: number, row: number): number {
  let word = Math.imul(key ^ Math.imul(column + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(row + 1, 0xc2b2ae35);
  word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d);
  word = Math.imul(word ^ (word >>> 12), 0x297a2d39);
  return word ^ (word >>> 15);
}
