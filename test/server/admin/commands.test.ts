/**
 * The operator's commands over a store of their own: what they say, change and refuse, and their exit codes.
 */
import {existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, describe, expect, test} from 'vitest';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {passkeysTable} from '../../../server/accounts/passkeys.ts';
import {passwordHashing, passwordsTable} from '../../../server/accounts/passwords.ts';
import {sessionsTable} from '../../../server/accounts/sessions.ts';
import {clientsTable, grantsTable} from '../../../server/accounts/tool_clients.ts';
import {windowsTable} from '../../../server/accounts/windows.ts';
import {runAdmin} from '../../../server/admin/cli.ts';
import {COMMANDS, syntaxOf, USAGE_TEXT} from '../../../server/admin/commands.ts';
import {windowNumbersAt} from '../../../server/limits/calendar.ts';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {ROOT, run} from '../../helpers/stack.ts';

const NOW = new Date('2026-11-21T12:00:30Z');
const LATER = '2027-01-01T00:00:00.000Z';

let store: Store;
const made: Store[] = [];
beforeEach(() => {
  store = ownStore();
  made.push(store);
});
afterAll(() => {
  for (const one of made) one.close();
});

const admin = (...args: string[]) => runAdmin(args, {DATA_DIR: store.dataDir}, NOW);
const database = () => openDatabase(join(store.dataDir, 'accounts.db'));

/** Runs `work` on a separate connection, for tables that `ownStore` does not have. */
function within<T>(work: (db: ReturnType<typeof database>) => T): T {
  const opened = database();
  try {
    return work(opened);
  } finally {
    opened.close();
  }
}

/** An account with a key, a sign-in and a tool client. */
function busy(name: string): {id: number; key: string} {
  const {id} = store.accounts.add(name, 'pro', NOW);
  const key = makeKey();
  store.keys.replace(id, key, NOW);
  within((db) => {
    sessionsTable(db).add(`session of ${name}`, {account: id, expires_at: LATER}, NOW);
    clientsTable(db).add({id: `client of ${name}`, name: 'x', redirect_uris: []}, NOW);
    const grants = grantsTable(db);
    const grant = grants.add({account: id, client: `client of ${name}`, scope: 's', resource: 'r'}, NOW);
    grants.addToken(`token of ${name}`, {grant, kind: 'refresh', expires_at: LATER}, NOW);
  });
  return {id, key};
}

/** Arguments, and what is said of them. */
const WRONG: [string[], string][] = [
  [[], 'no command'],
  [['account'], 'unknown command: account'],
  [['account', 'delete', 'a@b.org'], 'unknown command: account delete a@b.org'],
  [['backup'], 'wrong number of arguments: backup <file>'],
  [['restore', ' '], 'the file must have a name'],
  [['key', 'show', 'a@b.org'], 'unknown command: key show a@b.org'],
  [['account', 'list', 'a@b.org'], 'wrong number of arguments: account list'],
  [['account', 'show'], 'wrong number of arguments: account show <e-mail>'],
  [['account', 'show', 'a@b.org', 'c@d.org'], 'wrong number of arguments: account show <e-mail>'],
  [['account', 'tier', 'a@b.org'], 'wrong number of arguments: account tier'],
  [
    ['account', 'tier', 'a@b.org', 'gold'],
    'the tier must be one of: free, developer, pro, enterprise; got "gold"',
  ],
  [['account', 'tier', 'a@b.org', 'constructor'], 'got "constructor"'],
  [['account', 'quota', 'a@b.org'], 'give one at least of --month, --day, --minute'],
  [['account', 'quota', 'a@b.org', '--month'], "'--month <value>' argument missing"],
  [['account', 'quota', 'a@b.org', '--year', '1'], "Unknown option '--year'"],
  [['account', 'quota', 'a@b.org', '--month', '1', '--month', '2'], '--month is given more than once'],
  [['account', 'tier', 'a@b.org', 'free', '--day', '1'], 'account tier takes no --day'],
  ...['', '-1', '1.5', '1e3', '0x10', 'none', ' 5', '9007199254740993', 'NaN'].map(
    (quota): [string[], string] => [['account', 'quota', 'a@b.org', `--day=${quota}`], `got "${quota}"`],
  ),
];

describe('wrong usage', () => {
  test.each(WRONG)('%j exits with 2', async (args, why) => {
    const {id} = store.accounts.add('a@b.org', 'enterprise', NOW);
    const {code, stdout, stderr} = await admin(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
    expect(stderr).toContain('\nUsage:\n  fpd-admin ');
    expect(store.accounts.byId(id)).toMatchObject({
      tier: 'enterprise',
      quotas: {month: null, day: null, minute: null},
    });
  });

  test.each([
    [['alerts', 'delete', 'a@b.org'], ['alerts delete']],
    [
      ['alerts', 'nothing'],
      ['alerts list', 'alerts add', 'alerts pause', 'alerts delete'],
    ],
    [['backup'], ['backup']],
    [['nothing'], COMMANDS.map(({words}) => words)],
  ])('%j shows the commands that it may mean', async (args, words) => {
    const {stderr} = await admin(...args);
    expect([...stderr.matchAll(/^ {2}fpd-admin ((?:[a-z-]+ ?)+)/gm)].map(([, one]) => one!.trim())).toEqual(
      words,
    );
  });

  test('is reported before the store is opened', async () => {
    const {code} = await runAdmin(['account', 'tier', 'a@b.org', 'gold'], {DATA_DIR: '/nowhere'}, NOW);
    expect(code).toBe(2);
  });
});

describe('refusals', () => {
  beforeEach(() => {
    store.accounts.add('free@b.org', 'free', NOW);
    const {id} = store.accounts.add('closed@b.org', 'enterprise', NOW);
    store.accounts.close(id, NOW);
  });
  test.each([
    ['account show x@b.org', 'there is no account x@b.org'],
    ['account tier x@b.org pro', 'there is no account x@b.org'],
    ['account quota x@b.org --day 1', 'there is no account x@b.org'],
    ['account reset-password x@b.org', 'there is no account x@b.org'],
    ['account close x@b.org', 'there is no account x@b.org'],
    ['key revoke x@b.org', 'there is no account x@b.org'],
    ['key revoke free@b.org', 'account free@b.org has no key'],
    ['key revoke closed@b.org', 'account closed@b.org has no key'],
    [
      'account quota free@b.org --day 1',
      'account free@b.org is on the tier free: only enterprise has quotas',
    ],
    ['account close closed@b.org', 'account closed@b.org is closed'],
    ['account tier closed@b.org pro', 'account closed@b.org is closed'],
    ['account operator closed@b.org on', 'account closed@b.org is closed'],
    ['account quota closed@b.org --day 1', 'account closed@b.org is closed'],
    ['account reset-password closed@b.org', 'account closed@b.org is closed'],
  ])('%s ends with 1', async (line, why) => {
    const before = store.accounts.all();
    const {code, stdout, stderr} = await admin(...line.split(' '));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`fpd-admin: ${stderr.slice(11)}`);
    expect(stderr).toContain(why);
    expect(store.accounts.all()).toEqual(before);
  });

  const needStore = COMMANDS.map(syntaxOf).filter((form) => form !== 'restore <file>');
  test.each(needStore)('%s creates no store', async (form) => {
    const dataDir = join(store.dataDir, 'elsewhere');
    const words = form
      .replace('<e-mail>', 'a@b.org')
      .replace('<e-mail of the member>', 'c@b.org')
      .replace('owner|manager|reader', 'reader')
      .replace('<file>', join(dataDir, 'copy.db'))
      .replace(/free\|.*/, 'pro')
      .replace('<list>', '/permits')
      .replace(/mail\|.*/, 'mail day')
      .replace('<number>', '1')
      .replace('on|off', 'on')
      .replace(/\[.*/, '--day 1');
    const {code, stderr} = await runAdmin(words.split(' '), {DATA_DIR: dataDir}, NOW);
    expect([code, stderr]).toEqual([
      1,
      `fpd-admin: there is no account store ${join(dataDir, 'accounts.db')}: set DATA_DIR\n`,
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });
});

test.each([['--help'], ['-h'], ['account', 'quota', '--help'], ['nothing', '-h']])(
  '%s shows the usage',
  async (...args) => {
    expect(await admin(...args)).toEqual({code: 0, stdout: USAGE_TEXT, stderr: ''});
  },
);

test('an e-mail is found in any spelling, an operator-chosen name only as written', async () => {
  store.accounts.add('a@b.org', 'free', NOW);
  store.accounts.add('Bench', 'free', NOW);
  expect(await admin('account', 'tier', ' A@B.org ', 'PRO')).toMatchObject({code: 0});
  expect(await admin('account', 'tier', 'Bench', 'pro')).toMatchObject({code: 0});
  expect(store.accounts.all().map(({tier}) => tier)).toEqual(['pro', 'pro']);
});

test('account list prints a line for each account in the order of names', async () => {
  const {key} = busy('m@b.org');
  const {id} = store.accounts.add('z@b.org', 'free', NOW);
  store.accounts.close(id, NOW);
  store.accounts.add('a@b.org', 'enterprise', NOW);
  store.keys.touch(1, new Date('2026-11-21T12:00:31.999Z'));
  const [, , month] = windowNumbersAt(NOW.getTime());
  within((db) => {
    windowsTable(db).add(1, 'month', {number: month, used: 1234});
    windowsTable(db).add(id, 'month', {number: month - 1, used: 99});
  });
  const {code, stdout, stderr} = await admin('account', 'list');
  expect([code, stderr]).toEqual([0, '']);
  const shown = key.slice(0, 13);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['e-mail', 'tier', 'key', 'last used', 'requests this month', 'created', 'state'],
    ['a@b.org', 'enterprise', '-', '-', '0', '2026-11-21T12:00:30Z', 'open'],
    ['m@b.org', 'pro', shown, '2026-11-21T12:00:31Z', '1234', '2026-11-21T12:00:30Z', 'open'],
    ['z@b.org', 'free', '-', '-', '0', '2026-11-21T12:00:30Z', 'closed'],
    [''],
  ]);
  expect((await admin('account', 'list')).stdout).toBe(stdout);
});

test('account show prints quotas, windows, key, sessions, tool clients and the last 7 days', async () => {
  const {id, key} = busy('m@b.org');
  const [minute, day, month] = windowNumbersAt(NOW.getTime());
  within((db) => {
    const windows = windowsTable(db);
    windows.add(id, 'minute', {number: minute - 1, used: 3});
    windows.add(id, 'day', {number: day, used: 42});
    windows.add(id, 'month', {number: month, used: 1234});
  });
  store.usage.add(id, {day: '2026-11-14', group: 'search', requests: 9});
  store.usage.add(id, {day: '2026-11-15', group: 'search', requests: 5});
  store.usage.add(id, {day: '2026-11-21', group: 'tools', requests: 2});
  store.usage.add(id, {day: '2026-11-21', group: 'grants', requests: 40});
  store.usage.addOfKey(1, '2026-11-21', 40);
  const {code, stdout, stderr} = await admin('account', 'show', 'm@b.org');
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(lines).toEqual([
    ['e-mail', 'm@b.org'],
    ['tier', 'pro'],
    ['state', 'open'],
    ['created', '2026-11-21T12:00:30Z'],
    ['password', '-'],
    ['key', `${key.slice(0, 13)}, created 2026-11-21T12:00:30Z, last used -`],
    ['members', '-'],
    ['sessions', '1'],
    ['tool clients', '1'],
    [''],
    ['window', 'used', 'limit', 'ends'],
    ['minute', '0', '120', '2026-11-21T12:01:00Z'],
    ['day', '42', '10000', '2026-11-22T00:00:00Z'],
    ['month', '1234', '100000', '2026-12-01T00:00:00Z'],
    [''],
    ['day', 'requests', 'of them', 'by key'],
    ['2026-11-15', '5', 'search 5', '-'],
    ...['16', '17', '18', '19', '20'].map((date) => [`2026-11-${date}`, '0', '-', '-']),
    ['2026-11-21', '42', 'grants 40, tools 2', `${key.slice(0, 13)} 40`],
    [''],
  ]);
  expect(stdout).not.toContain(key.slice(13));
});

test('members are listed, added, given another role and removed', async () => {
  for (const name of ['a@b.org', 'c@b.org']) store.accounts.add(name, 'free', NOW);
  expect(await admin('member', 'add', 'a@b.org', 'C@b.org', 'reader')).toMatchObject({
    code: 0,
    stdout: 'a@b.org: c@b.org is reader\n',
  });
  await admin('member', 'add', 'a@b.org', 'c@b.org', 'manager');
  const {stdout} = await admin('member', 'list', 'a@b.org');
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['member', 'role', 'invited', 'accepted'],
    ['a@b.org', 'owner, by its address', '-', '-'],
    ['c@b.org', 'manager', '2026-11-21T12:00:30Z', '2026-11-21T12:00:30Z'],
    [''],
  ]);
  expect((await admin('account', 'show', 'a@b.org')).stdout).toMatch(/^members +c@b\.org \(manager\)$/m);
  for (const [words, why] of [
    ['member add a@b.org x@b.org reader', 'there is no account x@b.org'],
    ['member add a@b.org a@b.org reader', 'account a@b.org is owned by its address'],
    ['member remove a@b.org a@b.org', 'account a@b.org has no member a@b.org'],
  ] as const) {
    const {code, stderr} = await admin(...words.split(' '));
    expect([code, stderr]).toEqual([1, `fpd-admin: ${why}\n`]);
  }
  expect((await admin('member', 'add', 'a@b.org', 'c@b.org', 'king')).code).toBe(2);
  expect((await admin('member', 'remove', 'a@b.org', 'c@b.org')).code).toBe(0);
  expect((await admin('account', 'show', 'a@b.org')).stdout).toMatch(/^members +-$/m);
});

test('account tier changes the tier; own quotas apply again on enterprise', async () => {
  const {id} = store.accounts.add('a@b.org', 'free', NOW);
  expect((await admin('account', 'tier', 'a@b.org', 'enterprise')).stdout).toBe(
    'a@b.org: tier enterprise, requests a minute unlimited, day unlimited, month unlimited\n',
  );
  expect((await admin('account', 'quota', 'a@b.org', '--month', '7', '--minute=0')).stdout).toBe(
    'a@b.org: requests a minute 0, day unlimited, month 7\n',
  );
  expect((await admin('account', 'quota', 'a@b.org', '--minute', 'unlimited', '--day', '9')).code).toBe(0);
  const quotas = {month: 7, day: 9, minute: null};
  expect(store.accounts.byId(id)).toMatchObject({tier: 'enterprise', quotas});
  expect((await admin('account', 'tier', 'a@b.org', 'developer')).stdout).toContain('day 1000, month 10000');
  expect((await admin('account', 'tier', 'a@b.org', 'enterprise')).code).toBe(0);
  expect(store.accounts.byId(id)?.quotas).toEqual(quotas);
});

test('account reset-password prints a password that signs in once, alone, and ends all sessions and passkeys', async () => {
  const {id} = busy('a@b.org');
  const passkey = {id: 'before', account: id, name: '', public_key: 'AA', counter: 0, transports: ''};
  within((db) => passkeysTable(db).add(passkey, NOW));
  const {code, stdout, stderr} = await admin('account', 'reset-password', 'a@b.org');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}\n$/);
  const password = stdout.trim();
  expect(stderr).not.toContain(password);
  expect((await admin('account', 'show', 'a@b.org')).stdout).toContain('one-time, not used yet');
  const hash = within((db) => passwordsTable(db).hashForSignIn(id));
  expect(await passwordHashing().verify(password, hash)).toBe(true);
  within((db) => {
    expect(sessionsTable(db).count(id, NOW)).toBe(0);
    expect(passkeysTable(db).ofAccount(id)).toEqual([]);
    expect(passwordsTable(db).recordSignIn(id, hash!)).toBe(true);
    expect(passwordsTable(db).hashForSignIn(id)).toBeNull();
  });
  expect(store.keys.active(id)).toHaveLength(1);
  expect((await admin('account', 'show', 'a@b.org')).stdout).toContain('one-time, used');
  expect((await admin('account', 'reset-password', 'a@b.org')).stdout).not.toBe(stdout);
  expect(stderr).not.toContain('no e-mail address');
  store.accounts.add('bench', 'free', NOW);
  expect((await admin('account', 'reset-password', 'bench')).stderr).toContain('no e-mail address');
});

test('account close revokes key, sessions and tool clients', async () => {
  const {id, key} = busy('a@b.org');
  expect(await admin('account', 'close', 'a@b.org')).toEqual({
    code: 0,
    stdout: 'a@b.org: closed\n',
    stderr: '',
  });
  expect(store.keys.find(key)).toBeNull();
  const {stdout} = await admin('account', 'show', 'a@b.org');
  for (const line of [/^state +closed$/m, /^key +-$/m, /^sessions +0$/m, /^tool clients +0$/m])
    expect(stdout).toMatch(line);
  expect(() => store.accounts.add('a@b.org', 'free', NOW)).toThrow();
  expect(store.accounts.principal(id)).toBeNull();
});

test('key revoke revokes the key alone', async () => {
  const {id, key} = busy('a@b.org');
  expect((await admin('key', 'revoke', 'a@b.org')).stdout).toBe('a@b.org: keys revoked\n');
  expect(store.keys.find(key)).toBeNull();
  expect(store.accounts.principal(id)).not.toBeNull();
  expect((await admin('key', 'revoke', 'a@b.org')).code).toBe(1);
});

test('the program runs from any folder and through a link, and exits with these codes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bin-'));
  const bin = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).bin['fpd-admin'];
  const link = join(folder, 'fpd-admin');
  symlinkSync(join(ROOT, bin), link);
  const line = (...args: string[]) => run(link, args, {DATA_DIR: store.dataDir}, folder);
  const {code, stdout, stderr} = await line('account', 'list');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^e-mail /);
  expect((await line('account', 'show', 'x@b.org')).code).toBe(1);
  expect((await line('account')).code).toBe(2);
  expect((await run(link, ['account', 'list'], {}, folder)).stderr).toContain(
    join(folder, 'data/accounts.db'),
  );
  rmSync(folder, {recursive: true});
});

test('make admin passes its arguments on', async () => {
  // It would reinstall the packages of the running tests.
  const {code: old} = await run('make', ['-q', 'node_modules/.complete'], {});
  if (old !== 0) throw new Error('node_modules is older than package.json: run make setup');
  store.accounts.add('a@b.org', 'free', NOW);
  const settings = {DATA_DIR: store.dataDir, ARGS: 'account tier a@b.org pro'};
  const {code, stdout} = await run('make', ['-s', 'admin'], settings);
  expect([code, stdout]).toEqual([0, expect.stringContaining('a@b.org: tier pro')]);
});
