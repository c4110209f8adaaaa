/**
 * Rows on the map as SQL: the rows of a tile or box by their coordinates, and their cells by comparing with
 * every edge.
 */
import {datasetOrEntity} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {listFields} from '../../engine/file/table_layout.ts';
import {northOf, westOf} from '../../engine/geo/mercator.ts';
import {linesOf} from '../../engine/rows/json_lines.ts';
import {expression, from, idOf} from '../../engine/sql/columns.ts';
import type {BoxPage, BoxQuery, Condition, Near, Row, Tile, TileQuery} from '../../engine/types.ts';
import {Binder} from './binder.ts';
import {nearby, pointOf} from './near.ts';
import {where} from './operators.ts';
import {orderOf} from './order.ts';
import type {Database} from './pool.ts';

interface Edges {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The rows in a box that match, with these columns, in the default order. */
async function rowsIn(
  database: Database,
  declaration: Dataset | Derived,
  conditions: readonly Condition[],
  near: Near | undefined,
  {west, south, east, north}: Edges,
  names: readonly string[],
): Promise<Row[]> {
  const binder = new Binder();
  const point = pointOf(declaration);
  const [lat, lng] = [expression(declaration, point.lat), expression(declaration, point.lng)];
  const filter = where(declaration, conditions, binder);
  const circle = nearby(declaration, near, binder);
  const at = (degrees: number) => `CAST(${binder.bind(String(degrees))} AS DOUBLE)`;
  const shown = names.map((name) => ({name, ...expression(declaration, name)}));
  const {default: sort} = declaration.sort;
  const order = orderOf(declaration, {sort, order: 'desc'}, binder);
  const fields = shown.map(({name, sql}) => `, ${sql} AS ${ident(name)}`).join('');
  return database.rows(
    `SELECT ${idOf(declaration)} AS id_of_row, ${lat.sql} AS lat_of_row, ${lng.sql} AS lng_of_row, ${order.fields} ${fields}
    ${from(declaration, [lat, lng, ...filter.reads, ...circle.reads, ...order.reads, ...shown])}
    WHERE ${filter.sql} AND ${circle.sql} AND ${lng.sql} >= ${at(west)} AND ${lng.sql} < ${at(east)}
      AND ${lat.sql} >= ${at(south)} AND ${lat.sql} < ${at(north)}
    ORDER BY ${order.terms}`,
    binder.values,
  );
}

/** As `Engine.tile`. */
export async function tile(database: Database, query: TileQuery): Promise<Tile> {
  const {dataset, z, x, y, side, max_points, columns} = query;
  const box = {
    west: x === 0 ? -Infinity : westOf(x, z),
    east: westOf(x + 1, z),
    north: northOf(y, z),
    south: northOf(y + 1, z),
  };
  const rows = await rowsIn(database, datasetOrEntity(dataset), query.where, query.near, box, columns);
  const total = rows.length;
  if (total <= max_points) {
    const points = rows.map((row) => ({
      id: String(row['id_of_row']),
      lat: Number(row['lat_of_row']),
      lng: Number(row['lng_of_row']),
      values: columns.map((name) => (row[name] === null ? null : String(row[name]))),
    }));
    return {total, counts: null, points};
  }
  const counts = new Uint32Array(side * side);
  const deep = z + Math.log2(side);
  for (const row of rows) {
    let [column, line] = [0, 0];
    while (column < side - 1 && Number(row['lng_of_row']) >= westOf(x * side + column + 1, deep)) column++;
    while (line < side - 1 && Number(row['lat_of_row']) < northOf(y * side + line + 1, deep)) line++;
    counts[line * side + column]!++;
  }
  return {total, counts, points: null};
}

/** As `Engine.box`. */
export async function box(database: Database, query: BoxQuery): Promise<BoxPage> {
  const declaration = datasetOrEntity(query.dataset);
  const names = listFields(declaration);
  const rows = await rowsIn(database, declaration, query.where, undefined, query, names);
  const items = rows
    .slice(0, query.limit)
    .map((row) => Object.fromEntries(names.map((name) => [name, row[name]!])));
  return {total: rows.length, items: linesOf(items), groups: groupsOf(rows, query.count_by)};
}

function groupsOf(rows: readonly Row[], name: string | undefined): BoxPage['groups'] {
  if (name === undefined) return [];
  const counts = new Map<string | null, number>();
  for (const row of rows) {
    const value = row[name] as string | null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const key = (value: string | null) => (value === null ? '\u{10ffff}' : value);
  return [...counts]
    .map(([value, count]) => ({value, count}))
    .sort((a, b) => b.count - a.count || (key(a.value) < key(b.value) ? -1 : 1));
}
