/** Finds out whether a store keeps the conditions of writes, on which it depends that two publishers cannot both be first. */
import {randomUUID} from 'node:crypto';
import {type Condition, Conflict, type ObjectStore} from './object_store.ts';

/** Objects of this probe. One stays where a process is killed amid it. */
const PROBES = 'probe/';

/** What a condition that must not hold says, if the store writes all the same; null where it keeps both. */
async function ignoredCondition(store: ObjectStore, key: string): Promise<string | null> {
  const isKept = (condition: Condition): Promise<boolean> =>
    store.write(key, 'refused', condition).then(
      () => false,
      (error) => {
        if (error instanceof Conflict) return true;
        throw error;
      },
    );
  const first = await store.write(key, 'first', 'absent');
  if (!(await isKept('absent'))) return 'If-None-Match says that the object must not exist';
  await store.write(key, 'second', {tag: first});
  return (await isKept({tag: first})) ? null : 'If-Match names an earlier version of the object';
}

/**
 * Writes an object under conditions that hold and that do not, and removes it. Throws, with the remedy, where the store ignores one. A store
 * that cannot be written now passes: the upload says so, and the build stays at home until the next run.
 */
export async function assertConditions(store: ObjectStore): Promise<void> {
  const key = PROBES + randomUUID();
  let ignored: string | null = null;
  try {
    ignored = await ignoredCondition(store, key);
    await store.remove([key]);
  } catch {
    return;
  }
  if (ignored === null) return;
  throw new Error(
    `${store.location}: the store writes although ${ignored}, so that two publishers could overwrite each other's builds: use a store with conditional writes (If-Match and If-None-Match), such as Amazon S3, Ceph or MinIO, in a current version`,
  );
}
