/** Collects the polygons, rings and edges of one layer record by record. */
import {GrowableFloat64, GrowableUint32} from '../../file/growable.ts';
import {NONE} from './grid.ts';

export interface Shapes {
  /** Pairs of longitude and latitude, ring after ring; the first vertex of a ring is repeated at its end. */
  vertices: Float64Array;
  /** Polygon of the edge that begins at each vertex; NONE at the end of a ring. */
  polygonByEdge: Uint32Array;
  /** Precedence of each polygon's record, ascending; the polygons of a MultiPolygon share one. */
  precedences: Uint32Array;
}

type Ring = readonly (readonly number[])[];

/** Collects records in ascending precedence. */
export class ShapesWriter {
  readonly #vertices = new GrowableFloat64();
  readonly #polygonByEdge = new GrowableUint32();
  readonly #precedences = new GrowableUint32();

  /** Adds the GeoJSON text of a Polygon or MultiPolygon; throws on anything else and on vertices that are not finite numbers. */
  add(precedence: number, geojson: string): void {
    for (const rings of polygonsOf(geojson)) {
      const polygon = this.#precedences.length;
      this.#precedences.push(precedence);
      for (const ring of rings) this.#ring(polygon, ring);
    }
  }

  #ring(polygon: number, ring: Ring): void {
    const first = this.#polygonByEdge.length;
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    const vertex = (position: readonly number[]) => {
      const [x, y] = position;
      if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
        throw new Error(`a vertex is ${JSON.stringify(position)}`);
      }
      if (x === lastX && y === lastY) return;
      [lastX, lastY] = [x, y];
      this.#vertices.push(x, y);
      this.#polygonByEdge.push(polygon);
    };
    for (const position of ring) vertex(position);
    // Closes an open ring.
    if (ring[0]) vertex(ring[0]);
    if (this.#polygonByEdge.length > first) this.#polygonByEdge.set(this.#polygonByEdge.length - 1, NONE);
  }

  build(): Shapes {
    return {
      vertices: this.#vertices.toArray(),
      polygonByEdge: this.#polygonByEdge.toArray(),
      precedences: this.#precedences.toArray(),
    };
  }
}

function polygonsOf(text: string): readonly (readonly Ring[])[] {
  const parsed: unknown = JSON.parse(text);
  const {type, coordinates} = parsed as {type?: unknown; coordinates?: unknown};
  if (type === 'Polygon' && Array.isArray(coordinates)) return [coordinates as Ring[]];
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return coordinates as Ring[][];
  throw new Error(`an area is a Polygon or MultiPolygon, not ${String(type)}`);
}
