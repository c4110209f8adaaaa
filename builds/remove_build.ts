/** Removes builds so that no half of one keeps the name of a build, whenever the removal ends. */
import {basename, dirname, join} from 'node:path';
import {sync} from './durable.ts';
import {DISK, type Files} from './files.ts';

const REMOVED = '.removed';

/** Whether a name below `builds` is a leftover of a removal that was broken off. */
export const isRemoved = (name: string): boolean => name.startsWith('.') && name.endsWith(REMOVED);

/**
 * Removes what a removal left that was broken off. It may have been before the folder was flushed: a power
 * cut would bring the name of the build back, but not the files.
 */
export async function removeLeftover(removed: string, files: Files = DISK): Promise<void> {
  await sync(dirname(removed), files);
  await files.rm(removed, {recursive: true, force: true});
}

/** Takes the name of a build away before its files. Does nothing where there is no such folder. */
export async function removeBuild(folder: string, files: Files = DISK): Promise<void> {
  const builds = dirname(folder);
  const removed = join(builds, `.${basename(folder)}${REMOVED}`);
  const names = await files.readdir(builds).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.includes(basename(removed))) await removeLeftover(removed, files);
  if (!names.includes(basename(folder))) return;
  await files.rename(folder, removed);
  await removeLeftover(removed, files);
}
