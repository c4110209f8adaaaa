/** What ingests on a queue leave in a bucket: removed when no kept build and no source needs it any more. */
import {KEYS, namesObjects, type ObjectsDocument, readDocument} from './documents.ts';
import type {ObjectStore} from './object_store.ts';

/**
 * Removes old documents of runs, and old parts of which no kept build has the files (`kept`: SHA-256).
 * Returns the objects that the documents which stay name.
 */
export async function pruneIngests(
  store: ObjectStore,
  kept: ReadonlySet<string>,
  isOld: (modified: Date) => boolean,
): Promise<string[]> {
  const removed: string[] = [];
  const named: string[] = [];
  const objectsOf = async (key: string): Promise<string[]> => {
    const document = await readDocument<ObjectsDocument>(store, key, namesObjects);
    return document?.objects.map(({sha256}) => sha256) ?? [];
  };
  for await (const {key, modified} of store.list(KEYS.runs)) {
    if (isOld(modified)) removed.push(key);
    else if (key.includes('/fetched/')) named.push(...(await objectsOf(key)));
  }
  for await (const {key, modified} of store.list(KEYS.parts)) {
    const objects = await objectsOf(key);
    if (isOld(modified) && !objects.every((sha256) => kept.has(sha256))) removed.push(key);
    else named.push(...objects);
  }
  for await (const {key} of store.list(KEYS.raws)) named.push(...(await objectsOf(key)));
  await store.remove(removed);
  return named;
}
