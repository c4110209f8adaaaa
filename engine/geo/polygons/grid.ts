/** The grid over the edges of a layer: the geometry of its cells and the encoding of their lists. */

/** Flag in the head of a cell subdivided into 4 x 4 cells; the other bits are the offset of their heads. */
export const SUBDIVIDED = 2 ** 31;

/** Cells of a subdivided cell in each direction. */
export const SIDE = 4;

/** No polygon, or no precedence. */
export const NONE = 2 ** 32 - 1;

/**
 * Fraction of a cell by which edges beyond its border are still listed: rounding may put a point into the neighbouring
 * cell, by at most a thousandth of this.
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
 * One coordinate of the reference point of a cell, for which the polygons that contain it are stored. It must lie on no
 * edge, so there are many candidates, and each list records which one it uses. Writer and reader compute the same number.
 */
export const referenceCoordinate = (from: number, size: number, fraction: number): number =>
  from + fraction * size;

/** Candidates per cell. */
export const CANDIDATES = 256;

/** Positions of the candidates: the first in the middle, the others spread by two irrational steps. */
export const FRACTIONS_X: Float64Array = Float64Array.from(
  {length: CANDIDATES},
  (_, i) => 0.25 + ((0.25 + i * 0.3247179572) % 0.5),
);
export const FRACTIONS_Y: Float64Array = Float64Array.from(
  {length: CANDIDATES},
  (_, i) => 0.25 + ((0.25 + i * 0.28507548) % 0.5),
);

/**
 * A list begins with the number of its polygons and, in the highest eight bits, the candidate. Then, for each polygon in
 * ascending order: twice its number, plus one if it contains the reference point; the number of its edges in the cell; and
 * the numbers of these edges. An edge leads from the vertex of its number to the next one.
 */
export const CANDIDATE_BITS = 24;
export const POLYGON_COUNT_MASK = 2 ** CANDIDATE_BITS - 1;
