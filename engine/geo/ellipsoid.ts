/** WGS 84 near one point: metres a degree, on the plane that touches the ellipsoid there (specification 6.3). */

const SEMI_MAJOR = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_2 = FLATTENING * (2 - FLATTENING);
const RADIANS = Math.PI / 180;

/** Metres a degree of longitude: the radius in the prime vertical, N, times the cosine of the latitude. */
export function metresPerDegreeEast(lat: number): number {
  const sine = Math.sin(lat * RADIANS);
  return (SEMI_MAJOR / Math.sqrt(1 - ECCENTRICITY_2 * sine * sine)) * Math.cos(lat * RADIANS) * RADIANS;
}

/** Metres a degree of latitude: the radius in the meridian, M. */
export function metresPerDegreeNorth(lat: number): number {
  const sine = Math.sin(lat * RADIANS);
  const w = 1 - ECCENTRICITY_2 * sine * sine;
  return ((SEMI_MAJOR * (1 - ECCENTRICITY_2)) / (w * Math.sqrt(w))) * RADIANS;
}
