/** Files that an account reads by ranges: each once in a minute, as many as there is room for. */
import {expect, test} from 'vitest';
import {allocateCounters, viewCounters} from '../../../server/limits/counter_memory.ts';
import {localLimits} from '../../../server/limits/local_limits.ts';

/** Files that are told apart. */
const FILES = 265;
const MINUTE_MS = 60_000;

test('every file begins once in a minute, for each account', () => {
  const memory = viewCounters(allocateCounters(2));
  const {files} = localLimits(memory, () => [0, 0, 0]);
  const begun = (account: number, now: number) =>
    Array.from({length: FILES}, (_, file) => files.begin(account, now, file)).filter(Boolean).length;
  expect([begun(1, 0), begun(1, 0), begun(2, 0), begun(1, MINUTE_MS)]).toEqual([FILES, 0, FILES, FILES]);
  files.drop(1, MINUTE_MS, 200);
  expect([begun(1, MINUTE_MS), files.begin(1, MINUTE_MS, 200)]).toEqual([1, false]);
  // Without room of its own a file is one of the others.
  expect(files.begin(1, MINUTE_MS, FILES + 200)).toBe(false);
});
