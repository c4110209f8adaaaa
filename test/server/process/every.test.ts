/** What is repeated for as long as the service runs leaves nothing behind, and stops at once. */
import {getEventListeners} from 'node:events';
import {expect, test} from 'vitest';
import {every, pause} from '../../../server/process/every.ts';

const HOUR_MS = 3_600_000;

test('a pause that is over leaves no listener at the signal', async () => {
  const {signal} = new AbortController();
  for (let i = 0; i < 3; i++) await pause(0, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a pause ends when the signal is aborted, and leaves no listener', async () => {
  const stopped = new AbortController();
  const paused = pause(HOUR_MS, stopped.signal);
  stopped.abort();
  await paused;
  expect(getEventListeners(stopped.signal, 'abort')).toEqual([]);
});

test('work is repeated until it is stopped', async () => {
  const {promise: thrice, resolve} = Promise.withResolvers<void>();
  let calls = 0;
  const stop = every(0, async () => {
    if (++calls === 3) resolve();
  });
  await thrice;
  await stop();
  const before = calls;
  await new Promise((settle) => setImmediate(settle));
  expect(calls).toBe(before);
});

test('who waits for the next turn is stopped at once', async () => {
  let calls = 0;
  await every(HOUR_MS, async () => {
    calls++;
  })();
  expect(calls).toBe(0);
});
