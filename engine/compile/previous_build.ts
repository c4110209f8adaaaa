/** The build whose unchanged files a compile takes over. */
import {realpath, stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {Manifest, StoredFile} from '../../builds/artefacts.ts';
import {readManifest} from '../../builds/build_files.ts';
import {linkFile} from '../../builds/link_file.ts';

export interface PreviousBuild {
  dir: string;
  manifest: Manifest;
}

/** The build in a folder; null where none is named. One that cannot be read is no loss. */
export async function previousBuild(dir: string | null): Promise<PreviousBuild | null> {
  const real = dir && (await realpath(dir).catch(() => null));
  const manifest = real ? await readManifest(real) : null;
  return real && manifest ? {dir: real, manifest} : null;
}

/**
 * Makes the files of a previous build those of the build in `dir`; false where one is missing or of another
 * size.
 */
export async function linkFiles(
  previous: PreviousBuild,
  dir: string,
  files: readonly StoredFile[],
): Promise<boolean> {
  if (previous.dir === dir) return false;
  for (const {path, bytes} of files) {
    const stats = await stat(join(previous.dir, path)).catch(() => null);
    if (!stats?.isFile() || stats.size !== bytes) return false;
  }
  for (const {path} of files) await linkFile(join(previous.dir, path), join(dir, path));
  return true;
}
