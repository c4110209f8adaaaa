/** Zones of a build in PostGIS, and what it answers for many points. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import pg from 'pg';
import {literal} from '../../../datasets/rules/sql.ts';
import {readBuild} from '../../../engine/file/build_files.ts';
import {atEnd} from '../closing.ts';
import {type Cluster, DATABASE, OWNER} from '../postgres/cluster.ts';
import {psql} from '../postgres/load.ts';
import {LOADED_FIELDS, LOADED_ZONES, loadedSelect, PARTS, ZONE_TABLES, ZONES} from '../postgres/zones.ts';
import type {Points} from './layers.ts';

export const REACH_M = 150;

export interface Answer {
  id: string | null;
  match: 'contains' | 'nearest' | null;
  distance_m: number;
  /** Records within reach with their distances, the nearest first; of PostGIS alone. */
  near?: [id: string, metres: number][];
}

export const NOTHING: Answer = {id: null, match: null, distance_m: 0};

/** Zones of the build as CSV in a temporary folder, then as tables; `updated` is the load time of all. */
export async function loadZones(cluster: Cluster, buildDir: string, updated: string): Promise<void> {
  const build = await readBuild(buildDir);
  const files = build.relations.find(({name}) => name === 'zoning')?.files ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'bench-zones-'));
  const remove = atEnd(() => rm(folder, {recursive: true, force: true}));
  const csv = join(folder, 'zones.csv');
  const instance = await DuckDBInstance.create(':memory:', {memory_limit: '1GB', temp_directory: folder});
  const db = await instance.connect();
  const paths = files.map((path) => literal(join(build.dir, path)));
  await db.run(`CREATE VIEW zoning AS SELECT * FROM read_parquet([${paths.join(', ')}])`);
  await db.run(
    `COPY (${loadedSelect(`TIMESTAMP ${literal(updated)}`)}) TO ${literal(csv)} (FORMAT csv, HEADER false)`,
  );
  db.closeSync();
  instance.closeSync();
  await psql(cluster, 'CREATE EXTENSION postgis');
  await psql(cluster, `CREATE UNLOGGED TABLE ${LOADED_ZONES} (${LOADED_FIELDS.join(', ')})`);
  await psql(cluster, `\\copy ${LOADED_ZONES} FROM ${literal(csv)} (FORMAT csv)`);
  for (const sql of ZONE_TABLES) await psql(cluster, sql);
  await psql(cluster, 'VACUUM (ANALYZE)');
  await remove();
}

/** All records that are tied by both rules, and the nearest with their distances. */
const SEVERAL = `
  SELECT n, (SELECT record_id FROM ${PARTS} AS z WHERE ST_Covers(z.geom, p.geom)
      ORDER BY area_m2, zone_code, record_id LIMIT 1) AS inside,
    (SELECT json_agg(json_build_array(record_id, metres) ORDER BY metres, area_m2, zone_code, record_id) FROM (
      SELECT record_id, area_m2, zone_code, ST_Distance(z.geog, p.geom::geography) AS metres FROM ${ZONES} AS z
      WHERE ST_DWithin(z.geog, p.geom::geography, ${REACH_M + 1})
        AND NOT EXISTS (SELECT FROM ${PARTS} AS c WHERE ST_Covers(c.geom, p.geom))) AS near) AS near
  FROM unnest($1::integer[], $2::double precision[], $3::double precision[]) AS asked(n, lng, lat),
    LATERAL (SELECT ST_SetSRID(ST_MakePoint(lng, lat), 4326) AS geom) AS p ORDER BY n`;

const AT_ONCE = 1000;

interface Row {
  n: number;
  inside: string | null;
  near: [string, number][] | null;
}

export async function* askPostgis(
  cluster: Cluster,
  {lats, lngs}: Points,
): AsyncGenerator<[number, Answer], void> {
  const client = new pg.Client({host: cluster.socket, user: OWNER, database: DATABASE});
  await client.connect();
  for (let from = 0; from < lats.length; from += AT_ONCE) {
    const to = Math.min(lats.length, from + AT_ONCE);
    const numbers = Array.from({length: to - from}, (_, i) => from + i);
    const values = [numbers, [...lngs.subarray(from, to)], [...lats.subarray(from, to)]];
    const {rows} = await client.query<Row>(SEVERAL, values);
    for (const {n, inside, near} of rows) yield [n, answerOf(inside, near ?? [])];
  }
  await client.end();
}

function answerOf(inside: string | null, near: [string, number][]): Answer {
  if (inside !== null) return {id: inside, match: 'contains', distance_m: 0, near};
  const [first] = near;
  if (!first || first[1] > REACH_M) return {...NOTHING, near};
  return {id: first[0], match: 'nearest', distance_m: first[1], near};
}
