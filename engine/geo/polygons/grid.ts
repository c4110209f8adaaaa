/** The grid over the edges of a layer: where its cells lie, and how their lists are written in whole numbers. */

/** Set in the head of a cell that is parted into 4 x 4 cells, whose heads stand at the place that the rest names. */
export const SUBDIVIDED = 2 ** 31;

/** Cells of a parted one in a row. */
export const SIDE = 4;

/** Stands for no place. */
export const NONE = 2 ** 32 - 1;

/**
 * How far, in cells, edges beyond the border of a cell still count as in it: rounding may put a point into the
 * neighbouring cell, but by no more than a thousandth of this.
 */
export const CELL_MARGIN = 1e-6;

/** A regular grid of `columns` x `rows` cells, from its south-west corner; degrees. */
export interface Grid {
  west: number;
  south: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
}

/**
 * One coordinate of the point of a cell whose parts are known. There are many candidates, since it may lie on no edge; a
 * list says which one was taken. Compiling and looking up use the very same number.
 */
export const referenceCoordinate = (from: number, size: number, share: number): number => from + share * size;

/** Candidates in a cell. */
export const CANDIDATES = 256;

/** Where the candidates lie: the first in the middle, the others spread by two irrational steps. */
export const FRACTIONS_X: Float64Array = Float64Array.from(
  {length: CANDIDATES},
  (_, i) => 0.25 + ((0.25 + i * 0.3247179572) % 0.5),
);
export const FRACTIONS_Y: Float64Array = Float64Array.from(
  {length: CANDIDATES},
  (_, i) => 0.25 + ((0.25 + i * 0.28507548) % 0.5),
);

/**
 * A list begins with the number of its parts and, in the highest eight bits, the candidate. Then comes a pair for each
 * part, ascending: twice its number, one more where it contains the known point; and how many of its edges are in the
 * cell, whose numbers follow. An edge leads from the vertex of its number to the next one.
 */
export const CANDIDATE_BITS = 24;
export const POLYGON_COUNT_MASK = 2 ** CANDIDATE_BITS - 1;
