/** Limits counted in Redis, with a fake Redis: failures, the circuit breaker, unsynced counts. */
import {beforeEach, expect, test} from 'vitest';
import type {Principal} from '../../../server/accounts/principal.ts';
import {allocateCounters, viewCounters} from '../../../server/limits/counter_memory.ts';
import {remoteLimits} from '../../../server/limits/remote_limits.ts';
import type {Limits} from '../../../server/limits/types.ts';

const NOW = Date.parse('2026-11-21T12:00:30Z');
const principal: Principal = {
  id: 1,
  account: 'a@b.ca',
  tier: 'enterprise',
  quotas: {minute: null, day: null, month: 10},
  key_prefix: 'fpd_live_abcd',
};

/** Counts as the script does; `down` makes every call fail. */
let there: {down: boolean; late: boolean; calls: number; used: number; keys: string[]; unsynced: number[]};
let logged: string[];
let clock: number;
let limits: Limits;
/** Requests that were counted without Redis. */
let here: number;

beforeEach(() => {
  there = {down: false, late: false, calls: 0, used: 0, keys: [], unsynced: []};
  logged = [];
  clock = 0;
  here = 0;
  const evaluate = async (_: string, keys: string[], args: (string | number)[]) => {
    there.calls++;
    if (there.down) throw new Error('connection lost');
    const [unsynced, add] = [Number(args[8]), Number(args[9])];
    there.keys = keys;
    there.unsynced.push(unsynced);
    there.used += unsynced;
    const refused = add > 0 && there.used >= 10 ? 3 : 0;
    if (refused === 0) there.used += add;
    // Done, but the reply comes after it was given up.
    if (there.late) throw new Error('Command timed out');
    return [refused, there.used, there.used, there.used];
  };
  const collect = (_: object, text: string) => logged.push(text);
  const log = {isLevelEnabled: () => false, debug() {}, info: collect, error: collect};
  const load = () => [0, 0, 0] as const;
  limits = remoteLimits(viewCounters(allocateCounters(1)), load, {
    evaluate,
    log,
    clock: () => clock,
    onLocal: () => here++,
  });
});

const admit = async () => (await limits.admit(principal, NOW)).exhausted;
const used = async () => (await limits.peek(principal, NOW)).month.used;

test('the counts are those of Redis, which does not learn the account', async () => {
  there.used = 8;
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
  there.used = 5;
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
  expect(there.used).toBe(4);
  expect(there.unsynced).toEqual([0, 0, 2, 0]);
  expect(logged.at(-1)).toBe('shared counters can be reached again');
});

test('a refund is subtracted in Redis, or kept for later while it fails', async () => {
  const [first, second] = [await limits.admit(principal, NOW), await limits.admit(principal, NOW)];
  limits.refund(first);
  await Promise.resolve();
  expect(there.used).toBe(1);
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
  expect(there.used).toBe(7);
});

test('replies that come in another order take no counts back', async () => {
  const replies: ((used: number) => void)[] = [];
  let isDown = false;
  const evaluate = (): Promise<unknown> =>
    isDown
      ? Promise.reject(new Error('connection lost'))
      : new Promise((resolve) => replies.push((count) => resolve([0, count, count, count])));
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};
  const load = () => [0, 0, 0] as const;
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
  there.used = 8;
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
