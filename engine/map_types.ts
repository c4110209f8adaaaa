/** Queries of maps and their answers: zones of points, tiles and boxes. */
import type {Condition, Lines, Near} from './conditions.ts';

/** Looks up the polygon of a point, in degrees of WGS 84, in a dataset that declares `area`. */
export interface ZoneQuery {
  dataset: string;
  lat: number;
  lng: number;
  /** Restricts the lookup to polygons with this value in the column `area.within`. */
  within?: string | undefined;
}

/** Greatest distance of a nearest zone. */
export const MAX_DISTANCE_M = 150;

/** The smallest polygon that contains the point, else the nearest within 150 m. */
export interface Zone {
  /** JSON of the list item; the next call may overwrite it. */
  item: Buffer;
  match: 'contains' | 'nearest';
  /** Distance to the nearest edge, not rounded; 0 if the polygon contains the point. */
  distance_m: number;
}

/**
 * The rows of a tile of the Web Mercator map: the square `x` from the west and `y` from the north of 2^z.
 * Every row with a point lies in one tile of each zoom, and in one cell of it: what lies on an edge belongs
 * to the east and the north of it.
 */
export interface TileQuery {
  dataset: string;
  where: readonly Condition[];
  near?: Near | undefined;
  z: number;
  x: number;
  y: number;
  /** Cells across and down, a power of two. */
  side: number;
  /** Up to so many rows are answered as points; more as counts by cell. */
  max_points: number;
  /** Indexed columns that points have beside their id. */
  columns: readonly string[];
}

export interface TilePoint {
  id: string;
  lat: number;
  lng: number;
  /** Of the columns of the query; amounts and days are text. */
  values: (string | null)[];
}

export interface Tile {
  total: number;
  /** Rows by cell, row by row from the north-west; null where there are points. */
  counts: Uint32Array | null;
  /** In no order. */
  points: TilePoint[] | null;
}

/**
 * The rows in a box of degrees, in default order. Of points those without its eastern and northern edge; of
 * areas those that touch it, its edges included. Where `west` is greater than `east`, the box lies across the
 * 180th meridian.
 */
export interface BoxQuery {
  dataset: string;
  where: readonly Condition[];
  west: number;
  south: number;
  east: number;
  north: number;
  limit: number;
  /** Rows to leave out at the beginning, 0 by default. */
  offset?: number;
  /** As in `ListQuery`. */
  points?: boolean | undefined;
  details?: boolean | undefined;
  /** Of points alone: an indexed column of few values by which the rows are counted. */
  count_by?: string;
}

/** A box in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

export interface BoxPage {
  total: number;
  items: Lines;
  /** Rows by value of `count_by`, most first, then by value, null last; empty without it. */
  groups: {value: string | null; count: number}[];
}

/** The areas of a tile, as `TileQuery` names it. */
export interface ShapeQuery {
  dataset: string;
  z: number;
  x: number;
  y: number;
  /** Field of list items by whose value areas are told apart; null: only the outline of each layer. */
  field: string | null;
  /** Units of a side of the tile. */
  extent: number;
  /** Units beyond its edges to which areas are cut. */
  buffer: number;
  /** Units within which vertices of a ring are one; areas of less than two of them across are left out. */
  tolerance: number;
}

/** Areas with one value. */
export interface TileShapes {
  /** Value of the field; of outlines the name of the layer. */
  value: string | null;
  /**
   * Rings of x and y in units of the tile from its north-west corner, not closed. Each outer one, clockwise
   * on the screen, is followed by its holes.
   */
  rings: Int32Array[];
}
