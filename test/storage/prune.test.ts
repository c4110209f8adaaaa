/** Listing, rolling back and pruning builds, over a store in memory. */
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {GRACE_MS, PRUNE_MS, pruneStore, rollBack, summarizeBuilds} from '../../storage/builds.ts';
import {KEYS, listBuilds} from '../../storage/documents.ts';
import {stageBuild} from '../../storage/stage_build.ts';
import {memoryStore} from '../helpers/memory_store.ts';
import {idOf, sha256, writeBuild} from '../helpers/published.ts';
import {A, B, publisherAndStore} from '../helpers/publisher.ts';

const {here, now, publish, objectKeys, current} = publisherAndStore();

describe('the builds of a store', () => {
  const publishAll = async (count: number) => {
    for (let n = 1; n <= count; n++)
      await publish(writeBuild(here.publisher, n, {[A]: `index ${n}`, [B]: 'same'}));
  };

  test('are listed, newest first, and `current` is pointed back', async () => {
    await publishAll(3);
    expect((await summarizeBuilds(here.store)).map(({build_id, current}) => [build_id, current])).toEqual([
      [idOf(3), true],
      [idOf(2), false],
      [idOf(1), false],
    ]);
    await rollBack(here.store, idOf(1), now());
    expect(await current()).toBe(idOf(1));
    await expect(rollBack(here.store, idOf(9), now())).rejects.toThrow(
      'has no build 0000000000000009: `make builds`',
    );
  });

  test('pruning keeps the newest and the current one, with all their objects', async () => {
    here.store.now = () => new Date(here.clock);
    await publishAll(4);
    await rollBack(here.store, idOf(1), now());
    const result = await pruneStore(here.store, 1, () => new Date(here.clock + 2 * GRACE_MS));
    expect(result.builds).toEqual([idOf(3), idOf(2)]);
    expect(await listBuilds(here.store)).toEqual([idOf(1), idOf(4)]);
    for (const n of [1, 4]) await stageBuild(here.store, idOf(n), here.replica);
    expect(objectKeys()).not.toContain(KEYS.object(sha256('index 2')));
    expect(here.store.objects.has(KEYS.pruning)).toBe(false);
  });

  test('objects that no build names yet are spared until the grace is over', async () => {
    await publishAll(1);
    here.store.now = () => new Date(here.clock);
    await here.store.write(KEYS.object(sha256('coming')), 'coming', 'absent');
    expect((await pruneStore(here.store, 1, () => new Date(here.clock + GRACE_MS - 1))).objects).toBe(0);
    expect((await pruneStore(here.store, 1, () => new Date(here.clock + GRACE_MS + 1))).objects).toBe(1);
  });

  test('two prunes never run together; the marker of a killed one is ignored in time', async () => {
    await publishAll(1);
    await here.store.write(KEYS.pruning, new Date(here.clock).toISOString(), 'any');
    await expect(pruneStore(here.store, 1, () => new Date(here.clock))).rejects.toThrow(
      'another prune began at',
    );
    await pruneStore(here.store, 1, () => new Date(here.clock + 2 * PRUNE_MS));
    expect(here.store.objects.has(KEYS.pruning)).toBe(false);
  });

  /**
   * Whether pruning and publishing may be interleaved at every pair of steps without a build that lacks an
   * object.
   */
  test('a prune at any moment of a publication takes nothing from it', async () => {
    const old = writeBuild(here.publisher, 1, {[A]: 'shared', [B]: 'same'});
    const next = writeBuild(here.publisher, 3, {[A]: 'shared', [B]: 'other'});
    for (let step = 0; step < 40; step++) {
      here.store = memoryStore();
      here.store.now = () => new Date(0);
      await publish(old);
      await publish(writeBuild(here.publisher, 2, {[A]: 'else', [B]: 'same'}));
      let calls = 0;
      let pruning: Promise<unknown> | null = null;
      // A prune begins at this step and runs beside the rest; its own steps wait a turn each.
      here.store.before = async (call) => {
        if (pruning) for (let turns = step % 4; turns > 0; turns--) await new Promise(setImmediate);
        else if (calls++ === step && !call.startsWith('read pruning'))
          pruning = pruneStore(here.store, 1, now, 0);
      };
      await publish(next);
      if (!pruning) break;
      await pruning;
      here.store.before = () => {};
      await stageBuild(here.store, idOf(3), join(here.root, `after-${step}`));
    }
  });
});
