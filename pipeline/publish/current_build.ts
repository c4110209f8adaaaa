/** The build that an ingest goes on from. */
import {dirname, resolve} from 'node:path';
import {dataPaths, FORMAT, type Manifest} from '../../builds/artefacts.ts';
import {DISK, type Files} from '../../builds/files.ts';
import {unlessAbsent} from '../runtime/disk.ts';
import {isComplete, readManifest} from './manifest.ts';

export interface Build {
  folder: string;
  manifest: Manifest;
  /** Whether `current` points at it. */
  served: boolean;
}

/**
 * The build that `current` points at; where the link or its manifest is lost or damaged, the newest other
 * complete build, so that load times survive; null before the first build.
 */
export async function currentBuild(dataDir: string, files: Files = DISK): Promise<Build | null> {
  const {current, builds} = dataPaths(dataDir);
  const target = await files.readlink(current).catch(unlessAbsent(null));
  const served = target === null ? null : resolve(dirname(current), target);
  const manifest = served === null ? null : await readManifest(served, files);
  if (served !== null && manifest?.format === FORMAT) return {folder: served, manifest, served: true};
  const others: Build[] = [];
  for (const id of await files.readdir(builds).catch(unlessAbsent([]))) {
    if (id.startsWith('.')) continue;
    const folder = resolve(builds, id);
    const known = (await isComplete(folder, files)) ? await readManifest(folder, files) : null;
    if (known?.format === FORMAT) others.push({folder, manifest: known, served: false});
  }
  others.sort((a, b) => (a.manifest.built_at < b.manifest.built_at ? 1 : -1));
  return others[0] ?? null;
}

/**
 * Hashes of the files of a source in a build, but for those of which the gate warned: they are fetched again.
 */
export function publishedFiles(manifest: Manifest | null): (slug: string) => ReadonlySet<string> {
  const entries = new Map(manifest?.sources.map((entry) => [entry.slug, entry]));
  return (slug) => {
    const entry = entries.get(slug);
    return new Set(entry && !entry.doubted ? entry.files.map(({sha256}) => sha256) : []);
  };
}
