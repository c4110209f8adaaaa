/** Areas of polygons in WGS 84 degrees. Edges are straight in longitude and latitude. */

export type Position = readonly [lng: number, lat: number];

/** Corners of a ring, each once: the edge from the last to the first is not written. */
export type Ring = readonly Position[];

/** The outer ring, then its holes. A point is inside where it is inside an odd number of the rings. */
export type Polygon = readonly [outer: Ring, ...holes: Ring[]];
