/** Names of streets, taken from the addresses of permits: what the ground of the map lacks up close. */
import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {Condition, Engine, TilePoint} from '../../engine/types.ts';
import type {TileAddress} from './address.ts';
import type {Feature} from './encode.ts';
import {boxOfTile, pointInTile} from './units.ts';

/** The newest permits of a tile by which its streets are named. */
const LOOKED_AT = 300;

/** A number, as `12`, `12A`, `12-14` or `3 - 12`; what stands behind it; and a unit, which is cut off. */
const ADDRESS =
  /^#?\d+[A-Z]?(?:\s*-\s*#?\d+[A-Z]?)*\s+(?:-\s+)?(.+?)(?:\s+(?:unit|apt|suite|ste|bureau|app|#)\b.*|\s+#.*)?$/i;

/** A name: words, perhaps with a number; no lists, corners, shares of lots or remarks. */
const NAME = /^(?!(?:and|et|to|à|blk|block|lot|plan)\b)(?=.*\p{L}{2})[\p{L}\p{N}.'’ -]{3,40}$/iu;

/** Words of corners and places: `QUEEN ST AT BAY ST` is no street. */
const NO_STREET = /\s(?:and|at|et|near|between|lot|plan|block)\s/i;

/** Kinds of streets and directions: alone they name none, as where `10108 - 114 STREET` has two numbers. */
const KINDS = new Set(
  'st street ave av avenue rd road dr drive blvd boul boulevard cres crt court ct pl place lane ln way rue chemin ch place n s e w nw ne sw se nord sud est ouest o'.split(
    ' ',
  ),
);

const isNamed = (street: string): boolean =>
  street
    .toLowerCase()
    .split(/[ .]+/)
    .some((word) => word !== '' && !KINDS.has(word));

/** The street of an address without number, unit and town; null where it is not clear. */
export function streetOf(address: string): string | null {
  const [line = ''] = address.split(',', 1);
  const street = ADDRESS.exec(line.trim().replace(/\s+/g, ' '))?.[1] ?? '';
  return NAME.test(street) && isNamed(street) && !NO_STREET.test(street) ? street : null;
}

/** A permit with an address and a point. */
export interface Addressed {
  id: string;
  address: string;
  lat: number;
  lng: number;
}

/** The one in the middle along the longer side of all of them, and the side on which a name hides fewest. */
function middleOf(permits: readonly Addressed[]): Addressed & {side: 'right' | 'below'} {
  const spread = (of: (one: Addressed) => number) =>
    Math.max(...permits.map(of)) - Math.min(...permits.map(of));
  const lat = ({lat: one}: Addressed) => one;
  // A degree of longitude is shorter than one of latitude.
  const lng = ({lng: one}: Addressed) => one * Math.cos((permits[0]!.lat * Math.PI) / 180);
  const isUpright = spread(lat) > spread(lng);
  const along = isUpright ? lat : lng;
  const middle = permits.toSorted((a, b) => along(a) - along(b))[permits.length >> 1]!;
  return {...middle, side: isUpright ? 'right' : 'below'};
}

interface Asked {
  engine: Engine;
  where: readonly Condition[];
  tile: TileAddress;
  /** The permits of the tile: rows of lists have no points. */
  points: readonly TilePoint[];
}

/** The newest permits of a tile that have an address. */
export function addressedIn({engine, where, tile, points}: Asked): Addressed[] {
  const {items} = engine.box({dataset: 'permits', where, ...boxOfTile(tile), limit: LOOKED_AT});
  const byId = new Map(points.map((point) => [point.id, point]));
  return rowsOf(items).flatMap(({record_id, address}): Addressed[] => {
    const point = byId.get(String(record_id));
    return point && typeof address === 'string' ? [{...point, address}] : [];
  });
}

/** The streets that permits of two addresses or more name, those with most permits first, each in the middle of them. */
export const streetsOf = (permits: readonly Addressed[]) =>
  [...Map.groupBy(permits, ({address}) => streetOf(address)?.toUpperCase())]
    .filter(([street, all]) => street !== undefined && new Set(all.map(({address}) => address)).size > 1)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([, all]) => {
      const middle = middleOf(all);
      return {name: streetOf(middle.address)!, permits: all.length, middle};
    });

/** A point for each street of a tile. */
export const streetFeatures = (asked: Asked): Feature[] =>
  streetsOf(addressedIn(asked)).map(({name, permits, middle}) => ({
    kind: 'point',
    rings: [pointInTile(middle, asked.tile)],
    values: {name, permits, side: middle.side},
  }));
