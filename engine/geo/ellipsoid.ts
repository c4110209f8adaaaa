/** Metres per degree on the tangent plane of the WGS 84 ellipsoid at a latitude. */

const SEMI_MAJOR = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_2 = FLATTENING * (2 - FLATTENING);
const RADIANS = Math.PI / 180;

/** Metres per degree of longitude: the radius of the prime vertical, N, times the cosine of the latitude. */
export function metresPerDegreeEast(lat: number): number {
  const sine = Math.sin(lat * RADIANS);
  return (SEMI_MAJOR / Math.sqrt(1 - ECCENTRICITY_2 * sine * sine)) * Math.cos(lat * RADIANS) * RADIANS;
}

/** Metres per degree of latitude: the radius of the meridian, M. */
export function metresPerDegreeNorth(lat: number): number {
  const sine = Math.sin(lat * RADIANS);
  const w = 1 - ECCENTRICITY_2 * sine * sine;
  return ((SEMI_MAJOR * (1 - ECCENTRICITY_2)) / (w * Math.sqrt(w))) * RADIANS;
}
