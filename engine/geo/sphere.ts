/** Great-circle distances, and bounds of the distance to a box of degrees that never exclude a point of it. */

/** Mean radius of the Earth in metres, (2a + b) / 3 of WGS 84. */
export const RADIUS_M = 6_371_008.8;

const RADIAN = Math.PI / 180;

/** Bounds are wider than the rounding error of a distance by so many metres, and by this share of the distance. */
const SLACK_M = 1e-6;
const SLACK = 1e-9;

/**
 * Close to the antipode the arcsine turns the error of the haversine, at most 5e-15, into up to 0.9 m for each of the
 * two distances compared. A kilometre away from it `SLACK` covers the error again.
 */
const NEAR_ANTIPODE_M = Math.PI * RADIUS_M - 1000;
const ANTIPODE_SLACK_M = 2;

const slackOf = (metres: number): number =>
  metres > NEAR_ANTIPODE_M ? ANTIPODE_SLACK_M : metres * SLACK + SLACK_M;

/** A point from which distances are measured; its trigonometry is computed once. */
export class Centre {
  readonly lat: number;
  readonly lng: number;
  readonly #cos: number;
  readonly #sin: number;

  /** Degrees. */
  constructor(lat: number, lng: number) {
    this.lat = lat;
    this.lng = lng;
    this.#cos = Math.cos(lat * RADIAN);
    this.#sin = Math.sin(lat * RADIAN);
  }

  /** Great-circle distance in metres (haversine). */
  distance(lat: number, lng: number): number {
    const up = Math.sin((lat - this.lat) * (RADIAN / 2));
    const across = Math.sin((lng - this.lng) * (RADIAN / 2));
    const h = up * up + this.#cos * Math.cos(lat * RADIAN) * across * across;
    return 2 * RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
  }

  /** Lower bound in metres of the distance to any point of a box. */
  minDistance(west: number, south: number, east: number, north: number): number {
    const nearest = this.#nearest(west, south, east, north);
    return Math.max(0, nearest - slackOf(nearest));
  }

  /** Upper bound in metres of the distance to any point of a box; infinite for boxes a quarter of the globe away. */
  maxDistance(west: number, south: number, east: number, north: number): number {
    const [left, right] = [normalized(west - this.lng), normalized(east - this.lng)];
    // Within 90 degrees distance grows with the longitude, and along a meridian towards one of its ends.
    if (Math.max(Math.abs(left), Math.abs(right)) > 90 || left > right) return Number.POSITIVE_INFINITY;
    const lng = Math.abs(left) > Math.abs(right) ? west : east;
    const farthest = Math.max(this.distance(south, lng), this.distance(north, lng));
    return farthest + slackOf(farthest);
  }

  #nearest(west: number, south: number, east: number, north: number): number {
    const within = this.lng >= west && this.lng <= east;
    if (within) return this.distance(Math.min(Math.max(this.lat, south), north), this.lng);
    return Math.min(this.#toMeridian(west, south, north), this.#toMeridian(east, south, north));
  }

  /** Distance to a segment of a meridian: to one of its ends, or to the foot of the perpendicular. */
  #toMeridian(lng: number, south: number, north: number): number {
    const ends = Math.min(this.distance(south, lng), this.distance(north, lng));
    const foot = Math.atan2(this.#sin, this.#cos * Math.cos((lng - this.lng) * RADIAN)) / RADIAN;
    return foot > south && foot < north ? Math.min(ends, this.distance(foot, lng)) : ends;
  }
}

/** A difference of longitudes between -180 and 180 degrees. */
function normalized(degrees: number): number {
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}

/** Kilometres with three decimals, as answers state them. */
export const kilometres = (metres: number): number => Math.round(metres) / 1000;
