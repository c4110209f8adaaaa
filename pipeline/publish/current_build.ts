/** The build that an ingest goes on from, and the manifests of builds. */
import {dirname, join, resolve} from 'node:path';
import {dataPaths, FORMAT, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {DISK, type Files} from '../../builds/files.ts';
import {isIntact} from '../../builds/manifest_text.ts';
import {exists, unlessAbsent} from '../runtime/disk.ts';

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

/**
 * The manifest of a build folder, of any format version; null where it is missing or damaged. Throws where
 * the disk fails.
 */
export async function readManifest(folder: string, files: Files = DISK): Promise<Manifest | null> {
  const text = await files.readFile(join(folder, inBuild.manifest), 'utf8').catch(unlessAbsent(''));
  try {
    const read = JSON.parse(text) as Manifest | null;
    const known = typeof read?.build_id === 'string' && Array.isArray(read.sources) && read.datasets;
    return known && isIntact(text) ? read : null;
  } catch {
    // Truncated or overwritten: treated as missing.
    return null;
  }
}

/** Whether a build is complete: the catalogue is the last file written before it is published. */
export const isComplete = (folder: string, files: Files = DISK): Promise<boolean> =>
  exists(join(folder, inBuild.catalogue), files);
