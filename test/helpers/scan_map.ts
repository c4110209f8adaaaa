/** Questions of the map by a scan of all rows: tiles, boxes and zones. */
import type {Dataset} from '../../datasets/types.ts';
import type {BoxPage, BoxQuery, Row, Tile, TileQuery, Zone, ZoneQuery} from '../../engine/types.ts';
import {type Area, areaOf, zoneAt} from './scan_areas.ts';
import {passes} from './scan_conditions.ts';
import {isNear} from './scan_near.ts';
import {scanOrder} from './scan_order.ts';
import type {ScanRow} from './scan_row.ts';
import type {ScanTable} from './scan_rows.ts';
import {scanTile} from './scan_tiles.ts';

/** Points are in no order. */
export const tileText = ({total, counts, points}: Tile): string =>
  JSON.stringify({
    total,
    counts: counts && [...counts],
    points: points?.toSorted((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))),
  });

/** Distances are by other formulas: they are told to the metre. */
export const zoneText = (zone: Pick<Zone, 'match' | 'distance_m'> & {id: unknown}): string =>
  JSON.stringify({id: zone.id, match: zone.match, metres: Math.round(zone.distance_m)});

export const boxText = (total: number, items: string, groups: BoxPage['groups']): string =>
  JSON.stringify({total, items, groups});

export function scanTileText(table: ScanTable, query: TileQuery): string {
  const rows = table.rows.filter(isNear(table, query.near)).filter(passes(table, query.where));
  return tileText(
    scanTile(
      rows.map(({fields}) => fields),
      query,
    ),
  );
}

function coordinatesOf(table: ScanTable, {fields}: ScanRow): {lat: number; lng: number} | null {
  const {lat, lng} = (table.declaration as Dataset).point!;
  const at = {lat: fields[lat], lng: fields[lng]};
  return typeof at.lat === 'number' && typeof at.lng === 'number' ? (at as {lat: number; lng: number}) : null;
}

/** Rows by value, most first, then by value, null last. */
function counted(rows: readonly ScanRow[], column: string): BoxPage['groups'] {
  const counts = new Map<string | null, number>();
  for (const {texts} of rows) {
    const value = texts[column]![0] ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const bytes = (value: string | null) => Buffer.from(value ?? '');
  return [...counts]
    .map(([value, count]) => ({value, count}))
    .sort(
      (a, b) =>
        b.count - a.count ||
        Number(a.value === null) - Number(b.value === null) ||
        Buffer.compare(bytes(a.value), bytes(b.value)),
    );
}

export function scanBox(table: ScanTable, query: BoxQuery): string {
  const {west, south, east, north, where, limit, count_by} = query;
  const rows = table.rows.filter(passes(table, where)).filter((row) => {
    const at = coordinatesOf(table, row);
    return at && at.lng >= west && at.lng < east && at.lat >= south && at.lat < north;
  });
  const order = scanOrder(table, {sort: table.declaration.sort.default, order: 'desc'});
  const sorted = rows
    .map((row) => ({row, key: order.keyOf(row)}))
    .sort((a, b) => order.compare(a.key, b.key))
    .map(({row}) => row);
  const items = sorted.slice(0, limit).map(({item}) => `${item}\n`);
  return boxText(rows.length, items.join(''), count_by === undefined ? [] : counted(rows, count_by));
}

const areasOf = new WeakMap<ScanTable, Area[]>();

/** The areas of all rows, read once. */
export function scanAreas(table: ScanTable): Area[] {
  const areas = areasOf.get(table) ?? table.rows.map(({fields}) => areaOf(fields as Row));
  areasOf.set(table, areas);
  return areas;
}

export function scanZone(table: ScanTable, {lat, lng, within}: ZoneQuery): string {
  const found = zoneAt(scanAreas(table), lat, lng, within);
  return found ? zoneText(found) : 'null';
}
