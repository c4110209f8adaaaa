/** A circle on the sphere, which decides by a few multiplications whether most points lie in it. */
import type {Near} from '../types.ts';
import {OUTSIDE, type Region, SEVERAL} from './region.ts';
import {Centre, RADIUS_M} from './sphere.ts';

const RADIAN = Math.PI / 180;

/** Radius, in radians of longitude, up to which circles use the approximation. */
const MAX_FLAT_RADIUS = 0.05;

/** Relative rounding error of a square. */
const ROUNDING = 1e-11;

/**
 * Pre-filters points with a squared-angle approximation of known relative error: near the centre the square
 * of a distance is close to the sum of the squared differences in degrees, that in longitude scaled by the
 * cosines of both latitudes. Only points at the rim need the haversine; wide circles and those near the poles
 * or the antimeridian use it for all points.
 */
export class Circle implements Region {
  readonly centre: Centre;
  readonly radius_m: number;
  /** Points with a larger squared angle lie outside. */
  readonly outerSquare: number;
  /** Largest relative error of a squared angle up to `outerSquare`. */
  readonly relativeError: number;
  /** Points with a smaller squared angle lie in the circle. */
  readonly #innerSquare: number;
  readonly #isFlat: boolean;
  readonly #lat: number;
  readonly #lng: number;
  readonly #cos: number;
  readonly #sin: number;
  /** Least and greatest product of the cosines at the centre and at a point of the circle. */
  readonly #least: number;
  readonly #greatest: number;

  constructor({lat, lng, radius_m}: Near) {
    this.centre = new Centre(lat, lng);
    this.radius_m = radius_m;
    this.#lat = lat;
    this.#lng = lng;
    const angle = radius_m / RADIUS_M;
    const [up, cos] = [Math.abs(lat) * RADIAN, Math.cos(lat * RADIAN)];
    const least = Math.cos(Math.min(Math.PI / 2, up + angle));
    const width = angle / Math.max(least, Number.MIN_VALUE);
    this.#isFlat = width < MAX_FLAT_RADIUS && Math.abs(lng) * RADIAN + width < Math.PI;
    this.#cos = cos;
    this.#sin = Math.sin(lat * RADIAN);
    this.#least = cos * least;
    this.#greatest = cos * Math.cos(Math.max(0, up - angle));
    // sin x >= x - x^3 / 6.
    this.relativeError = this.#isFlat ? width ** 2 / 4 + ROUNDING : ROUNDING;
    this.#innerSquare = angle ** 2 * (1 - this.relativeError);
    this.outerSquare = angle ** 2 * (1 + this.relativeError);
  }

  /**
   * Squared angle to a point in square radians; up to `outerSquare` its relative error is at most
   * `relativeError`.
   */
  squaredAngle(lat: number, lng: number): number {
    if (!this.#isFlat) return (this.centre.distance(lat, lng) / RADIUS_M) ** 2;
    const up = (lat - this.#lat) * RADIAN;
    // The series below converges near the centre only.
    if (up * up > this.outerSquare) return up * up;
    const across = (lng - this.#lng) * RADIAN;
    const half = (up * up) / 2;
    // Product of the cosines of both latitudes, that of the point by its Taylor series at the centre.
    const cosines = this.#cos * (this.#cos * (1 - half) - this.#sin * up * (1 - half / 3));
    return up * up + cosines * across * across;
  }

  /** Whether a point lies in the circle: by its squared angle, at the rim by its distance. */
  containsPoint(square: number, lat: number, lng: number): boolean {
    if (square <= this.#innerSquare) return true;
    return square <= this.outerSquare && this.centre.distance(lat, lng) <= this.radius_m;
  }

  /**
   * Whether a box lies outside or inside; SEVERAL at the rim, and of circles without the approximation
   * wherever latitudes meet.
   */
  relate(boxes: Float64Array, at: number): number {
    if (this.#minSquare(boxes, at) > this.outerSquare) return OUTSIDE;
    return this.#maxSquare(boxes, at) <= this.#innerSquare ? 0 : SEVERAL;
  }

  /** The points of the circle whose squared angle is `low` to `high`; no box is said to be inside. */
  ring(low: number, high: number): Region {
    return {
      relate: (boxes, at) =>
        this.#minSquare(boxes, at) > high || this.#maxSquare(boxes, at) < low ? OUTSIDE : SEVERAL,
    };
  }

  /** Lower bound of the squared angle to the points of a box that lie in the circle. */
  #minSquare(boxes: Float64Array, at: number): number {
    const up = Math.max(0, boxes[at + 1]! - this.#lat, this.#lat - boxes[at + 3]!) * RADIAN;
    if (!this.#isFlat) return up * up;
    const across = Math.max(0, boxes[at]! - this.#lng, this.#lng - boxes[at + 2]!) * RADIAN;
    return up * up + this.#least * across * across;
  }

  /** Upper bound of the squared angle to the points of a box, if it is at most `outerSquare`. */
  #maxSquare(boxes: Float64Array, at: number): number {
    if (!this.#isFlat) return Number.POSITIVE_INFINITY;
    const up = Math.max(boxes[at + 3]! - this.#lat, this.#lat - boxes[at + 1]!) * RADIAN;
    const across = Math.max(boxes[at + 2]! - this.#lng, this.#lng - boxes[at]!) * RADIAN;
    return up * up + this.#greatest * across * across;
  }
}
