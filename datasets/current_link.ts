/** The link `current`, by which readers find the build to serve. */
import {rename, rm, symlink} from 'node:fs/promises';
import {dirname, relative} from 'node:path';
import {sync} from './durable.ts';

/** Switches `current` to a build folder by one rename. */
export async function pointCurrent(current: string, folder: string): Promise<void> {
  await rm(`${current}.next`, {force: true});
  await symlink(relative(dirname(current), folder), `${current}.next`);
  await rename(`${current}.next`, current);
  await sync(dirname(current));
}
