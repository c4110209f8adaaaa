/** Loads the permits and streets around a point, for a small map that has no other ground. */
import {mercator} from '../../../engine/open.ts';
import type {Engine} from '../../../engine/types.ts';
import {type Addressed, addressedIn, streetsOf} from '../../tiles/streets.ts';

/** A point that names a street, and on which side of it the name hides fewest permits. */
export interface Street {
  name: string;
  lat: number;
  lng: number;
  side: 'right' | 'below';
}

export interface Surroundings {
  permits: readonly Addressed[];
  /** Those with most permits first. */
  streets: readonly Street[];
}

/** Half of the map, in degrees of latitude: some 160 m. */
export const REACH = 0.00145;

/** How much wider than high it is. */
export const ASPECT = 1.4;

/** Tiles of this zoom are larger than the map. */
const ZOOM = 15;

/** Most permits of a tile that are drawn. */
const MOST = 3000;

/** Half of its width in degrees of longitude, which are shorter in the north. */
export const acrossOf = (lat: number): number => (REACH * ASPECT) / Math.cos((lat * Math.PI) / 180);

/** The squares of the tiles that a range of shares of the world touches. */
function squares(from: number, to: number): number[] {
  const [first, last] = [from, to].map((share) => Math.floor(share * 2 ** ZOOM)) as [number, number];
  return last > first ? [first, last] : [first];
}

/** The permits around a point. */
export function loadSurroundings(engine: Engine, lat: number, lng: number): Surroundings {
  const across = acrossOf(lat);
  const columns = squares(mercator.x(lng - across), mercator.x(lng + across));
  const rows = squares(mercator.y(lat + REACH), mercator.y(lat - REACH));
  const permits = columns.flatMap((x) =>
    rows.flatMap((y): Addressed[] => {
      const tile = {z: ZOOM, x, y};
      const asked = {dataset: 'permits', where: [], ...tile, side: 1, max_points: MOST, columns: []};
      const {points} = engine.tile(asked);
      return points ? addressedIn({engine, where: [], tile, points}) : [];
    }),
  );
  const inside = permits.filter(
    (one) => Math.abs(one.lat - lat) <= REACH && Math.abs(one.lng - lng) <= across,
  );
  const streets = streetsOf(inside).map(({name, middle: {lat, lng, side}}) => ({name, lat, lng, side}));
  return {permits: inside, streets};
}
