/** Limits counted in Redis, with a fake Redis: failures, the circuit breaker, what a process tells. */
import {beforeEach, expect, test} from 'vitest';
import type {Principal} from '../../../server/accounts/principal.ts';
import {windowNumbersAt} from '../../../server/limits/calendar.ts';
import {allocateCounters, viewCounters} from '../../../server/limits/counter_memory.ts';
import {windowKeys} from '../../../server/limits/redis_script.ts';
import {remoteLimits} from '../../../server/limits/remote_limits.ts';
import type {Limits} from '../../../server/limits/types.ts';
import {type FakeRedis, fakeRedis} from '../../helpers/fake_redis.ts';

const NOW = Date.parse('2026-11-21T12:00:30Z');
const principal: Principal = {
  id: 1,
  account: 'a@b.ca',
  tier: 'enterprise',
  quotas: {minute: null, day: null, month: 10},
  key_prefix: 'fpd_live_abcd',
};

/** Counts as the script does; `down` makes every call fail, `late` every one whose work is done. */
let there: {down: boolean; late: boolean; calls: number; keys: string[]; told: number[]};
let redis: FakeRedis;
let logged: string[];
let clock: number;
let limits: Limits;
/** Requests that were counted without Redis. */
let here: number;

const load = () => [0, 0, 0] as const;

beforeEach(() => {
  there = {down: false, late: false, calls: 0, keys: [], told: []};
  redis = fakeRedis();
  logged = [];
  clock = 0;
  here = 0;
  const evaluate = async (_: string, keys: string[], args: (string | number)[]) => {
    there.calls++;
    if (there.down) throw new Error('connection lost');
    there.keys = keys;
    there.told.push(Number(args[8]));
    const result = redis.count(keys, args);
    // Done, but the reply comes after it was given up.
    if (there.late) throw new Error('Command timed out');
    return result;
  };
  const collect = (_: object, text: string) => logged.push(text);
  const log = {isLevelEnabled: () => false, debug() {}, info: collect, error: collect};
  limits = remoteLimits(viewCounters(allocateCounters(1)), load, {
    evaluate,
    log,
    clock: () => clock,
    onLocal: () => here++,
  });
});

/** Requests of other machines. */
const elsewhere = (count: number): void =>
  redis.add(windowKeys(principal.account, windowNumbersAt(NOW)), count);
const month = (): number => redis.used(windowKeys(principal.account, windowNumbersAt(NOW))[2]!);
const admit = async () => (await limits.admit(principal, NOW)).exhausted;
const used = async () => (await limits.peek(principal, NOW)).month.used;

test('the counts are those of Redis, which does not learn the account', async () => {
  elsewhere(8);
  expect([await admit(), await admit(), await admit()]).toEqual([null, null, 'month']);
  expect(there.keys.join()).not.toContain('a@b.ca');
  const [minute, day] = [Math.floor(NOW / 60_000), Math.floor(NOW / 86_400_000)];
  expect(there.keys.map((key) => key.replace(/\{.*\}/, 'of'))).toEqual([
    `fpd:of:minute:${minute}`,
    `fpd:of:day:${day}`,
    `fpd:of:month:${56 * 12 + 10}`,
  ]);
});

test('a failure refuses nothing: counting continues locally from the last counts, and is logged once', async () => {
  elsewhere(5);
  expect(await admit()).toBeNull();
  there.down = true;
  for (let i = 0; i < 4; i++) expect(await admit()).toBeNull();
  expect(await admit()).toBe('month');
  expect(logged).toEqual(['shared counters cannot be reached: counting in this process']);
});

test('while Redis fails, one request a second tries it', async () => {
  there.down = true;
  await admit();
  await admit();
  clock += 999;
  await admit();
  expect(there.calls).toBe(1);
  clock += 1;
  await Promise.all([admit(), admit(), admit()]);
  expect(there.calls).toBe(2);
});

test('local counts are added to Redis once when it answers again', async () => {
  await admit();
  there.down = true;
  await admit();
  await admit();
  there.down = false;
  clock += 1000;
  expect(await used()).toBe(3);
  expect(await admit()).toBeNull();
  expect(month()).toBe(4);
  // Every command says what this process has counted in the month, the request that it asks for included.
  expect(there.told).toEqual([1, 3, 4]);
  expect(logged.at(-1)).toBe('shared counters can be reached again');
});

test('what was counted before Redis was ever told anything is told', async () => {
  there.down = true;
  await used();
  await admit();
  there.down = false;
  clock += 1001;
  expect(await used()).toBe(1);
  expect(month()).toBe(1);
});

test('a look at an account that was never counted here writes nothing', async () => {
  let sent: (string | number)[] = [];
  const evaluate = async (_: string, keys: string[], args: (string | number)[]) => {
    sent = args;
    return redis.count(keys, args);
  };
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};
  limits = remoteLimits(viewCounters(allocateCounters(1)), load, {evaluate, log, clock: () => clock});
  elsewhere(5);
  expect(await used()).toBe(5);
  // A report without a version.
  expect(sent[10]).toBe(0);
});

test('a refund is subtracted in Redis, or kept for later while it fails', async () => {
  const [first, second] = [await limits.admit(principal, NOW), await limits.admit(principal, NOW)];
  limits.refund(first);
  await Promise.resolve();
  expect(month()).toBe(1);
  there.down = true;
  limits.refund(second);
  await new Promise(setImmediate);
  there.down = false;
  clock += 1000;
  expect(await used()).toBe(0);
});

test('a slow server is not given the same counts with every attempt', async () => {
  there.down = true;
  for (let n = 0; n < 3; n++) await admit();
  [there.down, there.late] = [false, true];
  for (let n = 0; n < 3; n++) {
    clock += 1001;
    await admit();
  }
  there.late = false;
  clock += 1001;
  expect(await admit()).toBeNull();
  expect(month()).toBe(7);
});

test('a request whose reply comes too late is counted once', async () => {
  for (let n = 0; n < 3; n++) await admit();
  there.late = true;
  await admit();
  there.late = false;
  expect(month()).toBe(4);
  clock += 1001;
  expect(await used()).toBe(4);
  expect(await admit()).toBeNull();
  expect(month()).toBe(5);
});

test('a reply of another command is not believed', async () => {
  let isOutOfStep = false;
  let before: number[] = [];
  const evaluate = async (_: string, keys: string[], args: (string | number)[]) => {
    const reply = redis.count(keys, args);
    const said = isOutOfStep ? before : reply;
    before = reply;
    return said;
  };
  const error = (_: object, text: string) => logged.push(text);
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error};
  limits = remoteLimits(viewCounters(allocateCounters(1)), load, {evaluate, log, clock: () => clock});
  elsewhere(5);
  await admit();
  redis.empty();
  isOutOfStep = true;
  await admit();
  expect(logged).toEqual(['shared counters cannot be reached: counting in this process']);
  isOutOfStep = false;
  clock += 1001;
  expect(await used()).toBe(2);
});

test('of two threads only one of which reaches Redis, both together admit no more than the limit', async () => {
  const memory = viewCounters(allocateCounters(1));
  const thread = (isDown: boolean): Limits =>
    remoteLimits(memory, load, {
      evaluate: async (_, keys, args) => {
        if (isDown) throw new Error('connection lost');
        return redis.count(keys, args);
      },
      log: {isLevelEnabled: () => false, debug() {}, info() {}, error() {}},
      clock: () => clock,
    });
  const [one, other] = [thread(false), thread(true)];
  const refusals: (string | null)[] = [];
  for (let n = 0; n < 8; n++)
    for (const threadOf of [one, other]) refusals.push((await threadOf.admit(principal, NOW)).exhausted);
  expect(refusals).toEqual([...Array(10).fill(null), ...Array(6).fill('month')]);
  expect(month()).toBe(10);
});

test('requests that Redis is being asked about are counted where it is not', async () => {
  const memory = viewCounters(allocateCounters(1));
  const fail: (() => void)[] = [];
  const evaluate = (): Promise<unknown> =>
    new Promise((_, reject) => fail.push(() => reject(new Error('no reply'))));
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};
  limits = remoteLimits(memory, load, {evaluate, log, clock: () => clock});
  const first = admit();
  fail[0]!();
  await first;
  clock += 1001;
  // One is asked about, the others are counted here: then the reply does not come.
  const asked = admit();
  for (let n = 0; n < 8; n++) expect(await admit()).toBeNull();
  expect(await admit()).toBe('month');
  fail[1]!();
  expect(await asked).toBeNull();
});

test('a Redis that lost its counts is told those of this process', async () => {
  for (let n = 0; n < 3; n++) await admit();
  redis.empty();
  expect(await used()).toBe(3);
  expect(month()).toBe(3);
});

test('after an outage Redis is told of accounts that ask for nothing any more', async () => {
  const quiet = {...principal, id: 2, account: 'c@d.ca'};
  limits = remoteLimits(viewCounters(allocateCounters(2)), load, {
    evaluate: async (_, keys, args) => {
      if (there.down) throw new Error('connection lost');
      return redis.count(keys, args);
    },
    log: {isLevelEnabled: () => false, debug() {}, info() {}, error() {}},
    clock: () => clock,
  });
  there.down = true;
  for (let n = 0; n < 3; n++) await limits.admit(quiet, NOW);
  there.down = false;
  clock += 1001;
  await admit();
  const told = windowKeys(quiet.account, windowNumbersAt(NOW))[2]!;
  await expect.poll(() => redis.used(told)).toBe(3);
});

test('of two machines both of which ask for the rest of a limit, Redis has what was admitted when the last is refused', async () => {
  const other = remoteLimits(viewCounters(allocateCounters(1)), load, {
    evaluate: async (_, keys, args) => redis.count(keys, args),
    log: {isLevelEnabled: () => false, debug() {}, info() {}, error() {}},
    clock: () => clock,
  });
  const all = await Promise.all(
    Array.from({length: 16}, (_, n) => (n % 2 === 0 ? limits : other).admit(principal, NOW)),
  );
  expect(all.filter(({exhausted}) => exhausted === null)).toHaveLength(10);
  expect(month()).toBe(10);
});

test('a refund whose reply comes too late is subtracted once', async () => {
  const [first] = [await limits.admit(principal, NOW), await admit()];
  there.late = true;
  limits.refund(first);
  await new Promise(setImmediate);
  there.late = false;
  clock += 1001;
  expect(await used()).toBe(1);
});

test('replies that come in another order take no counts back', async () => {
  const replies: ((used: number) => void)[] = [];
  let isDown = false;
  const evaluate = (_: string, __: string[], args: (string | number)[]): Promise<unknown> => {
    if (isDown) return Promise.reject(new Error('connection lost'));
    return new Promise((resolve) => replies.push((count) => resolve([args[11], 0, count, count, count])));
  };
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};
  limits = remoteLimits(viewCounters(allocateCounters(1)), load, {evaluate, log, clock: () => clock});
  const two = [admit(), admit()];
  replies[1]!(9);
  await two[1];
  replies[0]!(8);
  await two[0];
  isDown = true;
  expect([await admit(), await admit()]).toEqual([null, 'month']);
});

test('a refund that got through is not counted while Redis fails', async () => {
  elsewhere(8);
  const one = await limits.admit(principal, NOW);
  limits.refund(one);
  await new Promise(setImmediate);
  there.down = true;
  expect([await admit(), await admit(), await admit()]).toEqual([null, null, 'month']);
});

test('requests that are counted without Redis are told', async () => {
  await admit();
  expect(here).toBe(0);
  there.down = true;
  await admit();
  await admit();
  expect(here).toBe(2);
  there.down = false;
  clock += 1001;
  await admit();
  expect(here).toBe(2);
});
