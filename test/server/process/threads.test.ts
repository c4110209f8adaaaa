/** Threads that are started before anybody wants them. */
import {afterEach, expect, test} from 'vitest';
import {endEarly, startEarly, takeThread} from '../../../server/process/threads.ts';

afterEach(endEarly);

test('a thread that nobody wants ends by itself once its modules are loaded', async () => {
  startEarly({workers: 2});
  // Taken ones are waited for by those who took them: here they tell how they end.
  const threads = [takeThread('worker'), takeThread('worker'), takeThread('web_thread')];
  const codes = threads.map((thread) => new Promise((resolve) => thread.once('exit', resolve)));
  for (const thread of threads) thread.postMessage({kind: 'stop'});
  expect(await Promise.all(codes)).toEqual([0, 0, 0]);
});

test('those that nobody wants are gone once they were ended, and others start', async () => {
  startEarly({workers: 2});
  await endEarly();
  const thread = takeThread('worker');
  const code = new Promise((resolve) => thread.once('exit', resolve));
  thread.postMessage({kind: 'stop'});
  expect(await code).toBe(0);
});
