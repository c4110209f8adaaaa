/** Items that threads share out among them. */
import {expect, test} from 'vitest';
import {Claims} from '../../../engine/compile/claims.ts';

test('each item is taken once, from either end, by whoever has the same memory', () => {
  const claims = Claims.of(4);
  const other = new Claims(claims.taken);
  expect([claims.take('first'), other.take('last'), other.take('first')]).toEqual([0, 3, 1]);
  expect([claims.take('last'), claims.take('first'), other.take('last')]).toEqual([2, null, null]);
});

test('nothing is taken once all is stopped', () => {
  const claims = Claims.of(3);
  new Claims(claims.taken).stop();
  expect(claims.take('first')).toBeNull();
});
