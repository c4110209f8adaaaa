/** The oracle of zone lookups: scans every edge of every area, with exact sides by big integers. */
import type {Json} from '../../datasets/types.ts';

export type Position = readonly number[];
export type Polygon = readonly (readonly Position[])[];

export interface Area {
  id: string;
  code: string;
  size: number;
  within: string;
  parts: readonly Polygon[];
}

/** The area of a row of zoning, whose geometry is an object or its text. */
export function areaOf(row: Readonly<Record<string, Json>>): Area {
  const {geometry} = row;
  const read = (typeof geometry === 'string' ? JSON.parse(geometry) : geometry) as {
    type: string;
    coordinates: Polygon | Polygon[];
  };
  return {
    id: String(row['record_id']),
    code: String(row['zone_code']),
    size: Number(row['area_m2']),
    within: String(row['municipality']),
    parts: read.type === 'Polygon' ? [read.coordinates as Polygon] : (read.coordinates as Polygon[]),
  };
}

export interface AreaMatch {
  id: string;
  match: 'contains' | 'nearest';
  distance_m: number;
}

/** A double as a whole number times 2^-1074, exactly. */
const doubles = new DataView(new ArrayBuffer(8));
function exact(value: number): bigint {
  doubles.setFloat64(0, value);
  const bits = doubles.getBigUint64(0);
  const exponent = (bits >> 52n) & 2047n;
  const fraction = bits & ((1n << 52n) - 1n);
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n === 1n ? -size : size;
}

/** Sign of the turn from a over b to p: 1 to the left. */
export function turn([ax, ay]: Position, [bx, by]: Position, x: number, y: number): number {
  const left = (bx! - ax!) * (y - ay!);
  const right = (by! - ay!) * (x - ax!);
  const rough = left - right;
  if (Math.abs(rough) > 1e-12 * (Math.abs(left) + Math.abs(right))) return Math.sign(rough);
  const [px, py, qx, qy] = [exact(ax!), exact(ay!), exact(bx!), exact(by!)];
  const [rx, ry] = [exact(x), exact(y)];
  const whole = (qx - px) * (ry - py) - (qy - py) * (rx - px);
  return whole > 0n ? 1 : whole < 0n ? -1 : 0;
}

function sideOf(rings: Polygon, x: number, y: number): 'in' | 'out' | 'on' {
  let odd = false;
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!];
      if (Math.min(a[1]!, b[1]!) > y || Math.max(a[1]!, b[1]!) < y) continue;
      if (Math.max(a[0]!, b[0]!) < x) continue;
      const side = turn(a, b, x, y);
      if (side === 0 && Math.min(a[0]!, b[0]!) <= x) return 'on';
      if (a[1]! > y !== b[1]! > y && side > 0 === b[1]! > a[1]!) odd = !odd;
    }
  }
  return odd ? 'in' : 'out';
}

export const contains = ({parts}: Area, lat: number, lng: number): boolean =>
  parts.some((part) => sideOf(part, lng, lat) !== 'out');

/** Metres a degree, by the formulas of a textbook on geodesy. */
function scales(lat: number): [east: number, north: number] {
  const [a, b] = [6378137, 6378137 * (1 - 1 / 298.257223563)];
  const phi = (lat * Math.PI) / 180;
  const w = Math.sqrt(a ** 2 * Math.cos(phi) ** 2 + b ** 2 * Math.sin(phi) ** 2);
  return [(a ** 2 / w) * Math.cos(phi) * (Math.PI / 180), ((a * b) ** 2 / w ** 3) * (Math.PI / 180)];
}

/** Metres to the nearest edge; infinity where it is surely farther than `enough`. */
export function distance({parts}: Area, lat: number, lng: number, enough = Infinity): number {
  const [east, north] = scales(lat);
  let least = Infinity;
  for (const ring of parts.flat()) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [ax, ay] = [(ring[i]![0]! - lng) * east, (ring[i]![1]! - lat) * north];
      const [bx, by] = [(ring[i + 1]![0]! - lng) * east, (ring[i + 1]![1]! - lat) * north];
      if (Math.min(ax, bx) > enough || Math.max(ax, bx) < -enough) continue;
      if (Math.min(ay, by) > enough || Math.max(ay, by) < -enough) continue;
      const [dx, dy] = [bx - ax, by - ay];
      const length = dx * dx + dy * dy;
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
      least = Math.min(least, Math.hypot(ax + t * dx, ay + t * dy));
    }
  }
  return least;
}

/** By area, code and id, texts by code point. */
export function before(a: Area, b: Area): number {
  const text = (x: string, y: string) => Buffer.compare(Buffer.from(x), Buffer.from(y));
  return a.size - b.size || text(a.code, b.code) || text(a.id, b.id);
}

/** The answer of a zone lookup. */
export function zoneAt(areas: readonly Area[], lat: number, lng: number, within?: string): AreaMatch | null {
  const candidates = areas.filter((area) => within === undefined || area.within === within);
  const [inside] = candidates.filter((area) => contains(area, lat, lng)).sort(before);
  if (inside) return {id: inside.id, match: 'contains', distance_m: 0};
  const near = candidates
    .map((area) => ({area, metres: distance(area, lat, lng, 151)}))
    .filter(({metres}) => metres <= 150);
  const least = Math.min(...near.map(({metres}) => metres));
  const [best] = near.filter(({metres}) => metres <= least + 1e-6).sort((a, b) => before(a.area, b.area));
  return best ? {id: best.area.id, match: 'nearest', distance_m: least} : null;
}
