/** Great-circle distances. */

/** Mean radius of the Earth in metres, (2a + b) / 3 of WGS 84. */
export const RADIUS_M = 6_371_008.8;

const RADIAN = Math.PI / 180;

/** A point from which distances are measured; its trigonometry is computed once. */
export class Centre {
  readonly lat: number;
  readonly lng: number;
  readonly #cos: number;

  /** Degrees. */
  constructor(lat: number, lng: number) {
    this.lat = lat;
    this.lng = lng;
    this.#cos = Math.cos(lat * RADIAN);
  }

  /** Great-circle distance in metres (haversine). */
  distance(lat: number, lng: number): number {
    const up = Math.sin((lat - this.lat) * (RADIAN / 2));
    const across = Math.sin((lng - this.lng) * (RADIAN / 2));
    const h = up * up + this.#cos * Math.cos(lat * RADIAN) * across * across;
    return 2 * RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
  }
}

/** Kilometres with three decimals, as answers state them. */
export const kilometres = (metres: number): number => Math.round(metres) / 1000;
