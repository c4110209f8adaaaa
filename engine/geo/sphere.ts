/** Distances on a sphere, and how near and how far a box of degrees is: bounds that never exclude a point of it. */

/** Metres: the mean radius of the Earth, (2a + b) / 3 of WGS 84 (specification 6.1). */
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

/** A place from which distances are taken: what of it every distance needs is worked out once. */
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

  /** Metres that no point of a box is nearer than. */
  minDistance(west: number, south: number, east: number, north: number): number {
    const nearest = this.#nearest(west, south, east, north);
    return Math.max(0, nearest - slackOf(nearest));
  }

  /** Metres that no point of a box is farther than; infinite for boxes a quarter of the globe away. */
  maxDistance(west: number, south: number, east: number, north: number): number {
    const [left, right] = [turned(west - this.lng), turned(east - this.lng)];
    // Within a quarter turn distances grow with the longitude, and along a meridian towards one of its ends.
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

  /** Distance to a stretch of a meridian: to one of its ends, or to the place where it runs square to the way. */
  #toMeridian(lng: number, south: number, north: number): number {
    const ends = Math.min(this.distance(south, lng), this.distance(north, lng));
    const square = Math.atan2(this.#sin, this.#cos * Math.cos((lng - this.lng) * RADIAN)) / RADIAN;
    return square > south && square < north ? Math.min(ends, this.distance(square, lng)) : ends;
  }
}

/** Degrees between -180 and 180. */
function turned(degrees: number): number {
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}

/** Kilometres as answers show them: three decimals. */
export const kilometres = (metres: number): number => Math.round(metres) / 1000;
