/** Questions of the map: tiles and boxes of the tables with points, and the zones of points. */
import {isDerived} from '../../engine/file/table_layout.ts';
import type {AnyQuery} from './answer_text.ts';
import {type ConditionSeeds, conditionsOf, pick} from './condition_arbitraries.ts';
import type {ScanOracle} from './scan_answers.ts';
import {scanAreas} from './scan_map.ts';
import type {ScanTable} from './scan_rows.ts';
import {squareOf} from './scan_tiles.ts';

/** Numbers that make a question. */
export interface MapSeeds {
  table: number;
  anchor: number;
  where: ConditionSeeds[];
  odd: number;
  near: number;
  offset: number;
  sort: number;
  limit: number;
}

const withPoints = (oracle: ScanOracle): ScanTable[] =>
  [...oracle.tables.values()].filter(
    ({declaration}) => !isDerived(declaration) && declaration.point !== undefined,
  );

/** Columns of few values, which points have beside their id and boxes are counted by. */
const SHOWN = [[], ['permit_type'], ['status', 'municipality'], ['permit_type', 'status']];

/** The point of a row that has one, else any. */
function pointOf({rows}: ScanTable, {anchor, odd}: MapSeeds): {lat: number; lng: number} {
  const {lat, lng} = rows.length > 0 ? pick(rows, anchor).fields : {};
  const isKnown = typeof lat === 'number' && typeof lng === 'number' && odd % 7 !== 0;
  return isKnown ? {lat, lng} : {lat: ((odd % 1701) - 850) / 10, lng: ((anchor % 3599) - 1799) / 10};
}

export function tileOf(oracle: ScanOracle, seeds: MapSeeds): AnyQuery {
  const table = pick(withPoints(oracle), seeds.table);
  const z = pick([0, 3, 8, 11, 14, 16, 18], seeds.offset);
  const query = {
    dataset: table.declaration.name,
    where: conditionsOf(table, seeds.anchor, seeds.where),
    z,
    ...squareOf(pointOf(table, seeds), z),
    side: pick([1, 16, 64], seeds.sort),
    max_points: pick([0, 5, 10_000], seeds.near),
    columns: pick(SHOWN, seeds.limit),
  };
  return {kind: 'tile', query};
}

export function boxOf(oracle: ScanOracle, seeds: MapSeeds): AnyQuery {
  const table = pick(withPoints(oracle), seeds.table);
  const {lat, lng} = pointOf(table, seeds);
  const size = pick([0, 0.001, 0.05, 3, 200], seeds.offset);
  const part = (seeds.sort % 100) / 101;
  const query = {
    dataset: table.declaration.name,
    where: conditionsOf(table, seeds.anchor, seeds.where),
    west: lng - size * part,
    east: lng + size,
    // Now and then the point lies on the northern edge, which is outside.
    south: seeds.near === 0 ? lat - size : lat,
    north: seeds.near === 0 ? lat : lat + size * part,
    limit: pick([0, 1, 50], seeds.odd),
    ...(seeds.limit % 2 === 0 ? {count_by: pick(['permit_type', 'status', 'municipality'], seeds.odd)} : {}),
  };
  return {kind: 'box', query};
}

/** A corner of an area, a point among three of its corners, one some metres away, or any. */
export function zoneOf(oracle: ScanOracle, {anchor, odd, near, offset, sort}: MapSeeds): AnyQuery {
  const table = oracle.tables.get('zoning')!;
  const areas = scanAreas(table);
  const area = areas.length > 0 ? pick(areas, anchor) : null;
  const ring = area?.parts[0]?.[0] ?? [[-75, 45]];
  const corner = (n: number): [lng: number, lat: number] => {
    const [lng, lat] = pick(ring, n);
    return [lng!, lat!];
  };
  const [a, b, c] = [corner(offset), corner(offset + 1 + near), corner(offset + 2 + 2 * near)];
  const away = ((sort % 2001) - 1000) / 400_000;
  const forms: [lng: number, lat: number][] = [
    a,
    [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3],
    [a[0] + away, a[1] - away],
    [((odd % 3599) - 1799) / 10, ((offset % 1701) - 850) / 10],
  ];
  const [lng, lat] = pick(forms, odd);
  const within = pick([undefined, undefined, area?.within ?? 'toronto', 'atlantis'], near);
  return {kind: 'zone', query: {dataset: 'zoning', lat, lng, within}};
}
