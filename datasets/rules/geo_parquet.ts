/**
 * GeoParquet 1.1 (https://geoparquet.org): the columns and the metadata that make an export a map layer.
 * Coordinates are longitude and latitude of WGS 84, the default of the standard (OGC:CRS84).
 */
import {internalColumn, NOT_NULL} from '../columns.ts';
import type {Columns, Dataset, Derived} from '../types.ts';

/** Columns of the geometry and of the box around it. */
const [GEOMETRY, BOX] = ['geometry_wkb', 'bbox'];

const SIDES = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

/** A box in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

interface Sql {
  /** Well-known text of the geometry; null without one. */
  wkt: string;
  /** SQL of each side of the box. */
  sides: Readonly<Record<(typeof SIDES)[number], string>>;
  /** Condition that is true for rows with a geometry. */
  known: string;
}

/** `ST_AsWKB` writes little-endian bytes. */
function columnsOf({wkt, sides, known}: Sql, nullable: boolean): Columns {
  const never = nullable ? {} : NOT_NULL;
  const side = (help: string, example: number) =>
    internalColumn('number', help, example, {...never, unit: 'degrees'});
  const struct = SIDES.map((name) => `'${name}': ${sides[name]}`).join(', ');
  return {
    [GEOMETRY]: internalColumn(
      'wkb',
      'the geometry as well-known binary, which makes the file a GeoParquet',
      '010100000066666666662253C0B81E85EB51684540',
      {...never, derived: {sql: `ST_AsWKB(CAST(CASE WHEN ${known} THEN ${wkt} END AS GEOMETRY))`}},
    ),
    [BOX]: internalColumn(
      'object',
      'box around the geometry; with it readers skip rows outside an area',
      {xmin: -79.4, ymin: 43.6, xmax: -79.3, ymax: 43.7},
      {
        ...never,
        fields: {
          xmin: side('western edge', -79.4),
          ymin: side('southern edge', 43.6),
          xmax: side('eastern edge', -79.3),
          ymax: side('northern edge', 43.7),
        },
        derived: {sql: `CASE WHEN ${known} THEN {${struct}} END`},
      },
    ),
  };
}

/** Of points in two columns of degrees; rows that lack either have no geometry. */
export const pointColumns = (lng: string, lat: string): Columns =>
  columnsOf(
    {
      wkt: `'POINT (' || ${lng} || ' ' || ${lat} || ')'`,
      sides: {xmin: lng, ymin: lat, xmax: lng, ymax: lat},
      known: `${lng} IS NOT NULL AND ${lat} IS NOT NULL`,
    },
    true,
  );

const NUMBER = '([-+.0-9eE]+)';

/** Of polygons in a column of GeoJSON text without spaces. */
export function polygonColumns(text: string): Columns {
  const type = `regexp_extract(${text}, '"type":"([A-Za-z]+)"', 1)`;
  const pairs = `regexp_replace(regexp_extract(${text}, '\\[.*\\]'), '\\[${NUMBER},${NUMBER}\\]', '\\1 \\2', 'g')`;
  const all = (pattern: string) => `CAST(regexp_extract_all(${text}, '${pattern}', 1) AS DOUBLE[])`;
  const [lngs, lats] = [all(`\\[${NUMBER},`), all(`,${NUMBER}\\]`)];
  return columnsOf(
    {
      wkt: `${type} || ' ' || translate(${pairs}, '[]', '()')`,
      sides: {
        xmin: `list_min(${lngs})`,
        ymin: `list_min(${lats})`,
        xmax: `list_max(${lngs})`,
        ymax: `list_max(${lats})`,
      },
      known: `${text} IS NOT NULL`,
    },
    false,
  );
}

/** Whether exports of a table are GeoParquet. */
export const isGeo = ({columns}: Pick<Dataset | Derived, 'columns'>): boolean =>
  columns[GEOMETRY]?.type === 'wkb';

/** Whether a column is there for GeoParquet alone. */
export const isLayerColumn = (declaration: Pick<Dataset | Derived, 'columns'>, name: string): boolean =>
  isGeo(declaration) && (name === GEOMETRY || name === BOX);

/** SELECT of the bounds of all rows of a relation, each side null where it has no geometry. */
export const boundsSql = (relation: string): string =>
  `SELECT ${SIDES.map((side) => `${side.endsWith('min') ? 'min' : 'max'}(${BOX}.${side}) AS ${side}`)} FROM ${relation}`;

/** Reads the bounds from a row of that SELECT; null if there are none. */
export function boundsOf(row: Readonly<Record<string, unknown>>): Bounds | null {
  const sides = SIDES.map((side) => row[side]);
  return sides.every((side) => typeof side === 'number') ? (sides as unknown as Bounds) : null;
}

/** The entry `geo` of the file's metadata. `bounds`: of all its rows; null if no row has a geometry. */
export function geoMetadata(declaration: Dataset | Derived, bounds: Bounds | null): Record<string, string> {
  const types = 'point' in declaration && declaration.point ? ['Point'] : ['Polygon', 'MultiPolygon'];
  const column = {
    encoding: 'WKB',
    geometry_types: types,
    orientation: 'counterclockwise',
    edges: 'planar',
    ...(bounds && {bbox: bounds}),
    covering: {bbox: Object.fromEntries(SIDES.map((side) => [side, [BOX, side]]))},
  };
  return {geo: JSON.stringify({version: '1.1.0', primary_column: GEOMETRY, columns: {[GEOMETRY]: column}})};
}
