/** Brings rings into the units of a tile: projects, simplifies and cuts them. */
import type {Box} from '../box.ts';
import {latOf, mercatorX, mercatorY} from '../mercator.ts';

export interface TileFrameOptions {
  z: number;
  x: number;
  y: number;
  extent: number;
  buffer: number;
  tolerance: number;
}

/** Rings whose box has fewer tolerances a side are left out. */
const SMALLEST = 2;

/** Degrees by which rounding may move an edge of the tile, and more. */
const MARGIN = 1e-9;

/** The units of one tile. */
export class TileFrame {
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;
  readonly #low: number;
  readonly #high: number;
  readonly #tolerance: number;
  readonly #smallest: number;
  /** The cut square: shares of the width of the map, and degrees of latitude. */
  readonly #west: number;
  readonly #east: number;
  readonly #north: number;
  readonly #south: number;

  constructor({z, x, y, extent, buffer, tolerance}: TileFrameOptions) {
    this.#scale = 2 ** z * extent;
    this.#left = x * extent;
    this.#top = y * extent;
    this.#low = -buffer;
    this.#high = extent + buffer;
    this.#tolerance = tolerance;
    this.#smallest = SMALLEST * tolerance;
    this.#west = (this.#left + this.#low) / this.#scale;
    this.#east = (this.#left + this.#high) / this.#scale;
    this.#north = latOf((this.#top + this.#low) / this.#scale);
    this.#south = latOf((this.#top + this.#high) / this.#scale);
  }

  #x(lng: number): number {
    return mercatorX(lng) * this.#scale - this.#left;
  }

  #y(lat: number): number {
    return mercatorY(lat) * this.#scale - this.#top;
  }

  /** A box in degrees around the tile and its buffer, slightly larger. */
  get box(): Box {
    const [west, east] = [(this.#west - 0.5) * 360, (this.#east - 0.5) * 360];
    return [west - MARGIN, this.#south - MARGIN, east + MARGIN, this.#north + MARGIN];
  }

  /** Whether a box in degrees touches the tile and is large enough to be seen. */
  isVisible([west, south, east, north]: Box): boolean {
    if (mercatorX(east) < this.#west || mercatorX(west) > this.#east) return false;
    if (north < this.#south || south > this.#north) return false;
    const smallest = this.#smallest;
    return this.#x(east) - this.#x(west) >= smallest || this.#y(south) - this.#y(north) >= smallest;
  }

  /**
   * The ring of vertices `from` to `to`, pairs of degrees, in whole units: its direction as seen on the
   * screen is the other one. Empty if less than a triangle is left.
   */
  ring(vertices: Float64Array, from: number, to: number): Int32Array {
    const simple: number[] = [];
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    // Backwards: what runs counter-clockwise to the north runs clockwise downwards, but rings of tiles run
    // the other way.
    for (let i = to - 1; i >= from; i--) {
      const [x, y] = [Math.round(this.#x(vertices[i * 2]!)), Math.round(this.#y(vertices[i * 2 + 1]!))];
      if (Math.abs(x - lastX) < this.#tolerance && Math.abs(y - lastY) < this.#tolerance) continue;
      simple.push(x, y);
      [lastX, lastY] = [x, y];
    }
    return withoutFlats(this.#cut(simple));
  }

  #cut(ring: readonly number[]): readonly number[] {
    const {low, high} = {low: this.#low, high: this.#high};
    if (ring.every((n) => n >= low && n <= high)) return ring;
    const west = cutAxis(ring, 0, low, false);
    const east = cutAxis(west, 0, high, true);
    const north = cutAxis(east, 1, low, false);
    return cutAxis(north, 1, high, true);
  }
}

/** The part of a ring on one side of a line (Sutherland and Hodgman): `axis` 0 is x, 1 is y. */
function cutAxis(ring: readonly number[], axis: 0 | 1, at: number, below: boolean): number[] {
  const cut: number[] = [];
  const isInside = (n: number) => (below ? n <= at : n >= at);
  for (let i = 0; i < ring.length; i += 2) {
    const before = i === 0 ? ring.length - 2 : i - 2;
    const [x, y, fromX, fromY] = [ring[i]!, ring[i + 1]!, ring[before]!, ring[before + 1]!];
    const [own, other] = axis === 0 ? [x, fromX] : [y, fromY];
    if (isInside(own) !== isInside(other)) {
      const share = (at - other) / (own - other);
      if (axis === 0) cut.push(at, Math.round(fromY + (y - fromY) * share));
      else cut.push(Math.round(fromX + (x - fromX) * share), at);
    }
    if (isInside(own)) cut.push(x, y);
  }
  return cut;
}

/** Without repeated vertices; empty if the ring holds no area. */
function withoutFlats(ring: readonly number[]): Int32Array {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const before = kept.length - 2;
    if (before >= 0 && kept[before] === ring[i] && kept[before + 1] === ring[i + 1]) continue;
    kept.push(ring[i]!, ring[i + 1]!);
  }
  while (kept.length > 2 && kept[0] === kept.at(-2) && kept[1] === kept.at(-1)) kept.length -= 2;
  return kept.length < 6 || signedArea(kept) === 0 ? new Int32Array(0) : Int32Array.from(kept);
}

/** Twice the area of a ring; positive if it runs clockwise on the screen, where y grows downwards. */
export function signedArea(ring: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = i + 2 === ring.length ? 0 : i + 2;
    sum += ring[i]! * ring[next + 1]! - ring[next]! * ring[i + 1]!;
  }
  return sum;
}
