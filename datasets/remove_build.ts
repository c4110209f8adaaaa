/** Removes builds so that no half of one keeps the name of a build, whenever the removal ends. */
import {basename, dirname, join} from 'node:path';
import {sync} from './durable.ts';
import {DISK, type Files} from './files.ts';

const REMOVED = '.removed';

/** Whether a name below `builds` is a leftover of a removal that was broken off. */
export const isRemoved = (name: string): boolean => name.startsWith('.') && name.endsWith(REMOVED);

/** Takes the name of a build away before its files. Does nothing where there is no such folder. */
export async function removeBuild(folder: string, files: Files = DISK): Promise<void> {
  const builds = dirname(folder);
  const removed = join(builds, `.${basename(folder)}${REMOVED}`);
  await files.rm(removed, {recursive: true, force: true});
  try {
    await files.rename(folder, removed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Otherwise a power cut may bring the name back, but not the files.
  await sync(builds, files);
  await files.rm(removed, {recursive: true, force: true});
}
