/** Writes that survive a power cut, shared by all rooms that write files. */
import {mkdir, open, readdir, rename, rm} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';

/** Files of a folder that are synced at the same time: as many as Node.js has threads for files. */
const AT_ONCE = 4;

/** Runs work on an open file: errors of a descriptor do not say which file it is. */
async function named<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && !error.message.includes(path)) error.message += ` '${path}'`;
    throw error;
  }
}

/** Flushes a file, or the names in a folder, to the disk. Errors name it. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await named(path, () => handle.sync());
  } finally {
    await handle.close();
  }
}

/** Flushes all files and folders below a folder, entries before their folder; returns how many. Links are not followed. */
export async function syncTree(folder: string): Promise<number> {
  const entries = await readdir(folder, {withFileTypes: true});
  let synced = 1;
  for (const entry of entries) if (entry.isDirectory()) synced += await syncTree(join(folder, entry.name));
  const files = entries.filter((entry) => entry.isFile());
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await Promise.all(files.slice(at, at + AT_ONCE).map(({name}) => sync(join(folder, name))));
  }
  await sync(folder);
  return synced + files.length;
}

/** Flushes a file, renames it and flushes its new folder. Of a folder the entries are flushed, but not what they hold. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await sync(from);
  await rename(from, to);
  await sync(dirname(to));
}

/** Replaces a small file: readers and power cuts see the old text or the new one. */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const handle = await open(temporary, 'w');
    try {
      await named(path, () => handle.writeFile(text));
    } finally {
      await handle.close();
    }
    await renameDurably(temporary, path);
  } catch (error) {
    await rm(temporary, {force: true});
    throw error;
  }
}

/** Creates a folder and its missing parents, and flushes their names. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, {recursive: true});
  if (first === undefined) return;
  for (let made = resolve(path); made.length >= first.length; made = dirname(made)) await sync(dirname(made));
}
