/**
 * Whether a store carries out conditions of writes: without them two publishers would both publish, and
 * neither would know.
 */
import {randomUUID} from 'node:crypto';
import {Conflict, type ObjectStore} from './object_store.ts';

/** Beside the builds; removed at once. */
const PROBE = 'probe';

/** Whether a write under a condition that does not hold is refused. */
async function isRefused(
  store: ObjectStore,
  key: string,
  condition: 'absent' | {tag: string},
): Promise<boolean> {
  try {
    await store.write(key, 'again', condition);
    return false;
  } catch (error) {
    if (error instanceof Conflict) return true;
    throw error;
  }
}

/**
 * Writes an object under conditions that do not hold, and removes it. Throws, naming the store and the
 * remedy, where one of them is ignored.
 */
export async function checkConditions(store: ObjectStore): Promise<void> {
  const key = `${PROBE}-${randomUUID()}`;
  try {
    const tag = await store.write(key, 'once', 'absent');
    const stale = await store.write(key, 'twice', {tag});
    const ignored = [
      ...((await isRefused(store, key, 'absent')) ? [] : ['If-None-Match']),
      // The tag of the write before, which is that of no object now.
      ...(stale !== tag && (await isRefused(store, key, {tag})) ? [] : ['If-Match']),
    ];
    if (ignored.length > 0)
      throw new Error(
        `${store.location}: the store ignores ${ignored.join(' and ')}, so that two publishers could both publish: use a store with conditional writes, such as S3, Ceph, MinIO or R2`,
      );
  } finally {
    await store.remove([key]);
  }
}
