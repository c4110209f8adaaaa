/** Collecting garbage on demand, in both ways. */
import {getHeapStatistics} from 'node:v8';
import {expect, test} from 'vitest';
import {collectGarbage, untilQuiet} from '../../../server/process/collect_garbage.ts';

const inTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each(['regular', 'last-resort'] as const)(
  'what nobody refers to is gone after a %s collection',
  async (flavor) => {
    const reference = new WeakRef({bytes: new Array(1000).fill(1)});
    // A reference that was made stays until the turn has ended.
    await inTurn();
    collectGarbage(flavor);
    expect(reference.deref()).toBeUndefined();
  },
);

test('the room of young objects is given back as a last resort', () => {
  const committed = () => getHeapStatistics().total_physical_size;
  let kept: unknown[] | null = Array.from({length: 1_000_000}, (_, i) => ({i}));
  const before = committed();
  expect(kept).toHaveLength(1_000_000);
  kept = null;
  collectGarbage('last-resort');
  expect(committed()).toBeLessThan(before - 10_000_000);
});

/** Has something to do in every turn until `isOver`. */
async function beBusy(isOver: () => boolean): Promise<void> {
  while (!isOver()) await inTurn();
}

test('a thread is quiet when its work is over, and after the time at most', async () => {
  let turns = 0;
  let isQuiet = false;
  const quiet = untilQuiet(Number.POSITIVE_INFINITY).then(() => {
    isQuiet = true;
    return turns;
  });
  const until = performance.now() + 1000;
  await beBusy(() => {
    turns++;
    return isQuiet || performance.now() > until;
  });
  const all = turns;
  expect(isQuiet).toBe(false);
  expect(await quiet).toBe(all);

  let isOver = false;
  const given = untilQuiet(0).then(() => {
    isOver = true;
  });
  await beBusy(() => isOver);
  await given;
});
