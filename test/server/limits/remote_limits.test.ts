/** Limits counted in Redis, with a fake Redis: failures, the circuit breaker, and counting on without it. */
import {beforeEach, expect, test} from 'vitest';
import type {Principal} from '../../../server/accounts/principal.ts';
import {windowNumbersAt} from '../../../server/limits/calendar.ts';
import {allocateCounters, viewCounters} from '../../../server/limits/counter_memory.ts';
import {remoteLimits, windowKeys} from '../../../server/limits/remote_limits.ts';
import type {Limits} from '../../../server/limits/types.ts';
import {type FakeRedis, fakeRedis} from '../../helpers/fake_redis.ts';

const NOW = Date.parse('2026-11-21T12:00:30Z');
const principal: Principal = {
  id: 1,
  account: 'a@b.ca',
  tier: 'enterprise',
  quotas: {minute: null, day: null, month: 10},
  key: {id: 1, line: 1, prefix: 'fpd_live_abcd', quotas: null, limits: null, expiresAt: null},
};

/** Counts as the script does; `down` makes every call fail, `late` every one whose work is done. */
let there: {down: boolean; late: boolean; calls: number; keys: string[]};
let redis: FakeRedis;
let logged: string[];
let clock: number;
let limits: Limits;
/** Requests that were counted without Redis. */
let here: number;

const load = () => [0, 0, 0] as const;

beforeEach(() => {
  there = {down: false, late: false, calls: 0, keys: []};
  redis = fakeRedis();
  logged = [];
  clock = 0;
  here = 0;
  const evaluate = async (keys: string[], args: (string | number)[]) => {
    there.calls++;
    if (there.down) throw new Error('connection lost');
    there.keys = keys;
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
    `fpd:of:used:minute:${minute}`,
    `fpd:of:used:day:${day}`,
    `fpd:of:used:month:${56 * 12 + 10}`,
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

test('when Redis answers again its counts hold: what was counted without it stays here', async () => {
  await admit();
  there.down = true;
  for (let n = 0; n < 3; n++) await admit();
  expect(await used()).toBe(4);
  there.down = false;
  clock += 1000;
  expect(await used()).toBe(1);
  expect(await admit()).toBeNull();
  expect(month()).toBe(2);
  expect(logged.at(-1)).toBe('shared counters can be reached again');
});

test('a look counts nothing', async () => {
  elsewhere(5);
  expect([await used(), await used(), month()]).toEqual([5, 5, 5]);
});

test('a refund is subtracted where the request was counted', async () => {
  const first = await limits.admit(principal, NOW);
  await admit();
  limits.refund(first);
  await new Promise(setImmediate);
  expect(month()).toBe(1);
  there.down = true;
  await admit();
  const alone = await limits.admit(principal, NOW);
  expect(await used()).toBe(4);
  limits.refund(alone);
  expect(await used()).toBe(3);
});

test('a request that Redis refused is counted in no window', async () => {
  elsewhere(10);
  expect(await admit()).toBe('month');
  for (const key of windowKeys(principal.account, windowNumbersAt(NOW))) expect(redis.used(key)).toBe(10);
});

test('a request whose reply comes too late is admitted', async () => {
  for (let n = 0; n < 3; n++) await admit();
  there.late = true;
  expect(await admit()).toBeNull();
  // Redis has counted it, and this process, too.
  expect(month()).toBe(4);
  expect(await used()).toBe(4);
});

test('a reply of another command is not believed', async () => {
  let isOutOfStep = false;
  let before: number[] = [];
  const evaluate = async (keys: string[], args: (string | number)[]) => {
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
  isOutOfStep = true;
  await admit();
  expect(logged).toEqual(['shared counters cannot be reached: counting in this process']);
  isOutOfStep = false;
  clock += 1001;
  expect(await used()).toBe(7);
});

test('two machines that ask at the same time admit the limit together', async () => {
  const other = remoteLimits(viewCounters(allocateCounters(1)), load, {
    evaluate: async (keys, args) => redis.count(keys, args),
    log: {isLevelEnabled: () => false, debug() {}, info() {}, error() {}},
    clock: () => clock,
  });
  const all = await Promise.all(
    Array.from({length: 16}, (_, n) => (n % 2 === 0 ? limits : other).admit(principal, NOW)),
  );
  expect(all.filter(({exhausted}) => exhausted === null)).toHaveLength(10);
  expect(month()).toBe(10);
});

test('what Redis said last is the limit while it fails', async () => {
  elsewhere(8);
  expect(await used()).toBe(8);
  const one = await limits.admit(principal, NOW);
  limits.refund(one);
  await new Promise(setImmediate);
  there.down = true;
  expect([await admit(), await admit()]).toEqual([null, 'month']);
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

test('a key on a lower tier has windows of its own, and counts for its account', async () => {
  const key = {...principal.key!, line: 2, quotas: {minute: null, day: 2, month: 5}};
  const lower = {...principal, key};
  const ask = async () => (await limits.admit(lower, NOW)).exhausted;
  expect([await ask(), await ask(), await ask()]).toEqual([null, null, 'day']);
  // Both are counted by one command: nothing comes between them, and a cluster has them in one slot.
  expect(there.calls).toBe(3);
  expect(new Set(there.keys.map((name) => name.match(/\{.*\}/)?.[0])).size).toBe(1);
  expect(month()).toBe(2);
  expect((await limits.peek(lower, NOW)).day).toMatchObject({limit: 2, used: 2});
  expect(await admit()).toBeNull();
  // What the account refuses is not counted for the key.
  elsewhere(7);
  const other = {...principal, key: {...key, line: 3}};
  expect((await limits.admit(other, NOW)).exhausted).toBe('month');
  await new Promise(setImmediate);
  expect((await limits.peek(other, NOW)).day.used).toBe(0);
  limits.refund(await limits.admit({...other, quotas: {...principal.quotas, month: 99}}, NOW));
  await new Promise(setImmediate);
  expect([month(), (await limits.peek(other, NOW)).day.used]).toEqual([10, 0]);
  there.down = true;
  const roomy = {...lower, quotas: {...principal.quotas, month: 99}};
  expect((await limits.admit(roomy, NOW)).exhausted).toBe('day');
});
