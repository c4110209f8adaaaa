/** The parts, rings and edges of the areas of one layer, gathered record by record. */

import {GrowableFloat64, GrowableUint32} from '../../file/growable.ts';
import {NONE} from './grid.ts';

export interface Shapes {
  /** Longitude and latitude by turns, ring after ring; the first vertex of a ring comes again at its end. */
  vertices: Float64Array;
  /** By vertex, the part whose edge begins there; NO_PLACE at the end of a ring. */
  polygonByEdge: Uint32Array;
  /** By part, the place of its record; ascending. */
  precedences: Uint32Array;
}

type Ring = readonly (readonly number[])[];

/** Gathers areas in the ascending order of their places. */
export class ShapesWriter {
  readonly #vertices = new GrowableFloat64();
  readonly #edges = new GrowableUint32();
  readonly #places = new GrowableUint32();

  /** Adds the GeoJSON text of a Polygon or MultiPolygon; throws on anything else and on numbers that are no position. */
  add(place: number, geojson: string): void {
    for (const rings of polygonsOf(geojson)) {
      const part = this.#places.length;
      this.#places.push(place);
      for (const ring of rings) this.#ring(part, ring);
    }
  }

  #ring(part: number, ring: Ring): void {
    const first = this.#edges.length;
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    const vertex = (position: readonly number[]) => {
      const [x, y] = position;
      if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
        throw new Error(`a vertex is ${JSON.stringify(position)}`);
      }
      if (x === lastX && y === lastY) return;
      [lastX, lastY] = [x, y];
      this.#vertices.push(x, y);
      this.#edges.push(part);
    };
    for (const position of ring) vertex(position);
    // Rings are closed; one that is not is closed here.
    if (ring[0]) vertex(ring[0]);
    if (this.#edges.length > first) this.#edges.set(this.#edges.length - 1, NONE);
  }

  build(): Shapes {
    return {
      vertices: this.#vertices.toArray(),
      polygonByEdge: this.#edges.toArray(),
      precedences: this.#places.toArray(),
    };
  }
}

function polygonsOf(text: string): readonly (readonly Ring[])[] {
  const read: unknown = JSON.parse(text);
  const {type, coordinates} = read as {type?: unknown; coordinates?: unknown};
  if (type === 'Polygon' && Array.isArray(coordinates)) return [coordinates as Ring[]];
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return coordinates as Ring[][];
  throw new Error(`an area is a Polygon or MultiPolygon, not ${String(type)}`);
}
