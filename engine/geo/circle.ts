/** A place and a distance from it: which points lie within, told by few multiplications wherever that is sure. */

import type {Near} from '../types.ts';
import {Centre, RADIUS_M} from './sphere.ts';

const RADIAN = Math.PI / 180;

/** Half the width of the widest circle whose points are told by squares, in radians. */
const FLAT = 0.05;

/** What rounding can make of a square, in parts. */
const ROUNDING = 1e-11;

/**
 * Near the centre the square of a distance is close to that of the differences in degrees, the one in longitude shortened
 * by both latitudes: `square` gives it in square radians. For points within the circle it is off by at most `slack`
 * parts, so that only points at the very rim need the haversine; wide circles and those at the turn of longitudes use
 * the haversine for all.
 */
export class Circle {
  readonly centre: Centre;
  readonly radius_m: number;
  /** Points with a smaller square lie in the circle. */
  readonly innerSquare: number;
  /** Points with a larger square do not. */
  readonly outerSquare: number;
  /** Parts by which a square is off at most. */
  readonly relativeError: number;
  readonly #flat: boolean;
  readonly #lat: number;
  readonly #lng: number;
  readonly #cos: number;
  readonly #sin: number;
  /** Square of the cosine at the centre. */
  readonly #cos2: number;
  /** Product of the cosines at the centre and at a point, at least and at most in the circle. */
  readonly #least: number;
  readonly #most: number;

  constructor({lat, lng, radius_m}: Near) {
    this.centre = new Centre(lat, lng);
    this.radius_m = radius_m;
    this.#lat = lat;
    this.#lng = lng;
    const angle = radius_m / RADIUS_M;
    const [up, cos] = [Math.abs(lat) * RADIAN, Math.cos(lat * RADIAN)];
    const least = Math.cos(Math.min(Math.PI / 2, up + angle));
    const width = angle / Math.max(least, Number.MIN_VALUE);
    this.#flat = width < FLAT && Math.abs(lng) * RADIAN + width < Math.PI;
    this.#cos = cos;
    this.#sin = Math.sin(lat * RADIAN);
    this.#cos2 = cos * cos;
    this.#least = cos * least;
    this.#most = cos * Math.cos(Math.max(0, up - angle));
    // A sine is shorter than its angle by a sixth of the square of it at most.
    this.relativeError = this.#flat ? width ** 2 / 4 + ROUNDING : ROUNDING;
    this.innerSquare = angle ** 2 * (1 - this.relativeError);
    this.outerSquare = angle ** 2 * (1 + this.relativeError);
  }

  /** Square of the distance to a point, in square radians; where it is not above `outer`, off by `slack` parts at most. */
  squaredAngle(lat: number, lng: number): number {
    if (!this.#flat) return (this.centre.distance(lat, lng) / RADIUS_M) ** 2;
    const up = (lat - this.#lat) * RADIAN;
    // The series below holds near the centre only.
    if (up * up > this.outerSquare) return up * up;
    const across = (lng - this.#lng) * RADIAN;
    const half = (up * up) / 2;
    // Cosines of both latitudes, the other one by its series.
    const shorter = this.#cos2 * (1 - half) - this.#cos * this.#sin * up * (1 - half / 3);
    return up * up + shorter * across * across;
  }

  /** Whether a point lies in the circle, by its square and, where that does not tell, by its distance. */
  containsPoint(square: number, lat: number, lng: number): boolean {
    if (square <= this.innerSquare) return true;
    return square <= this.outerSquare && this.centre.distance(lat, lng) <= this.radius_m;
  }

  /** Whether no point of a box lies in the circle; false where that is not sure. */
  isDisjoint(west: number, south: number, east: number, north: number): boolean {
    const up = Math.max(0, south - this.#lat, this.#lat - north) * RADIAN;
    if (up * up > this.outerSquare) return true;
    if (!this.#flat) return this.centre.minDistance(west, south, east, north) > this.radius_m;
    const across = Math.max(0, west - this.#lng, this.#lng - east) * RADIAN;
    return up * up + this.#least * across * across > this.outerSquare;
  }

  /** Whether all points of a box lie in the circle; false where that is not sure. */
  containsBox(west: number, south: number, east: number, north: number): boolean {
    if (!this.#flat) return this.centre.maxDistance(west, south, east, north) <= this.radius_m;
    const up = Math.max(north - this.#lat, this.#lat - south) * RADIAN;
    const across = Math.max(east - this.#lng, this.#lng - west) * RADIAN;
    return up * up + this.#most * across * across <= this.innerSquare;
  }
}
