/** Polygons in WGS 84 degrees; edges are straight in longitude and latitude. */

export type Position = readonly [lng: number, lat: number];

/** Corners of a ring, each once: the closing position is not repeated. */
export type Ring = readonly Position[];

/** The outer ring, then its holes. Points inside an odd number of rings are inside. */
export type Polygon = readonly [outer: Ring, ...holes: Ring[]];
