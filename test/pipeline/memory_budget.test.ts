/** The memory budget: never exceeded, first come first served, released on failure. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Snapshot} from '../../builds/artefacts.ts';
import {memoryBudget, memoryWanted} from '../../pipeline/runtime/memory_budget.ts';

test('running work never exceeds the budget, and everything runs in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({wanted: fc.integer({min: 1, max: 150}), ticks: fc.nat(5), fails: fc.boolean()})),
      async (works) => {
        const withShare = memoryBudget(100);
        let busy = 0;
        const started: number[] = [];
        const all = works.map(({wanted, ticks, fails}, at) =>
          withShare(wanted, async (share) => {
            started.push(at);
            expect(share).toBe(Math.min(wanted, 100));
            busy += share;
            expect(busy).toBeLessThanOrEqual(100);
            for (let tick = 0; tick < ticks; tick++) await new Promise(setImmediate);
            busy -= share;
            if (fails) throw new Error('as asked');
            return at;
          }),
        );
        const done = await Promise.allSettled(all);
        expect(started).toEqual(works.map((_, at) => at));
        expect(done.map((one) => one.status === 'rejected')).toEqual(works.map((one) => one.fails));
        expect(busy).toBe(0);
      },
    ),
    {numRuns: 50},
  );
});

test('small work runs in parallel, work of full size alone', async () => {
  const withShare = memoryBudget(100);
  let [busy, peak] = [0, 0];
  const work = async () => {
    busy += 1;
    peak = Math.max(peak, busy);
    await new Promise(setImmediate);
    busy -= 1;
  };
  await Promise.all([50, 50, 50].map((wanted) => withShare(wanted, work)));
  expect(peak).toBe(2);
  peak = 0;
  await Promise.all([1000, 10].map((wanted) => withShare(wanted, work)));
  expect(peak).toBe(1);
});

test('the request grows with the files, and more with archives', () => {
  const file = (bytes: number, format: Snapshot['format']) => ({bytes, format}) as Snapshot;
  expect(memoryWanted([file(10, 'csv')])).toBe(256);
  expect(memoryWanted([file(400 * 2 ** 20, 'csv'), file(400 * 2 ** 20, 'csv')])).toBe(2000);
  expect(memoryWanted([file(100 * 2 ** 20, 'zip')])).toBe(2000);
});
