/** What the operator's commands have to do with mail. */
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {openDatabase} from '../../../server/accounts/database.ts';
import {accountTables} from '../../../server/accounts/tables.ts';
import {runAdmin} from '../../../server/admin/cli.ts';
import {ownStore, type Store} from '../../helpers/limited.ts';

const NOW = new Date('2026-11-21T12:00:30Z');

let store: Store;
beforeEach(() => {
  store = ownStore();
  store.accounts.add('a@example.org', 'free', NOW);
  store.accounts.add('tester without an address', 'free', NOW);
});
afterEach(() => store.close());

const admin = (...args: string[]) => runAdmin(args, {DATA_DIR: store.dataDir}, NOW);

function mailIn(file: string) {
  const database = openDatabase(file);
  try {
    return database.all<{kind: string; state: string; recipient: string; parts: string}>(
      'SELECT kind, state, recipient, parts FROM mail ORDER BY id',
    );
  } finally {
    database.close();
  }
}

const queued = () => mailIn(join(store.dataDir, 'accounts.db'));

test('a changed tier and a closed account are told, once, to addresses alone', async () => {
  await admin('account', 'tier', 'a@example.org', 'pro');
  await admin('account', 'tier', 'a@example.org', 'pro');
  await admin('account', 'tier', 'tester without an address', 'pro');
  await admin('account', 'close', 'a@example.org');
  expect(queued().map(({kind, recipient}) => [kind, recipient])).toEqual([
    ['tier', 'a@example.org'],
    ['closed', 'a@example.org'],
  ]);
  expect(JSON.parse(queued()[0]!.parts)).toEqual({tier: 'pro', before: 'free'});
});

test('mail show counts, and names faults but no address', async () => {
  await admin('account', 'tier', 'a@example.org', 'pro');
  const database = openDatabase(join(store.dataDir, 'accounts.db'));
  const {mail} = accountTables({database});
  const claimed = mail.claim('mail', 'test', NOW, 1000)!;
  mail.postpone(claimed.id, 'test', new Date('2026-11-21T12:01:00Z'), 'EENVELOPE RCPT TO 451');
  database.close();
  const {stdout} = await admin('mail', 'show');
  expect(stdout).toBe(
    [
      'state    messages  perhaps twice',
      'waiting         1              0',
      '',
      'message  kind  state    tries  due                   last fault',
      '      1  tier  waiting      1  2026-11-21T12:01:00Z  EENVELOPE RCPT TO 451',
      '',
    ].join('\n'),
  );
});

test('a backup has no message that waits: a restored store would send it again', async () => {
  await admin('account', 'tier', 'a@example.org', 'pro');
  const file = join(store.dataDir, 'backup.db');
  expect((await admin('backup', file)).code).toBe(0);
  expect(mailIn(file).map(({state, parts}) => [state, parts])).toEqual([['dropped', '{}']]);
  expect(queued().map(({state}) => state)).toEqual(['waiting']);
});
