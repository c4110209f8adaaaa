/** Brings objects of the bucket into DATA_DIR, under their names only once their bytes are right. */
import {rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {makeFolder, renameDurably} from '../../builds/durable.ts';
import type {NamedObject} from '../../storage/documents.ts';
import {download} from '../../storage/download.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {sizeOf} from '../fetch/partial_download.ts';

/**
 * Downloads an object to `path` unless a file of its size is there. Throws BadObject, and errors of the
 * store.
 */
export async function bringObject(store: ObjectStore, object: NamedObject, path: string): Promise<void> {
  if ((await sizeOf(path)) === object.bytes) return;
  await makeFolder(dirname(path));
  // Another process may bring the same object into the same folder.
  const next = `${path}.${process.pid}.tmp`;
  try {
    await download(store, {path, ...object}, next, () => {});
    await renameDurably(next, path);
  } finally {
    await rm(next, {force: true});
    await rm(`${next}.part`, {force: true});
  }
}
