/** Files that are there whole or not at all: temporary name in the same folder, sync, rename, sync of the folder. */
import {open, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';

/** Writes a small text under its final name in one step. */
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

/** Renames a synced file and makes the new name last. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
