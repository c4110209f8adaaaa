/** Cuts features into tiles. Shapes are simpler at low zooms, and equal tiles are stored once. */
import {GeoJSONVT} from '@maplibre/geojson-vt';
import type {Box} from '../datasets/types.ts';
import {EXTENT, encodeTile, type Feature, type TileLayer} from '../server/tiles/encode.ts';
import type {TileFile} from './pmtiles_writer.ts';

/** The closest zoom: browsers enlarge its tiles beyond it. A unit is 30 metres there. */
export const CLOSEST = 7;

/** How far a line may be from its true course: three quarters of a pixel, and closest half a one. */
const TOLERANCE = {far: 6, closest: 4};

/** Units beyond the edges of a tile, so that borders of its areas are not seen. */
const BUFFER = 64;

export interface GroundFeature {
  layer: string;
  type: 'Point' | 'LineString' | 'Polygon';
  coordinates: unknown;
  values: Readonly<Record<string, string | number | null>>;
  /** The first zoom that has it. */
  from: number;
}

/** A tile of the library: its own types lean on a package that is not here. */
interface CutTile {
  features: readonly {
    type: 1 | 2 | 3;
    /** Points, or lines of points. */
    geometry: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[];
    tags: {layer: string; values: Feature['values']; from: number};
  }[];
}

const KINDS = {1: 'point', 2: 'line', 3: 'polygon'} as const;

const isClosed = (ring: readonly (readonly number[])[]): boolean =>
  ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1];

/** Features with equal values as one, except points. */
function merged(features: readonly Feature[]): Feature[] {
  const groups = Map.groupBy(features, ({kind, values}) => `${kind} ${JSON.stringify(values)}`);
  return [...groups.values()].flatMap((same) =>
    same[0]!.kind === 'point' ? same : [{...same[0]!, rings: same.flatMap(({rings}) => rings)}],
  );
}

function featureOf({type, geometry, tags: {values}}: CutTile['features'][number]): Feature {
  const kind = KINDS[type];
  if (type === 1) return {kind, rings: geometry as number[][], values};
  const isArea = type === 3;
  const rings = (geometry as number[][][]).map((line) =>
    (isArea && isClosed(line) ? line.slice(0, -1) : line).flat(),
  );
  // Three corners make an area, two a line.
  return {kind, rings: rings.filter(({length}) => length >= (isArea ? 6 : 4)), values};
}

function layersOf({features}: CutTile, z: number): TileLayer[] {
  const shown = features.filter(({tags}) => tags.from <= z);
  return [...Map.groupBy(shown, ({tags}) => tags.layer)].map(([name, all]) => ({
    name,
    features: merged(all.map(featureOf)).filter(({rings}) => rings.length > 0),
  }));
}

const index = (features: readonly GroundFeature[], zoom: number): GeoJSONVT =>
  new GeoJSONVT(
    {
      type: 'FeatureCollection',
      features: features.map(({layer, type, coordinates, values, from}) => ({
        type: 'Feature',
        properties: {layer, values, from},
        geometry: {type, coordinates},
      })),
    },
    {
      // The library keeps every vertex at its own closest zoom.
      maxZoom: zoom + 1,
      indexMaxZoom: 4,
      indexMaxPoints: 0,
      tolerance: zoom === CLOSEST ? TOLERANCE.closest : TOLERANCE.far,
      extent: EXTENT,
      buffer: BUFFER,
    },
  );

/** Column and row of the tile that has a point. */
function tileAt(lng: number, lat: number, z: number): [x: number, y: number] {
  const radians = (lat * Math.PI) / 180;
  const [x, y] = [lng / 360 + 0.5, 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)];
  return [x * 2 ** z, y * 2 ** z].map((one) => Math.min(2 ** z - 1, Math.floor(one))) as [number, number];
}

/** All tiles of a box with something in them. */
export function cutTiles(features: readonly GroundFeature[], [west, south, east, north]: Box): TileFile[] {
  const tiles: TileFile[] = [];
  const indexes = {far: index(features, CLOSEST - 1), closest: index(features, CLOSEST)};
  for (let z = 0; z <= CLOSEST; z++) {
    const [[left, top], [right, bottom]] = [tileAt(west, north, z), tileAt(east, south, z)];
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const tile = indexes[z === CLOSEST ? 'closest' : 'far'].getTile(z, x, y);
        const bytes = tile ? encodeTile(layersOf(tile as unknown as CutTile, z)) : Buffer.alloc(0);
        if (bytes.length > 0) tiles.push({z, x, y, bytes});
      }
    }
  }
  return tiles;
}
