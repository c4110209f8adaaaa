/** Writes that survive a power cut, shared by all rooms that write files. */
import {dirname, join, resolve} from 'node:path';
import {DISK, type Files} from './files.ts';

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
export async function sync(path: string, files: Files = DISK): Promise<void> {
  const handle = await files.open(path, 'r');
  try {
    await named(path, () => handle.sync());
  } finally {
    await handle.close();
  }
}

/**
 * Flushes all files and folders below a folder, entries before their folder; returns how many. Links are not
 * followed.
 */
export async function syncTree(folder: string, disk: Files = DISK): Promise<number> {
  const entries = await disk.readdir(folder, {withFileTypes: true});
  let synced = 1;
  for (const entry of entries)
    if (entry.isDirectory()) synced += await syncTree(join(folder, entry.name), disk);
  const files = entries.filter((entry) => entry.isFile());
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await Promise.all(files.slice(at, at + AT_ONCE).map(({name}) => sync(join(folder, name), disk)));
  }
  await sync(folder, disk);
  return synced + files.length;
}

/**
 * Flushes a file, renames it and flushes its new folder. Of a folder the entries are flushed, but not what
 * they hold.
 */
export async function renameDurably(from: string, to: string, files: Files = DISK): Promise<void> {
  await sync(from, files);
  await files.rename(from, to);
  await sync(dirname(to), files);
}

/** Replaces a small file: readers and power cuts see the old text or the new one. */
export async function writeFileAtomic(path: string, text: string, files: Files = DISK): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const handle = await files.open(temporary, 'w');
    try {
      await named(path, () => handle.writeFile(text));
    } finally {
      await handle.close();
    }
    await renameDurably(temporary, path, files);
  } catch (error) {
    await files.rm(temporary, {force: true});
    throw error;
  }
}

/**
 * Creates a folder and its missing parents, and flushes their names. That of a folder that is there is
 * flushed, too: who made it may have been killed before.
 */
export async function makeFolder(path: string, files: Files = DISK): Promise<void> {
  const folder = resolve(path);
  const parent = dirname(folder);
  const isThere = await files.stat(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (!isThere) {
    if (parent !== folder) await makeFolder(parent, files);
    await files.mkdir(folder, {recursive: true});
  }
  await sync(parent, files).catch((error: NodeJS.ErrnoException) => {
    // The folders above those of this program may belong to others.
    if (error.code !== 'EACCES') throw error;
  });
}
