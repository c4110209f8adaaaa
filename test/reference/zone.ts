/** Looks a point up in the polygons of a dataset by testing every edge of each. */
import {orient2d} from 'robust-predicates';
import {datasetOrEntity} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset} from '../../datasets/types.ts';
import {listFields} from '../../engine/file/table_layout.ts';
import {expression, from, idOf} from '../../engine/sql/columns.ts';
import type {Zone, ZoneQuery} from '../../engine/types.ts';
import type {Database} from './pool.ts';

type Position = readonly [lng: number, lat: number];
type Rings = readonly (readonly Position[])[];

interface Area {
  id: string;
  within: string;
  parts: readonly Rings[];
}

/** Areas by database and dataset, read once, the smallest first. */
const known = new WeakMap<Database, Map<string, Promise<Area[]>>>();

function areasOf(database: Database, dataset: string): Promise<Area[]> {
  const all = known.get(database) ?? new Map<string, Promise<Area[]>>();
  known.set(database, all);
  const areas = all.get(dataset) ?? readAreas(database, dataset);
  all.set(dataset, areas);
  return areas;
}

async function readAreas(database: Database, dataset: string): Promise<Area[]> {
  const declaration = datasetOrEntity(dataset) as Dataset;
  if (!declaration.area) throw new Error(`${dataset} holds no areas`);
  const {geometry, size, tieBreakers, within} = declaration.area;
  const order = [size, ...tieBreakers].map((name) => `r.${ident(name)}`).join(', ');
  const rows = await database.rows(
    `SELECT ${idOf(declaration)} AS id, r.${ident(within)} AS within, r.${ident(geometry)} AS geometry
    FROM ${ident(dataset)} AS r ORDER BY ${order}`,
  );
  return rows.map((row) => ({
    id: String(row['id']),
    within: String(row['within']),
    parts: partsOf(JSON.parse(String(row['geometry']))),
  }));
}

const partsOf = ({type, coordinates}: {type: string; coordinates: unknown}): readonly Rings[] =>
  (type === 'Polygon' ? [coordinates] : coordinates) as readonly Rings[];

const isBetween = (value: number, a: number, b: number): boolean =>
  value >= Math.min(a, b) && value <= Math.max(a, b);

/** Ray casting to the east; a point on an edge is inside. */
function contains(rings: Rings, x: number, y: number): boolean {
  let odd = false;
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!];
      const side = orient2d(ax, ay, bx, by, x, y);
      if (side === 0 && isBetween(x, ax, bx) && isBetween(y, ay, by)) return true;
      // In robust-predicates, left of the edge from a to b is negative.
      if (ay > y !== by > y && by > ay === side < 0) odd = !odd;
    }
  }
  return odd;
}

/** Metres a degree at a latitude, by the radii of curvature of WGS 84. */
function scales(lat: number): {east: number; north: number} {
  const radius = 6_378_137;
  const e2 = 0.00669437999014132;
  const phi = (lat * Math.PI) / 180;
  const root = Math.sqrt(1 - e2 * Math.sin(phi) ** 2);
  const degree = Math.PI / 180;
  return {
    east: (radius / root) * Math.cos(phi) * degree,
    north: ((radius * (1 - e2)) / root ** 3) * degree,
  };
}

function metresTo({parts}: Area, x: number, y: number, {east, north}: ReturnType<typeof scales>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const ring of parts.flat()) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!];
      const [px, py] = [(x - ax) * east, (y - ay) * north];
      const [dx, dy] = [(bx - ax) * east, (by - ay) * north];
      const length = dx * dx + dy * dy;
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      least = Math.min(least, Math.hypot(px - share * dx, py - share * dy));
    }
  }
  return least;
}

/** As `Engine.zone`. */
export async function zone(database: Database, {dataset, lat, lng, within}: ZoneQuery): Promise<Zone | null> {
  const all = await areasOf(database, dataset);
  const candidates = all.filter((area) => within === undefined || area.within === within);
  const inside = candidates.find(({parts}) => parts.some((rings) => contains(rings, lng, lat)));
  if (inside) return zoneOf(database, dataset, inside.id, 'contains', 0);
  const scale = scales(lat);
  const near = candidates
    .map((area) => ({id: area.id, metres: metresTo(area, lng, lat, scale)}))
    .filter(({metres}) => metres <= 150);
  const least = Math.min(...near.map(({metres}) => metres));
  const nearest = near.find(({metres}) => metres <= least + 1e-6);
  return nearest ? zoneOf(database, dataset, nearest.id, 'nearest', least) : null;
}

async function zoneOf(
  database: Database,
  dataset: string,
  id: string,
  match: Zone['match'],
  distance_m: number,
): Promise<Zone> {
  const declaration = datasetOrEntity(dataset);
  const shown = listFields(declaration).map((name) => ({name, ...expression(declaration, name)}));
  const fields = shown.map(({name, sql}) => `${sql} AS ${ident(name)}`).join(', ');
  const [row] = await database.rows(
    `SELECT ${fields} ${from(declaration, shown)} WHERE ${idOf(declaration)} = $id`,
    {id},
  );
  return {item: Buffer.from(JSON.stringify(row)), match, distance_m};
}
