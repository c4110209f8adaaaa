/** The link `current`, by which readers find the build to serve. */
import {readlink, rename, rm, symlink} from 'node:fs/promises';
import {dirname, relative, resolve} from 'node:path';
import {sync} from './durable.ts';

/** Makes a link name a folder, by one rename. */
async function point(link: string, folder: string): Promise<void> {
  await rm(`${link}.next`, {force: true});
  await symlink(relative(dirname(link), folder), `${link}.next`);
  await rename(`${link}.next`, link);
}

/** Switches `current` to a build folder; `previous` names the one before, whose pages readers may still be turning. */
export async function pointCurrent(
  {current, previous}: {current: string; previous: string},
  folder: string,
): Promise<void> {
  const before = await readlink(current).then(
    (target) => resolve(dirname(current), target),
    () => null,
  );
  if (before !== null && before !== resolve(folder)) await point(previous, before);
  await point(current, folder);
  await sync(dirname(current));
}
