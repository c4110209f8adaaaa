/** Counts in Redis are exact whatever is lost, comes late or is sent again, and whichever thread dies while it waits. */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import {describe, expect, test} from 'vitest';
import type {Principal} from '../../../server/accounts/principal.ts';
import {windowNumbersAt} from '../../../server/limits/calendar.ts';
import {allocateCounters, viewCounters} from '../../../server/limits/counter_memory.ts';
import {connectRedis} from '../../../server/limits/redis_connection.ts';
import {windowKeys} from '../../../server/limits/redis_script.ts';
import {type Evaluate, remoteLimits} from '../../../server/limits/remote_limits.ts';
import {CALM_FATES, wrongCounts, wrongLimit} from '../../helpers/counting_check.ts';
import {type Counted, FATES, REFUND_FATES, runSchedule, type Step} from '../../helpers/counting_schedule.ts';
import {fakeRedis} from '../../helpers/fake_redis.ts';
import fc from '../../helpers/fast_check.ts';
import {redisProgram, startRedis} from '../../helpers/redis.ts';
import {startTcpProxy} from '../../helpers/tcp_proxy.ts';

const NOW = Date.parse('2040-11-21T12:00:30Z');
const RUNS = Number(process.env['RUNS'] || 500);

const thread = fc.nat(5);
const request = fc.record({do: fc.constant('request'), thread, fate: fc.constantFrom(...FATES)});
const wait = fc.record({do: fc.constant('wait'), ms: fc.constantFrom(300, 1001)});
const reply = fc.record({do: fc.constantFrom('reply', 'overdue')});
const step: fc.Arbitrary<Step> = fc.oneof(
  {weight: 14, arbitrary: request},
  {
    weight: 2,
    arbitrary: fc.record({do: fc.constant('refund'), thread, fate: fc.constantFrom(...REFUND_FATES)}),
  },
  {weight: 2, arbitrary: fc.record({do: fc.constant('look'), thread, fate: fc.constantFrom(...FATES)})},
  {weight: 4, arbitrary: reply},
  {weight: 6, arbitrary: wait},
  {
    weight: 1,
    arbitrary: fc.record({do: fc.constant('later'), by: fc.constantFrom('minute', 'hours', 'days')}),
  },
  {weight: 1, arbitrary: fc.constant({do: 'empty'})},
) as fc.Arbitrary<Step>;
const limit = fc.option(fc.integer({min: 1, max: 20}));
const schedules = fc.tuple(fc.array(step, {maxLength: 60, size: 'max'}), limit);

/** Schedules of a Redis that only takes its time. */
const calm = fc.tuple(
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({do: fc.constant('request'), thread, fate: fc.constantFrom(...CALM_FATES)}),
      },
      {weight: 2, arbitrary: fc.constant({do: 'reply'})},
    ) as fc.Arbitrary<Step>,
    {maxLength: 60, size: 'max'},
  ),
  fc.integer({min: 1, max: 20}),
);

interface Redis {
  evaluate: Evaluate;
  empty(): Promise<void>;
}

const fake = (): Redis => {
  const redis = fakeRedis();
  return {evaluate: async (_, keys, args) => redis.count(keys, args), empty: async () => redis.empty()};
};

let accounts = 0;
const run = ({evaluate, empty}: Redis, [steps, most]: [Step[], number | null]): Promise<Counted> =>
  runSchedule({redis: evaluate, empty, account: `a${accounts++}@b.ca`, limit: most}, steps);

async function expectCounts(redis: Redis, schedule: [Step[], number | null]): Promise<void> {
  expect(wrongCounts(...schedule, await run(redis, schedule))).toBeNull();
}

async function expectLimit(redis: Redis, schedule: [Step[], number]): Promise<void> {
  expect(wrongLimit(...schedule, await run(redis, schedule))).toBeNull();
}

test('whatever becomes of commands, threads and Redis, each answered request is counted once', async () => {
  const property = fc.asyncProperty(schedules, (schedule) => expectCounts(fake(), schedule));
  await fc.assert(property, {numRuns: RUNS});
}, 600_000);

test('two machines admit a limit together while Redis answers, in whatever order', async () => {
  const property = fc.asyncProperty(calm, (schedule) => expectLimit(fake(), schedule));
  await fc.assert(property, {numRuns: RUNS});
}, 600_000);

const principal: Principal = {
  id: 1,
  account: 'a@b.ca',
  tier: 'enterprise',
  quotas: {minute: null, day: null, month: null},
  key_prefix: null,
};
const silent = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};

/** A thread that counts one request in the given memory, through the given port, and waits for the reply without end. */
const COUNTING = `
  const {workerData} = require('node:worker_threads');
  const {port, memory, principal, now, limits} = workerData;
  (async () => {
    const {connectRedis} = await import(limits + 'redis_connection.ts');
    const {remoteLimits} = await import(limits + 'remote_limits.ts');
    const {viewCounters} = await import(limits + 'counter_memory.ts');
    const {evaluate} = await connectRedis('redis://127.0.0.1:' + port, 2_000_000_000);
    const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};
    const options = {evaluate, log, clock: () => 0};
    await remoteLimits(viewCounters(memory), () => [0, 0, 0], options).admit(principal, now);
  })();
`;

describe.skipIf(redisProgram === null)('in Redis', () => {
  test('the script does what the schedules of the fake expect', async () => {
    const redis = await startRedis(redisProgram!);
    const {evaluate, close} = await connectRedis(redis.url, 600_000);
    const empty = async () => void (await evaluate("return redis.call('FLUSHALL')", [], []));
    try {
      const numRuns = Math.ceil(RUNS / 10);
      await fc.assert(
        fc.asyncProperty(schedules, (schedule) => expectCounts({evaluate, empty}, schedule)),
        {numRuns},
      );
      await fc.assert(
        fc.asyncProperty(calm, (schedule) => expectLimit({evaluate, empty}, schedule)),
        {numRuns},
      );
    } finally {
      close();
      await redis.end();
    }
  }, 600_000);

  // What the thread sends is done, or never comes to Redis.
  test.each(['mute', 'silence'] as const)(
    'a thread that is killed while it sends what others counted: %s',
    async (kind) => {
      const redis = await startRedis(redisProgram!);
      const proxy = await startTcpProxy(Number(new URL(redis.url).port));
      const {evaluate, close} = await connectRedis(redis.url, 600_000);
      let isDown = false;
      let clock = 0;
      const options = {
        evaluate: (...command: Parameters<Evaluate>) =>
          isDown ? Promise.reject(new Error('connection lost')) : evaluate(...command),
        log: silent,
        clock: () => clock,
      };
      try {
        const memory = allocateCounters(1);
        const limits = remoteLimits(viewCounters(memory), () => [0, 0, 0], options);
        // Redis has the script from here on.
        await limits.admit(principal, NOW);
        isDown = true;
        for (let n = 0; n < 3; n++) await limits.admit(principal, NOW);
        const seen = proxy.setFaultAt('fpd:{', {kind});
        const worker = new Worker(COUNTING, {
          eval: true,
          workerData: {
            port: proxy.port,
            memory,
            principal,
            now: NOW,
            limits: new URL('../../../server/limits/', import.meta.url).href,
          },
        });
        await Promise.race([seen, once(worker, 'error').then(([error]) => Promise.reject(error))]);
        const month = windowKeys(principal.account, windowNumbersAt(NOW))[2]!;
        const used = async () =>
          Number(await evaluate("return redis.call('HGET', KEYS[1], 'used')", [month], []));
        if (kind === 'mute') await expect.poll(used).toBe(5);
        await worker.terminate();
        isDown = false;
        clock += 1001;
        await limits.peek(principal, NOW);
        // Its own request was counted before it was sent.
        expect(await used()).toBe(5);
      } finally {
        close();
        await proxy.close();
        await redis.end();
      }
    },
  );

  test('a window that a server of before counted, as a number alone, is counted on and expires', async () => {
    const redis = await startRedis(redisProgram!);
    const {evaluate, close} = await connectRedis(redis.url, 600_000);
    try {
      const now = Date.now();
      const keys = windowKeys(principal.account, windowNumbersAt(now));
      await evaluate("for i = 1, 3 do redis.call('SET', KEYS[i], 5) end", keys, []);
      const options = {evaluate, log: silent, clock: () => 0};
      const limits = remoteLimits(viewCounters(allocateCounters(1)), () => [0, 0, 0], options);
      await limits.admit(principal, now);
      const {minute, day, month} = await limits.peek(principal, now);
      expect([minute.used, day.used, month.used]).toEqual([6, 6, 6]);
      const alone =
        "return {redis.call('TTL', KEYS[1]), redis.call('TTL', KEYS[2]), redis.call('TTL', KEYS[3])}";
      for (const left of (await evaluate(alone, keys, [])) as number[]) expect(left).toBeGreaterThan(0);
    } finally {
      close();
      await redis.end();
    }
  });
});
