/** Keys and the account store, and the command that makes keys. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterAll, describe, expect, test} from 'vitest';
import {openAccountStore} from '../../../server/accounts/account_store.ts';
import {isWellFormed, makeKey} from '../../../server/accounts/api_key.ts';
import {cacheKeys} from '../../../server/accounts/key_cache.ts';
import {hashSecret} from '../../../server/accounts/secrets.ts';
import {TIERS} from '../../../server/accounts/tiers.ts';
import {runMakeKey} from '../../../server/admin/make_key.ts';
import {authenticate} from '../../../server/api/authenticate.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, {recursive: true}));
const NOW = new Date('2026-11-21T12:00:00Z');
const fresh = (name: string) => openAccountStore(join(folder, name, 'accounts.db'));

describe('form', () => {
  test('prefix, 32 random and 6 checksum characters', () => {
    // CRC-32 computed with another implementation: 375244650.
    expect(makeKey(() => 0)).toBe(`fpd_live_${'0'.repeat(32)}0POUH4`);
    expect(makeKey()).toMatch(/^fpd_live_[0-9A-Za-z]{38}$/);
    expect(makeKey()).not.toBe(makeKey());
  });
  test('any changed character invalidates it', () => {
    const key = makeKey();
    expect(isWellFormed(key)).toBe(true);
    for (let i = 0; i < key.length; i++) {
      const other = key[i] === 'a' ? 'b' : 'a';
      expect(isWellFormed(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
    }
    for (const bad of ['', 'x', `${key}0`, key.slice(0, -1), ` ${key}`, `${key}\n`])
      expect(isWellFormed(bad)).toBe(false);
  });
});

describe('store', () => {
  test('finds a key by its hash; only the hash and the first characters are stored', () => {
    const store = fresh('one');
    const key = makeKey();
    expect(store.issue('a@b.ca', 'pro', key, NOW)).toBe('pro');
    expect(store.find(key)).toMatchObject({
      id: 1,
      account: 'a@b.ca',
      tier: 'pro',
      key: {id: 1, prefix: key.slice(0, 13)},
    });
    expect(store.find(makeKey())).toBeNull();
    const db = new DatabaseSync(join(folder, 'one', 'accounts.db'));
    expect(db.prepare('SELECT * FROM keys').all()).toEqual([
      {
        id: 1,
        hash: hashSecret(key),
        shown: key.slice(0, 13),
        account: 1,
        created_at: NOW.toISOString(),
        revoked_at: null,
        last_used_at: null,
        name: '',
        limits: null,
        expires_at: null,
        tier: null,
        line: null,
      },
    ]);
    db.close();
    store.close();
  });
  test('a new key replaces the old one and keeps the tier', () => {
    const store = fresh('two');
    const [old, next] = [makeKey(), makeKey()];
    store.issue('a', 'enterprise', old, NOW);
    expect(store.issue('a', null, next, NOW)).toBe('enterprise');
    expect(store.find(old)).toBeNull();
    expect(store.find(next)?.tier).toBe('enterprise');
    expect(store.issue('b', null, makeKey(), NOW)).toBe('free');
    store.close();
  });
  test('a closed account has no valid key and gets none', () => {
    const store = fresh('three');
    const key = makeKey();
    store.issue('a', null, key, NOW);
    const db = new DatabaseSync(join(folder, 'three', 'accounts.db'));
    db.exec('UPDATE accounts SET closed = 1');
    expect(store.find(key)).toBeNull();
    expect(() => store.issue('a', null, makeKey(), NOW)).toThrow('account a is closed');
    db.close();
    store.close();
  });
  test('a file that is not a store is named, with the remedy', () => {
    const path = join(folder, 'damaged', 'accounts.db');
    mkdirSync(join(folder, 'damaged'));
    writeFileSync(path, 'not a database '.repeat(100));
    expect(() => openAccountStore(path)).toThrow(/damaged\/accounts\.db cannot be opened.*restore/s);
  });
  test('is unhealthy once closed', () => {
    const store = fresh('four');
    expect(store.healthy()).toBe(true);
    store.close();
    expect(store.healthy()).toBe(false);
  });
});

describe('make_key', () => {
  const run = (env: Record<string, string>) => runMakeKey({DATA_DIR: join(folder, 'made'), ...env}, NOW);
  test('prints the key alone; a running server knows it at once', () => {
    const store = openAccountStore(join(folder, 'made', 'accounts.db'));
    const {code, stdout, stderr} = run({NAME: 'me', TIER: 'Developer'});
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^fpd_live_\w{38}\n$/)]);
    expect(store.find(stdout.trim())).toMatchObject({account: 'me', tier: 'developer'});
    expect(stderr).not.toContain(stdout.trim());
    const again = run({NAME: 'me'});
    expect(store.find(stdout.trim())).toBeNull();
    expect(store.find(again.stdout.trim())?.tier).toBe('developer');
    expect(store.find(run({}).stdout.trim())?.account).toMatch(/^account-[0-9a-f]{8}$/);
    store.close();
  });
  test('refuses an unknown tier', () => {
    const {code, stdout, stderr} = run({TIER: 'gold'});
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('free, developer, pro, enterprise');
  });
  test('names the store when it cannot be used', () => {
    const {code, stderr} = runMakeKey({DATA_DIR: '/dev/null/x'}, NOW);
    expect(code).toBe(1);
    expect(stderr).toContain('/dev/null/x/accounts.db');
  });
});

const DEMO = {id: 1, account: 'a', tier: 'free', quotas: TIERS.free, key: null} as const;

/** A store of one key that counts its lookups. */
function counting(key: string) {
  const store = {
    known: new Map([[key, DEMO]]),
    looked: 0,
    find(hash: string) {
      store.looked++;
      return store.known.get(hash) ?? null;
    },
    healthy: () => true,
  };
  return store;
}

test('authentication reads the header alone, and does not query the store for a malformed key', () => {
  const valid = makeKey();
  const store = counting(valid);
  const authentication = {store: cacheKeys(store), proxies: 0, now: () => 0};
  const asked = (headers: Record<string, string>) => authenticate({headers}, authentication);
  expect(asked({'x-api-key': valid}).account).toBe('a');
  expect(() => asked({'x-api-key': makeKey()})).toThrow('Invalid API key.');
  expect(store.looked).toBe(2);
  for (const bad of ['', 'x', valid.toUpperCase()]) {
    expect(() => asked({'x-api-key': bad})).toThrow('Invalid API key.');
  }
  expect(() => asked({authorization: `Bearer ${valid}`})).toThrow('Missing API key.');
  expect(store.looked).toBe(2);
});

describe('cached keys', () => {
  test('are looked up once in 400 ms; a revocation takes effect then, a new key at once', () => {
    const [old, next] = [makeKey(), makeKey()];
    const store = counting(old);
    let now = 5000;
    const known = cacheKeys(
      store,
      () => 0,
      () => now,
    );
    for (let i = 0; i < 10; i++) expect(known.find(old)).toBe(DEMO);
    expect(store.looked).toBe(1);
    expect(known.find(next)).toBeNull();
    store.known = new Map([[next, DEMO]]);
    expect(known.find(next)).toBe(DEMO);
    now += 400;
    expect(known.find(old)).toBe(DEMO);
    now += 1;
    expect(known.find(old)).toBeNull();
    expect(known.find(next)).toBe(DEMO);
  });
  test('are at most ten thousand', () => {
    const keys = Array.from({length: 10_001}, () => makeKey());
    const store = counting('');
    store.known = new Map(keys.map((key) => [key, DEMO]));
    const known = cacheKeys(
      store,
      () => 0,
      () => 0,
    );
    for (const key of keys) known.find(key);
    known.find(keys[10_000]!);
    expect(store.looked).toBe(10_001);
    known.find(keys[0]!);
    expect(store.looked).toBe(10_002);
  });
});
