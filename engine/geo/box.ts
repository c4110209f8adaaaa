/** Bounding boxes in degrees. */

export type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * The box of vertices `from` up to `to`, pairs of longitude and latitude; of none it is inverted and
 * infinite.
 */
export function boxOf(vertices: Float64Array, from: number, to: number): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = from * 2; i < to * 2; i += 2) {
    const [lng, lat] = [vertices[i]!, vertices[i + 1]!];
    if (lng < west) west = lng;
    if (lng > east) east = lng;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return [west, south, east, north];
}
