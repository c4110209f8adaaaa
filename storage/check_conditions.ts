/**
 * Whether a store carries out conditions of writes: without them two publishers would both publish, and neither
 * would know.
 */
import {type Condition, Conflict, type ObjectStore} from './object_store.ts';

/** The object that is tried. It stays, so that a publisher that is killed leaves nothing else. */
const KEY = 'conditions';

/** No object has it. */
const NO_TAG = `"${'0'.repeat(32)}"`;

/** Conditions that never hold for an object that is there, by the header that carries them. */
const NEVER: Readonly<Record<string, Condition>> = {'If-None-Match': 'absent', 'If-Match': {tag: NO_TAG}};

async function isRefused(store: ObjectStore, condition: Condition): Promise<boolean> {
  try {
    await store.write(KEY, '', condition);
    return false;
  } catch (error) {
    if (error instanceof Conflict) return true;
    throw error;
  }
}

/** The headers that the store ignores; of a store that fails, none are known. */
async function ignoredBy(store: ObjectStore): Promise<string[]> {
  const ignored: string[] = [];
  try {
    await store.write(KEY, '', 'any');
    for (const [header, condition] of Object.entries(NEVER))
      if (!(await isRefused(store, condition))) ignored.push(header);
  } catch {
    // Whoever publishes next says why it fails; until then the build can be made.
  }
  return ignored;
}

/** Writes an object under conditions that do not hold. Throws, naming store and remedy, where one is ignored. */
export async function checkConditions(store: ObjectStore): Promise<void> {
  const ignored = await ignoredBy(store);
  if (ignored.length === 0) return;
  throw new Error(
    `${store.location}: the store ignores ${ignored.join(' and ')}, so that two publishers could both publish: use a store with conditional writes, such as S3, Ceph, MinIO or R2`,
  );
}
