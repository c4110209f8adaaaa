/** Stores that ignore conditions of writes are refused before anything is published. */
import {expect, test} from 'vitest';
import {checkConditions} from '../../storage/check_conditions.ts';
import type {Condition, ObjectStore} from '../../storage/object_store.ts';
import {memoryStore} from '../helpers/memory_store.ts';

/** A store that ignores some conditions. */
function ignoring(isIgnored: (condition: Condition) => boolean) {
  const store = memoryStore('s3://elsewhere/builds');
  const {write} = store;
  const deaf: ObjectStore = {
    ...store,
    write: (key, body, condition) => write(key, body, isIgnored(condition) ? 'any' : condition),
  };
  return {store, deaf};
}

test('a store with conditions is taken, and keeps nothing', async () => {
  const store = memoryStore();
  await checkConditions(store);
  expect(store.objects.size).toBe(0);
});

test.each([
  ['If-None-Match', (condition: Condition) => condition === 'absent'],
  ['If-Match', (condition: Condition) => typeof condition === 'object'],
  ['If-None-Match and If-Match', () => true],
])('a store that ignores %s is refused with a remedy, and keeps nothing', async (name, isIgnored) => {
  const {store, deaf} = ignoring(isIgnored);
  await expect(checkConditions(deaf)).rejects.toThrow(
    `s3://elsewhere/builds: the store ignores ${name}, so that two publishers could both publish: use a store with conditional writes`,
  );
  expect(store.objects.size).toBe(0);
});

test('an error of the store is its own', async () => {
  const store = memoryStore();
  store.before = (call) => {
    if (call.startsWith('write')) throw new Error('no such bucket');
  };
  await expect(checkConditions(store)).rejects.toThrow('no such bucket');
});
