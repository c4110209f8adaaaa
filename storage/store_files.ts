/** Stores files as objects, then the document that names them. */
import {setTimeout} from 'node:timers/promises';
import {isPruning} from './builds.ts';
import {KEYS, type NamedObject} from './documents.ts';
import {Conflict, type ObjectStore} from './object_store.ts';
import {type FileToUpload, uploadFile} from './upload_file.ts';

/** How often a wait for a prune looks whether it is over. */
const POLL_MS = 250;

/**
 * Uploads the files that the store lacks, then writes the document, which names them as its objects; with
 * `absent` one that is there already stays. A prune that runs beside it either sees the document or is waited for, and what it removed is
 * uploaded again. Throws as `uploadFile`.
 */
export async function storeFiles(
  store: ObjectStore,
  key: string,
  document: object,
  files: readonly FileToUpload[],
  condition: 'absent' | 'any',
): Promise<void> {
  await uploadMissing(store, files);
  try {
    const objects: NamedObject[] = files.map(({bytes, sha256}) => ({bytes, sha256}));
    await store.write(key, `${JSON.stringify({...document, objects})}\n`, condition);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
  if (!files.length) return;
  while (await isPruning(store, new Date())) await setTimeout(POLL_MS);
  await uploadMissing(store, files);
}

async function uploadMissing(store: ObjectStore, files: readonly FileToUpload[]): Promise<void> {
  for (const file of files) {
    const key = KEYS.object(file.sha256);
    if ((await store.size(key)) !== file.bytes) await uploadFile(store, key, file);
  }
}
