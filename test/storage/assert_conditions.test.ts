/** Stores without conditional writes are refused before any work begins. */
import {expect, test} from 'vitest';
import {assertConditions} from '../../storage/assert_conditions.ts';
import type {Condition} from '../../storage/object_store.ts';
import {type MemoryStore, memoryStore} from '../helpers/memory_store.ts';

/** A store that ignores some conditions. */
function careless(ignores: (condition: Condition) => boolean): MemoryStore {
  const store = memoryStore('s3://careless/builds');
  const {write} = store;
  store.write = (key, body, condition) => write(key, body, ignores(condition) ? 'any' : condition);
  return store;
}

test('a store with conditions passes, and nothing stays in it', async () => {
  const store = memoryStore();
  await assertConditions(store);
  expect(store.objects.size).toBe(0);
});

test.each<[string, (condition: Condition) => boolean, string]>([
  ['all', () => true, 'If-None-Match says'],
  ['that of an absent object', (condition) => condition === 'absent', 'If-None-Match says'],
  ['that of a tag', (condition) => typeof condition === 'object', 'If-Match names an earlier version'],
])('one that ignores %s is refused with the remedy, and nothing stays in it', async (_what, ignores, why) => {
  const store = careless(ignores);
  await expect(assertConditions(store)).rejects.toThrow(why);
  await expect(assertConditions(store)).rejects.toThrow('use a store with conditional writes');
  expect(store.objects.size).toBe(0);
});

test('one that cannot be written now passes: its upload will say so', async () => {
  const store = memoryStore();
  store.before = (call) => {
    if (call.startsWith('write')) throw new Error('no space in the bucket');
  };
  await assertConditions(store);
});
