/** A region of the map as a search of the point tree sees it: how it relates to the boxes of the nodes. */

/** No point of the box lies in the region. */
export const OUTSIDE = -2;

/** The box lies in more than one cell of the region, or may lie partly outside. */
export const SEVERAL = -1;

export interface Region {
  /**
   * The cell of the region that holds the whole box: west, south, east and north in degrees, from `at` on. A
   * region that has no cells is the cell 0. Else OUTSIDE or SEVERAL. Takes the array, since a call with four
   * fractions makes an object of each.
   */
  relate(boxes: Float64Array, at: number): number;
}
