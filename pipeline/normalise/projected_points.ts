/** Converts projected coordinates to degrees, once per distinct pair of cells. */
import type {DuckDBConnection} from '@duckdb/node-api';
import proj4 from 'proj4';
import {PROJECTIONS} from '../../datasets/codes/projections.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Layout, PointLocation} from '../../datasets/types.ts';

type ProjectedPlace = Extract<PointLocation, {form: 'projected'}>;

/** Pairs of cells converted at a time. */
const SLICE = 16_384;

/** Decimals of degrees: a tenth of a millimetre. */
const DECIMALS = 9;

/** Degrees by projection and raw cells. Cells that are not numbers have no row. */
export const POINTS = 'projected_points';

export async function emptyPoints(db: DuckDBConnection): Promise<void> {
  await db.run(
    `CREATE TABLE IF NOT EXISTS ${POINTS} (crs VARCHAR, x VARCHAR, y VARCHAR, lat DOUBLE, lng DOUBLE)`,
  );
}

/**
 * Degrees of points in a projection, null outside of its domain: creating it costs more than using it. Throws
 * for an undefined projection.
 */
export function projection(crs: string): (x: number, y: number) => {lat: number; lng: number} | null {
  const definition = PROJECTIONS[crs];
  if (!definition) throw new Error(`${crs} has no definition: add it to datasets/codes/projections.ts`);
  const {forward} = proj4(definition, 'WGS84');
  return (x, y) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
    const [lng, lat] = forward([x, y]).map((degree) => Number(degree.toFixed(DECIMALS)));
    return Number.isFinite(lng) && Number.isFinite(lat) ? {lat: lat!, lng: lng!} : null;
  };
}

/** Adds the points of a layout's projected columns, which `degree` fields join. */
export async function projectPoints(db: DuckDBConnection, from: string, layout: Layout): Promise<void> {
  const all = Object.values(layout.fields).flatMap((field) => (field.op === 'degree' ? field.locations : []));
  const locations = new Map(
    all.flatMap((location) =>
      location.form === 'projected' ? [[JSON.stringify(location), location] as const] : [],
    ),
  );
  for (const location of locations.values()) await project(db, from, location);
}

async function project(db: DuckDBConnection, from: string, {crs, x, y}: ProjectedPlace): Promise<void> {
  const [east, north] = [ident(x), ident(y)];
  const degreesOf = projection(crs);
  await db.run(`CREATE OR REPLACE TABLE pairs_to_project AS
    SELECT x, y FROM (SELECT DISTINCT ${east} AS x, ${north} AS y FROM ${from}
      WHERE TRY_CAST(${east} AS DOUBLE) <> 0 AND TRY_CAST(${north} AS DOUBLE) <> 0)
    ANTI JOIN (SELECT x, y FROM ${POINTS} WHERE crs = ${literal(crs)}) USING (x, y)`);
  for (let at = 0; ; at += SLICE) {
    const read = await db.runAndReadAll(
      `SELECT x, y, TRY_CAST(x AS DOUBLE), TRY_CAST(y AS DOUBLE) FROM pairs_to_project
        WHERE rowid BETWEEN ${at} AND ${at + SLICE - 1}`,
    );
    const rows = read.getRows();
    if (!rows.length) break;
    const appender = await db.createAppender(POINTS);
    for (const [xText, yText, xValue, yValue] of rows) {
      const point = degreesOf(Number(xValue), Number(yValue));
      if (!point) continue;
      for (const text of [crs, String(xText), String(yText)]) appender.appendVarchar(text);
      appender.appendDouble(point.lat);
      appender.appendDouble(point.lng);
      appender.endRow();
    }
    appender.closeSync();
  }
  await db.run('DROP TABLE pairs_to_project');
}
