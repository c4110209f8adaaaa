/**
 * The position of a point along a Morton curve: points near each other lie near each other in memory and in
 * tiles.
 */
import type {Box} from '../box.ts';

/** Steps of a coordinate across the box: two of 16 bits make a key of 32. */
const STEPS = 2 ** 16;

/** Spreads 16 bits to every other bit of 32. */
function spread(bits: number): number {
  let all = bits;
  all = (all | (all << 8)) & 0x00ff00ff;
  all = (all | (all << 4)) & 0x0f0f0f0f;
  all = (all | (all << 2)) & 0x33333333;
  return (all | (all << 1)) & 0x55555555;
}

const step = (value: number, low: number, high: number): number =>
  high > low ? Math.min(STEPS - 1, Math.floor(((value - low) / (high - low)) * STEPS)) : 0;

/** The key of a point of the box, below 2^32. */
export const mortonKey = (lng: number, lat: number, [west, south, east, north]: Box): number =>
  spread(step(lng, west, east)) * 2 + spread(step(lat, south, north));
