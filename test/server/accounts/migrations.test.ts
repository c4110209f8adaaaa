/** The file of the account store: carried over from older programs, refused when a newer one wrote it. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterAll, expect, test} from 'vitest';
import {openAccountStore} from '../../../server/accounts/account_store.ts';
import {accountsTable, normalizeName} from '../../../server/accounts/accounts.ts';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {keysTable} from '../../../server/accounts/keys.ts';
import {MIGRATIONS} from '../../../server/accounts/migrations.ts';
import {hashSecret} from '../../../server/accounts/secrets.ts';
import {TIERS} from '../../../server/accounts/tiers.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(folder, {recursive: true}));
const NOW = new Date('2026-11-21T12:00:00Z');

test('an unversioned file keeps its accounts and keys', () => {
  const path = join(folder, 'old.db');
  const key = makeKey();
  const old = new DatabaseSync(path);
  old.exec(MIGRATIONS[0]!);
  old.exec(
    `INSERT INTO accounts (name, tier, created_at) VALUES ('a@b.ca', 'pro', '2026-01-01T00:00:00.000Z')`,
  );
  old
    .prepare('INSERT INTO keys VALUES (?, ?, 1, ?, NULL)')
    .run(hashSecret(key), key.slice(0, 13), NOW.toISOString());
  old.close();
  const store = openAccountStore(path);
  expect(store.find(key)).toEqual({
    id: 1,
    account: 'a@b.ca',
    tier: 'pro',
    quotas: TIERS.pro,
    key: {id: 1, prefix: key.slice(0, 13), line: 1, quotas: null, limits: null, expiresAt: null},
  });
  store.close();
  const again = openDatabase(path);
  expect(again.sql.prepare('PRAGMA user_version').get()).toEqual({user_version: MIGRATIONS.length});
  again.close();
});

test('two keys of a slot each become numbered ones, which the log still follows', () => {
  const path = join(folder, 'slots.db');
  const old = new DatabaseSync(path);
  for (const migration of MIGRATIONS.slice(0, 14)) old.exec(migration);
  old.exec(`PRAGMA user_version = 14;
    INSERT INTO accounts (name, tier, created_at) VALUES ('a@b.ca', 'pro', '2026-01-01T00:00:00.000Z')`);
  const add = old.prepare(
    'INSERT INTO keys (hash, shown, account, created_at, slot, name, revoked_at) VALUES (?, ?, 1, ?, ?, ?, ?)',
  );
  const secrets = [makeKey(), makeKey(), makeKey()];
  const at = (day: number) => `2026-02-0${day}T00:00:00.000Z`;
  for (const [i, [slot, revoked]] of (
    [
      [2, null],
      [1, at(3)],
      [1, null],
    ] as const
  ).entries())
    add.run(hashSecret(secrets[i]!), secrets[i]!.slice(0, 13), at(i + 1), slot, `key ${i}`, revoked);
  old.close();
  const store = openAccountStore(path);
  expect(secrets.map((key) => store.find(key)?.key?.id ?? null)).toEqual([1, null, 3]);
  const keys = keysTable(store.database);
  expect(keys.active(1).map(({name}) => name)).toEqual(['key 0', 'key 2']);
  keys.revoke(1, NOW, 1);
  const events = store.database.all<{event: string}>('SELECT event FROM audit ORDER BY id');
  expect(events.map(({event}) => event)).toEqual(['key_made', 'key_made', 'key_made', 'key_revoked']);
  store.close();
});

test('a file of a newer program is refused and left unchanged', () => {
  const path = join(folder, 'new.db');
  openDatabase(path).close();
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  db.close();
  expect(() => openDatabase(path)).toThrow(
    /version \d+ and this program knows up to \d+: use the newer program/,
  );
  const after = new DatabaseSync(path);
  expect(after.prepare('PRAGMA user_version').get()).toEqual({user_version: MIGRATIONS.length + 1});
  after.close();
});

test('own quotas apply on the enterprise tier only and are kept on others', () => {
  const database = openDatabase(join(folder, 'quotas.db'));
  const accounts = accountsTable(database);
  const {id} = accounts.add(normalizeName(' A@B.ca '), 'enterprise', NOW);
  expect(accounts.byName('a@b.ca')?.quotas).toEqual({month: null, day: null, minute: null});
  accounts.setQuotas(id, {month: 7, day: null, minute: 2});
  expect(accounts.principal(id)?.quotas).toEqual({month: 7, day: null, minute: 2});
  accounts.setTier(id, 'free');
  expect(accounts.principal(id)?.quotas).toMatchObject({month: 100, day: 25, minute: 5});
  accounts.setTier(id, 'enterprise');
  expect(accounts.byId(id)?.quotas).toEqual({month: 7, day: null, minute: 2});
  database.close();
});

test('every write that changes access notifies', () => {
  let notified = 0;
  const database = openDatabase(join(folder, 'told.db'), () => notified++);
  const [accounts, keys] = [accountsTable(database), keysTable(database)];
  const {id} = accounts.add('a', 'free', NOW);
  const steps = [
    () => keys.replace(id, makeKey(), NOW),
    () => accounts.setTier(id, 'pro'),
    () => accounts.setQuotas(id, {month: 1, day: 1, minute: 1}),
    () => keys.revoke(id, NOW),
    () => accounts.close(id, NOW),
  ];
  for (const [i, step] of steps.entries()) {
    step();
    expect(notified).toBe(i + 1);
  }
  expect(accounts.principal(id)).toBeNull();
  database.close();
});
