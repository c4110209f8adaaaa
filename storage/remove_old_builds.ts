/** Removes the builds of a replica that it needs no more. */
import {dataPaths} from '../builds/artefacts.ts';
import {readManifest} from '../builds/build_files.ts';
import {DISK, type Files} from '../builds/files.ts';
import {isRemoved, removeBuild, removeLeftover} from '../builds/remove_build.ts';

/** Keeps the newest `keep` builds of this machine, and always the current one. */
export async function removeOldBuilds(
  dataDir: string,
  currentId: string,
  keep: number,
  files: Files = DISK,
): Promise<void> {
  const paths = dataPaths(dataDir);
  const builds: {id: string; built: string}[] = [];
  for (const id of await files.readdir(paths.builds)) {
    // Another removal was broken off.
    if (isRemoved(id)) await removeLeftover(paths.build(id), files);
    const manifest = id.startsWith('.') ? null : await readManifest(paths.build(id), files);
    if (manifest) builds.push({id, built: manifest.built_at});
  }
  builds.sort((a, b) => (a.built < b.built ? 1 : -1));
  for (const {id} of builds.slice(keep)) if (id !== currentId) await removeBuild(paths.build(id), files);
}
