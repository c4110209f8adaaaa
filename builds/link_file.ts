/** Files that are the same in two places take the disk once. */
import {copyFile, link, mkdir, rm} from 'node:fs/promises';
import {dirname} from 'node:path';

/**
 * Links a file to another place, or copies it where the file system cannot. What was there is unlinked, never
 * overwritten.
 */
export async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), {recursive: true});
  await rm(to, {force: true});
  await link(from, to).catch(() => copyFile(from, to));
}
