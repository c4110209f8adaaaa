/** A cluster with the tables that some targets need: of a folder that keeps them, or of its own. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inBuild, type Manifest} from '../../../builds/artefacts.ts';
import {stepsIn, stepsInMemory} from '../loaded.ts';
import {type Cluster, startCluster} from './cluster.ts';
import {type Loaded, load} from './load.ts';
import {unitsFor} from './units.ts';

/** Loads what is missing. `folder` empty: all is gone at the end. */
export async function loadedPostgres(
  bin: string,
  buildDir: string,
  targets: readonly string[],
  folder: string,
  emit: (line: string) => void,
): Promise<{cluster: Cluster; figures: Loaded}> {
  const {build_id}: Manifest = JSON.parse(await readFile(join(buildDir, inBuild.manifest), 'utf8'));
  const kept = folder ? join(folder, 'postgres') : null;
  const steps = kept ? await stepsIn(`${kept}.json`, build_id) : stepsInMemory();
  const cluster = await startCluster(bin, kept);
  return {cluster, figures: await load(cluster, buildDir, unitsFor(targets), steps, emit)};
}
