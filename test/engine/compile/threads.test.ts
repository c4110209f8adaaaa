/** Items that threads share out among them. */
import {expect, test} from 'vitest';
import {noneTaken, takeOne} from '../../../engine/compile/threads.ts';

test('as many items are taken as there are, each time by one', () => {
  const taken = noneTaken();
  expect([1, 2, 3, 4].map(() => takeOne(taken, 3))).toEqual([0, 1, 2, null]);
});

test('nothing is taken once all is said to be', () => {
  const taken = noneTaken();
  Atomics.store(taken, 0, 3);
  expect(takeOne(taken, 3)).toBeNull();
});
