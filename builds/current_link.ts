/** The link `current`, by which readers find the build to serve. */
import {dirname, relative, resolve} from 'node:path';
import {sync} from './durable.ts';
import {DISK, type Files} from './files.ts';

/** Makes a link name a folder, by one rename. */
async function point(link: string, folder: string, files: Files): Promise<void> {
  await files.rm(`${link}.next`, {force: true});
  await files.symlink(relative(dirname(link), folder), `${link}.next`);
  await files.rename(`${link}.next`, link);
}

/**
 * Switches `current` to a build folder; `previous` names the one before, whose pages readers may still be
 * turning.
 */
export async function pointCurrent(
  {current, previous}: {current: string; previous: string},
  folder: string,
  files: Files = DISK,
): Promise<void> {
  const before = await files.readlink(current).then(
    (target) => resolve(dirname(current), target),
    () => null,
  );
  // Whoever made the names on the way to the build may have been killed before they were flushed.
  for (const above of [folder, dirname(folder), dirname(current)]) await sync(above, files);
  if (before !== null && before !== resolve(folder)) await point(previous, before, files);
  await point(current, folder, files);
  await sync(dirname(current), files);
}
