/**
 * Looks up random points in the zones of a build by our index and by PostGIS, and prints every difference.
 */
import {realpathSync} from 'node:fs';
import {openBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import {startCluster} from './postgres/cluster.ts';
import {findPostgres} from './postgres/find.ts';
import {psql} from './postgres/load.ts';
import {say} from './say.ts';
import {drawPoints, layersOf} from './zones/layers.ts';
import {type Answer, askPostgis, loadZones, NOTHING, REACH_M} from './zones/postgis.ts';

/** PostGIS takes edges as geodesics, we take them as straight in degrees: apart by so many metres at most. */
const EDGES_APART_M = 0.1;

async function askIndex(engine: Engine, lat: number, lng: number): Promise<Answer> {
  const zone = await engine.zone({dataset: 'zoning', lat, lng});
  if (!zone) return NOTHING;
  const {record_id} = JSON.parse(zone.item.toString()) as {record_id: string};
  return {id: record_id, match: zone.match, distance_m: zone.distance_m};
}

/** Why two answers may differ, or null. Only the kind of edges explains: both are exact otherwise. */
function explain(ours: Answer, theirs: Answer): string | null {
  const metres = new Map(theirs.near);
  if (ours.match === 'nearest' && theirs.match === 'nearest') {
    const other = metres.get(ours.id ?? '') ?? Number.POSITIVE_INFINITY;
    const apart = other - theirs.distance_m;
    if (apart <= 1e-6) return 'equally near, to a micrometre';
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

const lineOf = ({id, match, distance_m}: Answer): string =>
  match === null ? 'none' : `${match} ${id} ${distance_m.toFixed(4)} m`;

/** Throws where a difference has no explanation. How many points both found. */
export async function comparePostgis(current: string, count: number): Promise<number> {
  const layers = await layersOf(current);
  const points = drawPoints(layers, count, 1);
  const engine = await openBuild(realpathSync(current));
  const cluster = await startCluster(findPostgres());
  say('loading PostGIS');
  await loadZones(cluster, realpathSync(current), '2026-01-01');
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
    say(`${lat}, ${lng}: ours ${lineOf(ours)}; PostGIS ${lineOf(theirs)}: ${reason ?? 'NOT EXPLAINED'}`);
  }
  say(
    `${count} points: ${JSON.stringify(counts)}; same answers, distances at most ${apart.toFixed(5)} m apart`,
  );
  await engine.close();
  await cluster.stop();
  if (counts.unexplained > 0) throw new Error(`${counts.unexplained} differences have no explanation`);
  return counts.contains + counts.nearest;
}
