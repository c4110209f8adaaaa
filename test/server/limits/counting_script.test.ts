/**
 * The counting script in Redis: the fake of the other tests does the same, and keys expire with their window.
 */
import {Redis} from 'ioredis';
import {describe, expect, test} from 'vitest';
import type {Principal} from '../../../server/accounts/principal.ts';
import {windowEnds, windowNumbersAt} from '../../../server/limits/calendar.ts';
import {allocateCounters, viewCounters} from '../../../server/limits/counter_memory.ts';
import {connectRedis} from '../../../server/limits/redis_connection.ts';
import {countCommand, remoteLimits} from '../../../server/limits/remote_limits.ts';
import {deferCleanup} from '../../helpers/cleanup.ts';
import {fakeRedis} from '../../helpers/fake_redis.ts';
import fc from '../../helpers/fast_check.ts';
import {redisProgram, startRedis} from '../../helpers/redis.ts';

const NOW = Date.parse('2040-11-21T12:00:30Z');

const principalOf = (quotas: Principal['quotas'], ofKey: Principal['quotas'] | null = null): Principal => ({
  id: 1,
  account: 'a@example.org',
  tier: 'enterprise',
  quotas,
  key: {id: 1, line: 1, prefix: 'fpd_live_abcd', quotas: ofKey, limits: null, expiresAt: null},
});

const quota = fc.option(fc.integer({min: 0, max: 8}));
const quotas = fc.record({minute: quota, day: quota, month: quota});
const steps = fc.array(
  fc.record({
    count: fc.constantFrom(-1, 0, 1, 1, 1),
    minutes: fc.nat(2),
    quotas,
    ofKey: fc.option(quotas),
  }),
  {maxLength: 40},
);

async function connected() {
  const redis = await startRedis(redisProgram!);
  deferCleanup(() => redis.end());
  const {evaluate, close} = await connectRedis(redis.url, 600_000);
  deferCleanup(async () => close());
  const direct = new Redis(redis.url);
  deferCleanup(async () => direct.disconnect());
  return {evaluate, direct};
}

describe.skipIf(redisProgram === null)('in Redis', () => {
  test('the script does what the fake does', async () => {
    const {evaluate, direct} = await connected();
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await direct.flushall();
        const fake = fakeRedis();
        for (const [i, {count, minutes, quotas, ofKey}] of all.entries()) {
          const numbers = windowNumbersAt(NOW + minutes * 60_000);
          const [keys, args] = countCommand(principalOf(quotas, ofKey), numbers, count as -1 | 0 | 1, i + 1);
          const reply = (await evaluate(keys, args)) as unknown[];
          expect(reply.map(Number)).toEqual(fake.count(keys, args));
        }
      }),
      {numRuns: 50},
    );
  });

  test('each window ends with its key, a minute later', async () => {
    const {evaluate, direct} = await connected();
    const numbers = windowNumbersAt(NOW);
    const [keys, args] = countCommand(principalOf({minute: 9, day: 9, month: 9}), numbers, 1, 1);
    for (let n = 0; n < 3; n++) await evaluate(keys, args);
    const ends = await Promise.all(keys.map((key) => direct.expiretime(key)));
    expect(ends).toEqual(windowEnds(numbers).map((end) => end + 60));
  });

  test('machines that ask at the same time admit exactly the limit', async () => {
    const {evaluate} = await connected();
    const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};
    const machine = () =>
      remoteLimits(viewCounters(allocateCounters(1)), () => [0, 0, 0], {evaluate, log, clock: () => 0});
    const machines = [machine(), machine(), machine()];
    const principal = principalOf({minute: null, day: 40, month: null});
    const all = await Promise.all(
      Array.from({length: 120}, async (_, i) => machines[i % 3]!.admit(principal, NOW)),
    );
    expect(all.filter(({exhausted}) => exhausted === null)).toHaveLength(40);
    expect((await machines[0]!.peek(principal, NOW)).day.used).toBe(40);
  });
});
