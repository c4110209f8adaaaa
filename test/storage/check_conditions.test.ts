/** Stores that ignore conditions of writes are refused before anything is published. */
import {expect, test} from 'vitest';
import {checkConditions} from '../../storage/check_conditions.ts';
import type {Condition, ObjectStore} from '../../storage/object_store.ts';
import {memoryStore} from '../helpers/memory_store.ts';

/** A store that ignores some conditions. */
function ignoring(isIgnored: (condition: Condition) => boolean): ObjectStore {
  const store = memoryStore('s3://elsewhere/builds');
  const {write} = store;
  return {
    ...store,
    write: (key, body, condition) => write(key, body, isIgnored(condition) ? 'any' : condition),
  };
}

test('a store with conditions is taken; each try leaves the same object', async () => {
  const store = memoryStore();
  await checkConditions(store);
  await checkConditions(store);
  expect([...store.objects.keys()]).toEqual(['conditions']);
});

test('publishers that try at the same time do not refuse the store', async () => {
  const store = memoryStore();
  await Promise.all(Array.from({length: 8}, () => checkConditions(store)));
});

test.each([
  ['If-None-Match', (condition: Condition) => condition === 'absent'],
  ['If-Match', (condition: Condition) => typeof condition === 'object'],
  ['If-None-Match and If-Match', () => true],
])('a store that ignores %s is refused with a remedy', async (name, isIgnored) => {
  await expect(checkConditions(ignoring(isIgnored))).rejects.toThrow(
    `s3://elsewhere/builds: the store ignores ${name}, so that two publishers could both publish: use a store with conditional writes`,
  );
});

test('a store that fails is not judged', async () => {
  const store = memoryStore();
  store.before = (call) => {
    if (call.startsWith('write')) throw new Error('no space in the bucket');
  };
  await checkConditions(store);
});
