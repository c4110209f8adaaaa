/**
 * Program: looks up random points in the zones of a build by our index and by PostGIS, and tells every difference.
 * `node test/bench/zone_postgis.ts [build] [points]`; ends with 1 where a difference has no explanation.
 */

import {realpathSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import pg from 'pg';
import {places} from '../../datasets/artefacts.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {settings} from '../../datasets/settings.ts';
import {readBuild} from '../../engine/build.ts';
import {openBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import {atEnd, closeAll, closeOnSignals} from './closing.ts';
import {type Cluster, DATABASE, OWNER, startCluster} from './postgres/cluster.ts';
import {findPostgres} from './postgres/find.ts';
import {psql} from './postgres/load.ts';
import {LOADED_FIELDS, LOADED_ZONES, loadedSelect, PARTS, ZONE_TABLES, ZONES} from './postgres/zones.ts';
import {drawPoints, layersOf, type Points} from './zones/layers.ts';

/** PostGIS takes edges as geodesics, we take them as straight in degrees: apart by so many metres at most. */
const EDGES_APART_M = 0.05;
const REACH_M = 150;

interface Answer {
  id: string | null;
  match: 'contains' | 'nearest' | null;
  distance_m: number;
  /** Records within reach with their distances, the nearest first; of PostGIS alone. */
  near?: [id: string, metres: number][];
}

const NOTHING: Answer = {id: null, match: null, distance_m: 0};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Zones of the build as CSV in a folder that goes at the end, then as tables. */
async function loadZones(cluster: Cluster, buildDir: string): Promise<void> {
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
    `COPY (${loadedSelect("TIMESTAMP '2026-01-01'")}) TO ${literal(csv)} (FORMAT csv, HEADER false)`,
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

async function* askPostgis(cluster: Cluster, {lats, lngs}: Points): AsyncGenerator<[number, Answer], void> {
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

async function askIndex(engine: Engine, lat: number, lng: number): Promise<Answer> {
  const found = await engine.zone({dataset: 'zoning', lat, lng});
  return found ? {id: found.id, match: found.match, distance_m: found.distance_m} : NOTHING;
}

/** Why two answers may differ, or null. Only the kind of edges explains: both are exact otherwise. */
function explain(ours: Answer, theirs: Answer): string | null {
  const metres = new Map(theirs.near);
  if (ours.match === 'nearest' && theirs.match === 'nearest') {
    const other = metres.get(ours.id ?? '') ?? Number.POSITIVE_INFINITY;
    const apart = other - theirs.distance_m;
    if (apart <= 1e-6) return 'equally near';
    return apart <= EDGES_APART_M ? `edges: ${apart.toFixed(4)} m nearer as geodesics` : null;
  }
  if (ours.match === 'nearest' && theirs.match === null) {
    return REACH_M - ours.distance_m <= EDGES_APART_M ? 'edges: at the rim of 150 m' : null;
  }
  if (ours.match === null && theirs.match === 'nearest') {
    return REACH_M - theirs.distance_m <= EDGES_APART_M ? 'edges: at the rim of 150 m' : null;
  }
  return null;
}

const told = ({id, match, distance_m}: Answer): string =>
  match === null ? 'none' : `${match} ${id} ${distance_m.toFixed(4)} m`;

async function compare(current: string, count: number): Promise<number> {
  const layers = await layersOf(current);
  const points = drawPoints(layers, count, 1);
  const engine = await openBuild(realpathSync(current));
  const cluster = await startCluster(findPostgres());
  say('loading PostGIS');
  await loadZones(cluster, realpathSync(current));
  const version = await psql(cluster, 'SELECT postgis_full_version()');
  say(version.slice(0, 120));
  const counts = {contains: 0, nearest: 0, none: 0, explained: 0, unexplained: 0};
  let apart = 0;
  for await (const [n, theirs] of askPostgis(cluster, points)) {
    const [lat, lng] = [points.lats[n]!, points.lngs[n]!];
    const ours = await askIndex(engine, lat, lng);
    counts[theirs.match ?? 'none']++;
    if (ours.id === theirs.id && ours.match === theirs.match) {
      apart = Math.max(apart, Math.abs(ours.distance_m - theirs.distance_m));
      continue;
    }
    const reason = explain(ours, theirs);
    counts[reason === null ? 'unexplained' : 'explained']++;
    say(`${lat}, ${lng}: ours ${told(ours)}; PostGIS ${told(theirs)}: ${reason ?? 'NOT EXPLAINED'}`);
  }
  say(
    `${count} points: ${JSON.stringify(counts)}; same answers, distances at most ${apart.toFixed(5)} m apart`,
  );
  await engine.close();
  return counts.unexplained;
}

closeOnSignals();
try {
  const current = process.argv[2] ?? places(settings(process.env).DATA_DIR).current;
  const unexplained = await compare(current, Number(process.argv[3] ?? 100_000));
  if (unexplained > 0) process.exitCode = 1;
} finally {
  await closeAll();
}
