/**
 * Zones in PostGIS: the tables and indexes that a person who knows it would make, and the statement of a
 * lookup.
 */
import {DATASETS} from '../../../datasets/index.ts';

/** One row a record: its item, what decides between areas, and its geography. */
export const ZONES = 'zone_records';
/** One row a part of a record, valid: PostGIS says nothing sure of polygons that are not. */
export const PARTS = 'zone_parts';

const ITEM = Object.entries(DATASETS['zoning']!.columns)
  .filter(([, {visibility: shown}]) => shown === 'list')
  .map(([name]) => name);

/** Rows as they come, from which the tables are made. */
export const LOADED_ZONES = 'loaded_zones';

/** Columns of the rows that are loaded; geometry as GeoJSON. */
export const LOADED_FIELDS: readonly string[] = [
  ...ITEM.map((name) => `${name} ${name === 'last_updated' ? 'timestamp' : 'text'}`),
  'area_m2 double precision',
  'geojson text',
];

/** The rows of `zoning`; `updated` is the value of `last_updated`, which is not stored with them. */
export const loadedSelect = (updated: string): string =>
  `SELECT ${ITEM.map((name) => (name === 'last_updated' ? updated : `r.${name}`)).join(', ')}, r.area_m2, r.geometry
  FROM zoning AS r`;

/** From the loaded rows to tables with indexes, in order. */
export const ZONE_TABLES: readonly string[] = [
  `CREATE UNLOGGED TABLE ${ZONES} AS SELECT ${ITEM.join(', ')}, area_m2,
    ST_GeomFromGeoJSON(geojson)::geography AS geog FROM ${LOADED_ZONES} ORDER BY record_id`,
  `ALTER TABLE ${ZONES} ADD PRIMARY KEY (record_id)`,
  `CREATE INDEX ON ${ZONES} USING gist (geog)`,
  `CREATE UNLOGGED TABLE ${PARTS} AS
    SELECT record_id, municipality, zone_code, area_m2,
      CASE WHEN ST_IsValid(part) THEN part ELSE ST_MakeValid(part) END AS geom
    FROM (SELECT *, (ST_Dump(ST_GeomFromGeoJSON(geojson))).geom AS part FROM ${LOADED_ZONES}) AS parts`,
  `CREATE INDEX ON ${PARTS} USING gist (geom)`,
];

const POINT = 'ST_SetSRID(ST_MakePoint($2::double precision, $1::double precision), 4326)';

/** The order of equal areas and distances; the cluster compares texts by code point. */
const DECIDES = 'area_m2, zone_code, record_id';

/**
 * The lookup (6.3) of one point as one statement: the nearest polygon is looked for only where none contains
 * it. Of several that are equally near, to a micrometre, the order of areas decides.
 */
export const LOOKUP = `
  WITH inside AS (
    SELECT record_id, 'contains' AS match, 0::double precision AS distance_m FROM ${PARTS}
    WHERE ST_Covers(geom, ${POINT}) AND ($3::text IS NULL OR municipality = $3)
    ORDER BY ${DECIDES} LIMIT 1
  ), near AS (
    SELECT record_id, area_m2, zone_code, ST_Distance(geog, ${POINT}::geography) AS distance_m FROM ${ZONES}
    WHERE NOT EXISTS (SELECT FROM inside) AND ST_DWithin(geog, ${POINT}::geography, 150)
      AND ($3::text IS NULL OR municipality = $3)
  ), nearest AS (
    SELECT record_id, 'nearest' AS match, min(distance_m) OVER () AS distance_m FROM near
    WHERE distance_m <= (SELECT min(distance_m) FROM near) + 1e-6 ORDER BY ${DECIDES} LIMIT 1
  ), found AS (SELECT * FROM inside UNION ALL SELECT * FROM nearest)
  SELECT 1 AS total, row_to_json(answer)::text AS data FROM (
    SELECT ${ITEM.map((name) => (name === 'last_updated' ? `to_char(z.last_updated, 'YYYY-MM-DD"T"HH24:MI:SS') AS last_updated` : `z.${name}`)).join(', ')},
      match, round(distance_m::numeric, 1) AS distance_m
    FROM found JOIN ${ZONES} AS z USING (record_id)
  ) AS answer`;
