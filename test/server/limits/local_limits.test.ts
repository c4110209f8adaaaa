/** The counters of accounts in memory: windows, admission, what is given back, what is written. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, describe, expect, test} from 'vitest';
import {accountsTable} from '../../../server/accounts/accounts.ts';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {type Database, openDatabase} from '../../../server/accounts/database.ts';
import {keysTable} from '../../../server/accounts/keys.ts';
import type {Principal} from '../../../server/accounts/principal.ts';
import {prune} from '../../../server/accounts/prune.ts';
import {type Quotas, TIERS} from '../../../server/accounts/tiers.ts';
import {usageTable} from '../../../server/accounts/usage.ts';
import {
  allocateCounters,
  type CounterMemory,
  generation,
  lock,
  viewCounters,
} from '../../../server/limits/counter_memory.ts';
import {createFlusher} from '../../../server/limits/flusher.ts';
import {localLimits} from '../../../server/limits/local_limits.ts';
import {rateHeadersOf} from '../../../server/limits/rate_headers.ts';
import {storedWindows} from '../../../server/limits/stored_windows.ts';

const folder = mkdtempSync(join(tmpdir(), 'counters-'));
afterAll(() => rmSync(folder, {recursive: true}));

const NOW = Date.parse('2026-11-21T12:00:30Z');
const NONE: Quotas = {month: null, day: null, minute: null};
const silent = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};

let files = 0;
let path: string;
let database: Database;
let memory: CounterMemory;
let limits: ReturnType<typeof localLimits>;
let principal: Principal;

/** Memory of a process that begins over the file. */
function begin(): void {
  memory = viewCounters(allocateCounters(1));
  limits = localLimits(memory, storedWindows(database));
}

beforeEach(() => {
  path = join(folder, `${files++}.db`);
  database = openDatabase(path);
  const {id} = accountsTable(database).add('a@b.ca', 'enterprise', new Date(NOW));
  const key = makeKey();
  keysTable(database).replace(id, key, new Date(NOW - 5000));
  principal = {...keysTable(database).find(key)!, quotas: {...NONE, minute: 3, day: 5, month: 7}};
  begin();
  return () => database.close();
});

const used = (now: number) => {
  const {minute, day, month} = limits.peek(principal, now);
  return [minute.used, day.used, month.used];
};
const admit = (now: number) => limits.admit(principal, now).exhausted;
const rate = (name: string, now: number) =>
  limits.admit(principal, now).headers.headers[`X-RateLimit-${name}`];
const flush = () => createFlusher(database, memory, silent).flush();

describe('admission', () => {
  test('counts in all three windows, or in none when one of them is full', () => {
    expect([1, 2, 3, 4].map(() => admit(NOW))).toEqual([null, null, null, 'minute']);
    expect(used(NOW)).toEqual([3, 3, 3]);
    const later = NOW + 60_000;
    expect([1, 2, 3].map(() => admit(later))).toEqual([null, null, 'day']);
    const tomorrow = Date.parse('2026-11-22T00:00:00Z');
    expect([1, 2, 3].map(() => admit(tomorrow))).toEqual([null, null, 'month']);
    expect(used(tomorrow)).toEqual([2, 2, 7]);
    expect(admit(Date.parse('2026-12-01T00:00:00Z'))).toBeNull();
  });
  test('of several full windows the one that ends last refuses, with the seconds until its end', () => {
    principal = {...principal, quotas: {minute: 1, day: 1, month: 1}};
    expect(admit(NOW)).toBeNull();
    const {exhausted: refused, headers} = limits.admit(principal, NOW);
    const end = Date.parse('2026-12-01T00:00:00Z') / 1000;
    expect(refused).toBe('month');
    expect(headers.headers).toEqual({
      'X-RateLimit-Limit': '1',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(end),
      'Retry-After': String(end - NOW / 1000),
    });
  });
  test('Retry-After is whole seconds, rounded up, and at least one', () => {
    principal = {...principal, quotas: {...NONE, minute: 0}};
    const wait = (at: string) => limits.admit(principal, Date.parse(at)).headers.headers['Retry-After'];
    expect(wait('2026-11-21T12:00:00.000Z')).toBe('60');
    expect(wait('2026-11-21T12:00:59.001Z')).toBe('1');
    expect(wait('2026-11-21T12:00:58.999Z')).toBe('2');
  });
  test('the headers describe the window with the fewest requests left; of equal ones the one that ends last', () => {
    expect(rate('Limit', NOW)).toBe('3');
    principal = {...principal, quotas: {minute: 3, day: 3, month: 9}};
    expect(rate('Limit', NOW)).toBe('3');
    expect(rate('Reset', NOW + 60_000)).toBe(String(Date.parse('2026-11-22T00:00:00Z') / 1000));
    expect(rateHeadersOf(limits.peek(principal, NOW + 60_000)).headers['X-RateLimit-Remaining']).toBe('0');
  });
  test('an account without limits is counted and gets the end of the month as reset', () => {
    principal = {...principal, quotas: NONE};
    const first = limits.admit(principal, NOW).headers;
    expect(first.headers).toEqual({
      'X-RateLimit-Limit': '2147483647',
      'X-RateLimit-Remaining': '2147483647',
      'X-RateLimit-Reset': String(Date.parse('2026-12-01T00:00:00Z') / 1000),
    });
    expect(limits.admit(principal, NOW + 1).headers).toBe(first);
    expect(used(NOW)).toEqual([2, 2, 2]);
  });
  test('a quota below the usage refuses, with nothing remaining', () => {
    for (const _ of [1, 2, 3]) admit(NOW);
    principal = {...principal, quotas: {...NONE, month: 2}};
    expect(admit(NOW)).toBe('month');
    expect(rateHeadersOf(limits.peek(principal, NOW)).headers['X-RateLimit-Remaining']).toBe('0');
  });
});

describe('a key on a lower tier', () => {
  /** Makes a new key of the tier, and its principal; quotas of the account are as before. */
  function lower(): Principal {
    const key = makeKey();
    keysTable(database).add(
      principal.id,
      key,
      {name: '', tier: 'free', limits: null, expiresAt: null},
      9,
      new Date(NOW),
    );
    return {...keysTable(database).find(key)!, quotas: principal.quotas};
  }
  const of = (one: Principal, now: number) => limits.admit(one, now).exhausted;

  test('is refused by its own quotas and by those of the account, and counts for both or none', () => {
    principal = {...principal, quotas: {...NONE, minute: 8}};
    const key = lower();
    expect([key.tier, key.key!.quotas]).toEqual(['free', TIERS.free]);
    expect([1, 2, 3, 4, 5, 6].map(() => of(key, NOW))).toEqual([...Array(5).fill(null), 'minute']);
    expect(used(NOW)).toEqual([5, 5, 5]);
    expect(limits.peek(key, NOW).minute).toMatchObject({limit: 5, used: 5});
    expect([1, 2, 3, 4].map(() => admit(NOW))).toEqual([null, null, null, 'minute']);
    // Another key has its own five, of which the account has none left.
    const other = lower();
    expect(of(other, NOW)).toBe('minute');
    expect(limits.peek(other, NOW + 60_000).day).toMatchObject({limit: 25, used: 0});
    const admission = limits.admit(other, NOW + 60_000);
    expect(admission.headers.headers['X-RateLimit-Limit']).toBe('5');
    limits.refund(admission);
    expect(limits.peek(other, NOW + 60_000).minute.used).toBe(0);
    expect(used(NOW + 60_000)).toEqual([0, 8, 8]);
  });
  test('keeps its counts over a restart and a replacement', () => {
    principal = {...principal, quotas: NONE};
    const key = lower();
    of(key, NOW);
    of(key, NOW);
    flush();
    begin();
    expect(limits.peek(key, NOW).day.used).toBe(2);
    const next = makeKey();
    keysTable(database).refresh(principal.id, key.key!.id, next, new Date(NOW));
    const after = keysTable(database).find(next)!;
    expect([after.tier, limits.peek(after, NOW).day.used]).toEqual(['free', 2]);
  });
  test('has the tier of its account where that is no higher', () => {
    const key = makeKey();
    const said = {name: '', tier: 'developer', limits: null, expiresAt: null} as const;
    keysTable(database).add(principal.id, key, said, 9, new Date(NOW));
    accountsTable(database).setTier(principal.id, 'free');
    expect(keysTable(database).find(key)).toMatchObject({tier: 'free', key: {quotas: null}});
  });
});

describe('the calendar', () => {
  test.each([
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2028-02-28T23:59:59.999Z', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['2028-02-29T12:00:00.000Z', '2028-03-01T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['2027-02-28T23:00:00.000Z', '2027-03-01T00:00:00Z', '2027-03-01T00:00:00Z'],
    ['2100-02-28T23:00:00.000Z', '2100-03-01T00:00:00Z', '2100-03-01T00:00:00Z'],
  ])('at %s the day ends at %s and the month at %s', (now, day, month) => {
    const windows = limits.peek(principal, Date.parse(now));
    expect(windows.day.reset).toBe(Date.parse(day) / 1000);
    expect(windows.month.reset).toBe(Date.parse(month) / 1000);
  });
  test('a clock that steps back over the end of a window admits no request twice', () => {
    const next = Date.parse('2026-12-01T00:00:00.100Z');
    for (const _ of [1, 2, 3]) expect(admit(next)).toBeNull();
    expect(admit(next - 200)).toBe('minute');
    expect(used(next)).toEqual([3, 3, 3]);
  });
  test('a clock that was set back by days starts new windows', () => {
    const ahead = Date.parse('2031-01-01T00:00:00Z');
    for (const _ of [1, 2, 3]) admit(ahead);
    expect(used(NOW)).toEqual([0, 0, 0]);
    expect(admit(NOW)).toBeNull();
  });
});

describe('a clock that jumps away and back', () => {
  const TIMES = [
    '2026-12-15T00:00:00Z',
    '2026-11-22T08:00:00Z',
    '1970-01-01T00:00:00Z',
    '2031-01-01T00:00:00Z',
  ];
  test.each(TIMES)('to %s: nothing that was used is forgotten, there or here', (away) => {
    const there = Date.parse(away);
    for (const _ of [1, 2, 3]) expect(admit(NOW)).toBeNull();
    expect(admit(there)).toBeNull();
    expect(used(NOW)).toEqual([3, 3, 3 + (away.startsWith('2026-11') ? 1 : 0)]);
    expect(admit(NOW)).toBe('minute');
    expect(used(there)[1]).toBe(1);
  });
  test('to several months and days, with writes and a restart in between', () => {
    for (const _ of [1, 2, 3]) admit(NOW);
    flush();
    for (const away of TIMES.filter((one) => !one.startsWith('2026-11'))) {
      expect(admit(Date.parse(away))).toBeNull();
      flush();
    }
    expect(used(NOW)).toEqual([3, 3, 3]);
    begin();
    expect(used(NOW)).toEqual([3, 3, 3]);
    expect(admit(NOW + 60_000)).toBeNull();
    flush();
    begin();
    expect(used(NOW + 60_000)).toEqual([1, 4, 4]);
    expect(TIMES.slice(2).map((away) => used(Date.parse(away))[2])).toEqual([1, 1]);
  });
  test('what was counted before the jump and not yet written is written after it', () => {
    admit(NOW);
    flush();
    admit(NOW);
    admit(Date.parse('2026-12-15T00:00:00Z'));
    flush();
    begin();
    expect(used(NOW)).toEqual([2, 2, 2]);
  });
  test('the store keeps the windows that came last, four of a kind', () => {
    for (let day = 0; day < 9; day++) {
      admit(NOW + day * 86_400_000);
      flush();
    }
    const kept = database.sql
      .prepare('SELECT kind, count(*) AS n FROM windows GROUP BY kind ORDER BY kind')
      .all();
    expect(kept.map(({kind, n}) => [kind, n])).toEqual([
      ['day', 4],
      ['minute', 4],
      ['month', 1],
    ]);
  });
});

describe('a refund', () => {
  test('is no longer counted', () => {
    const admission = limits.admit(principal, NOW);
    limits.refund(admission);
    expect(used(NOW)).toEqual([0, 0, 0]);
  });
  test('does not touch windows that began later', () => {
    const admission = limits.admit(principal, NOW);
    const later = NOW + 60_000;
    admit(later);
    limits.refund(admission);
    expect(used(later)).toEqual([1, 1, 1]);
  });
});

describe('the store', () => {
  test('a new process continues from the stored counts', () => {
    admit(NOW);
    admit(NOW);
    flush();
    admit(NOW);
    begin();
    expect(used(NOW)).toEqual([2, 2, 2]);
    expect([admit(NOW), admit(NOW)]).toEqual([null, 'minute']);
    flush();
    begin();
    expect(used(NOW)).toEqual([3, 3, 3]);
    expect(used(NOW + 60_000)).toEqual([0, 3, 3]);
  });
  test('a refund after a flush is subtracted from the store too', () => {
    const admission = limits.admit(principal, NOW);
    admit(NOW);
    flush();
    limits.refund(admission);
    flush();
    begin();
    expect(used(NOW)).toEqual([1, 1, 1]);
  });
  test('usage is recorded by group and day of admission', () => {
    const usage = usageTable(database);
    limits.record(limits.admit(principal, NOW), 'procurement');
    limits.record(limits.admit(principal, NOW), 'procurement');
    const late = limits.admit(principal, NOW);
    principal = {...principal, quotas: NONE};
    limits.record(limits.admit(principal, Date.parse('2026-11-22T00:00:00Z')), 'tools');
    limits.record(late, 'other');
    flush();
    flush();
    expect(usage.since(principal.id, '2026-11-01')).toEqual([
      {day: '2026-11-21', group: 'other', requests: 1},
      {day: '2026-11-21', group: 'procurement', requests: 2},
      {day: '2026-11-22', group: 'tools', requests: 1},
    ]);
    const ofKey = () =>
      usage.ofKeysSince(principal.id, '2026-11-01').map(({day, requests}) => [day, requests]);
    expect(ofKey()).toEqual([
      ['2026-11-21', 3],
      ['2026-11-22', 1],
    ]);
    prune(database, new Date(Date.parse('2026-11-21T00:00:00Z') + 400 * 86_400_000));
    expect(usage.since(principal.id, '2026-11-01').map(({day}) => day)).toEqual(['2026-11-22']);
    expect(ofKey()).toEqual([['2026-11-22', 1]]);
  });
  test('the last use of a key is recorded, not that of a tool client', () => {
    limits.record(limits.admit(principal, NOW), 'search');
    flush();
    expect(keysTable(database).active(principal.id)[0]?.last_used_at).toBe(new Date(NOW).toISOString());
    limits.record(limits.admit({...principal, key: null}, NOW + 60_000), 'tools');
    flush();
    expect(keysTable(database).active(principal.id)[0]?.last_used_at).toBe(new Date(NOW).toISOString());
  });
  test('a failed flush is repeated by the next one, and the failure is logged once', () => {
    const logged: string[] = [];
    const {flush: tryAgain} = createFlusher(database, memory, {
      ...silent,
      error: (_, text) => logged.push(text),
    });
    limits.record(limits.admit(principal, NOW), 'search');
    database.sql.exec('PRAGMA query_only = ON');
    tryAgain();
    tryAgain();
    expect(logged).toHaveLength(1);
    database.sql.exec('PRAGMA query_only = OFF');
    tryAgain();
    begin();
    expect(used(NOW)).toEqual([1, 1, 1]);
    expect(usageTable(database).since(principal.id, '2026-11-01')).toHaveLength(1);
  });
  test('a change by another process increments the generation, an own write does not', () => {
    const {checkForChanges: watch, flush: write} = createFlusher(database, memory, silent);
    const before = generation(memory);
    admit(NOW);
    write();
    watch();
    expect(generation(memory)).toBe(before);
    const other = openDatabase(path);
    accountsTable(other).setTier(principal.id, 'free');
    watch();
    expect(generation(memory)).toBe(before + 1);
    other.close();
  });
});

test('a lock whose holder died is taken over', () => {
  lock(memory, principal.id);
  expect(admit(NOW)).toBeNull();
  expect(used(NOW)).toEqual([1, 1, 1]);
});

test('an account beyond the capacity of memory is an error that names the remedy', () => {
  expect(() => limits.admit({...principal, id: 10_000_000}, NOW)).toThrow('restart');
});
