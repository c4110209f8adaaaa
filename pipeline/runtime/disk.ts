/** Durable, atomic file writes, hashes, and full-disk errors that name the remedy. */
import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {open, rename, rm, stat} from 'node:fs/promises';
import {dirname} from 'node:path';

const FULL = /ENOSPC|EFBIG|EDQUOT|No space left|File too large|Disk quota|out of disk|Could not write/i;

/** Adds the remedy to a disk-full error; returns any other error unchanged. */
export function withDiskRemedy(error: unknown, path: string): Error {
  const original = error instanceof Error ? error : new Error(String(error));
  if (!FULL.test(original.message)) return original;
  return new Error(
    `the disk is full while writing below ${path} (${original.message.split('\n')[0]}): free space there or set DATA_DIR to another disk, then run again`,
    {cause: original},
  );
}

/** Writes a small file atomically and durably: temporary name in the same folder, sync, rename, sync of the folder. */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const handle = await open(temporary, 'w');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameDurably(temporary, path);
  } catch (error) {
    await rm(temporary, {force: true});
    throw error;
  }
}

/** Renames a synced file and syncs the folder, so that the new name survives a crash. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** SHA-256 of a file in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, {highWaterMark: 1 << 20})) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** SHA-256 of a text in hex. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

export const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
