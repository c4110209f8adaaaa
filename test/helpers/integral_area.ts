/**
 * Area on the ellipsoid of WGS 84, independent of the pipeline: Simpson's rule over the authalic function.
 */
import type {Position} from '../../pipeline/geometry/types.ts';

const [A, F] = [6_378_137, 1 / 298.257223563];
const E2 = F * (2 - F);
const E = Math.sqrt(E2);

/** Proportional to the area between the equator and a latitude. */
function belt(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  return (1 - E2) * (sine / (1 - E2 * sine * sine) + Math.atanh(E * sine) / E);
}

/** Square metres of a ring that does not cross itself; its edges are straight in longitude and latitude. */
export function integralArea(ring: readonly Position[]): number {
  // Measured from a latitude nearby, so that little is lost when large numbers are subtracted.
  const zero = belt(ring[0]?.[1] ?? 0);
  let sum = 0;
  for (const [n, [x, y]] of ring.entries()) {
    const [u, v] = ring[(n + 1) % ring.length] as Position;
    const mean = (belt(y) + 4 * belt((y + v) / 2) + belt(v)) / 6 - zero;
    sum += ((A * A) / 2) * (((u - x) * Math.PI) / 180) * mean;
  }
  return Math.abs(sum);
}

/**
 * Square metres by which the area may differ where edges are geodesics: one of length L lies up to L * L *
 * tan(latitude) / (8 R) beside the straight one, which makes a sliver of two thirds of L times that;
 * tan(54.5) is 1.4.
 */
export function bulge(ring: readonly Position[]): number {
  let sum = 0;
  for (const [n, [x, y]] of ring.entries()) {
    const [u, v] = ring[(n + 1) % ring.length] as Position;
    const metres = Math.hypot((u - x) * Math.cos((y * Math.PI) / 180), v - y) * 111_320;
    sum += (1.4 * metres ** 3) / (12 * A);
  }
  return sum;
}
