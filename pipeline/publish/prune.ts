/** Removes old builds, the parts and raw files that only they use, and leftovers of killed runs. */
import {basename, join} from 'node:path';
import {dataPaths, type Manifest} from '../../builds/artefacts.ts';
import {DISK, type Files} from '../../builds/files.ts';
import {isAlive} from '../../builds/lock.ts';
import {removeBuild, removeLeftover} from '../../builds/remove_build.ts';
import {SOURCES} from '../../datasets/index.ts';
import {unlessAbsent} from '../runtime/disk.ts';
import {isComplete, readManifest} from './current_build.ts';

/** Complete files of a part; other names are leftovers of killed runs. */
const PART_FILE = /^[0-9a-f]+\.((files\.)?parquet|ndjson\.zst|rows|json)$/;

const list = (folder: string, files: Files): Promise<string[]> =>
  files.readdir(folder).catch(unlessAbsent([]));

/**
 * Keeps the newest `keep` builds, always including the current one, with the parts and raw files that they
 * name, and others that were written less than `graceMs` ago.
 */
export async function prune(dataDir: string, keep: number, graceMs = 0, files: Files = DISK): Promise<void> {
  const paths = dataPaths(dataDir);
  const current = basename(await files.readlink(paths.current).catch(unlessAbsent('')));
  const remove = (id: string): Promise<void> =>
    id.startsWith('.') ? removeLeftover(join(paths.builds, id), files) : removeBuild(paths.build(id), files);
  const builds: {id: string; manifest: Manifest}[] = [];
  for (const id of await list(paths.builds, files)) {
    const manifest = await readManifest(paths.build(id), files);
    const whole = id === current || (await isComplete(paths.build(id), files));
    if (manifest === null || id.startsWith('.') || !whole) await remove(id);
    else builds.push({id, manifest});
  }
  builds.sort((a, b) => (a.manifest.built_at < b.manifest.built_at ? 1 : -1));
  const kept = builds.filter((one, index) => index < Math.max(1, keep) || one.id === current);
  for (const one of builds) if (!kept.includes(one)) await remove(one.id);
  const entries = kept.flatMap((one) => one.manifest.sources);
  const parts = new Set(entries.map((one) => one.part_key));
  const raw = new Set(entries.flatMap((one) => one.files.map((file) => file.sha256)));
  for (const slug of Object.keys(SOURCES)) {
    await removeOthers(
      paths.parts(slug),
      graceMs,
      (name) => PART_FILE.test(name) && parts.has(name.split('.')[0] ?? ''),
      files,
    );
    // Partial downloads and the store's own files have other names; they stay.
    await removeOthers(
      paths.raw(slug),
      graceMs,
      (name) => !/^[0-9a-f]{64}\./.test(name) || raw.has(name.slice(0, 64)),
      files,
    );
  }
  await clearTemporary(paths.temporary, files);
}

async function removeOthers(
  folder: string,
  graceMs: number,
  wanted: (name: string) => boolean,
  files: Files,
): Promise<void> {
  for (const name of await list(folder, files)) {
    if (wanted(name)) continue;
    const path = join(folder, name);
    const written = graceMs > 0 ? ((await files.stat(path).catch(unlessAbsent(null)))?.mtimeMs ?? 0) : 0;
    if (Date.now() - written >= graceMs) await files.rm(path, {force: true});
  }
}

/** Working folders carry their process id; those of dead processes are removed. */
async function clearTemporary(folder: string, files: Files): Promise<void> {
  for (const name of await list(folder, files)) {
    if (!isAlive(Number(name.split('-')[0])))
      await files.rm(join(folder, name), {recursive: true, force: true});
  }
}
