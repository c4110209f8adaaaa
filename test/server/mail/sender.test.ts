/** The sender over SMTP and into files: what each answer of a server leads to, and what a letter looks like. */
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {type Database, openDatabase} from '../../../server/accounts/database.ts';
import {prune} from '../../../server/accounts/prune.ts';
import {accountTables, type Tables} from '../../../server/accounts/tables.ts';
import {windowNumbersAt} from '../../../server/limits/calendar.ts';
import {fileTransport} from '../../../server/mail/file_transport.ts';
import {queueQuotaNotices} from '../../../server/mail/quota_notices.ts';
import {backOff, createSender, type Sender} from '../../../server/mail/sender.ts';
import {connectionOptions, smtpTransport} from '../../../server/mail/smtp_transport.ts';
import type {MailTransport} from '../../../server/mail/types.ts';
import {parseMail} from '../../helpers/parse_mail.ts';
import {type Behaviour, type SmtpServer, startSmtpServer} from '../../helpers/smtp_server.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-11-21T12:00:00Z');
const FROM = 'Données publiques <accounts@example.org>';

let folder: string;
let database: Database;
let tables: Tables;
let server: SmtpServer;
let transport: MailTransport;
let sender: Sender;
let now: number;
let logged: object[];

const senderOver = (over: MailTransport): Sender =>
  createSender({
    database,
    transport: over,
    builds: {
      acquire: () => {
        throw new Error('there is no build');
      },
    },
    log: {
      isLevelEnabled: () => true,
      debug() {},
      info: (facts) => logged.push(facts),
      error: (facts) => logged.push(facts),
    },
    now: () => now,
    owner: 'test',
    origin: 'https://data.example.org',
    from: FROM,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mail-'));
  database = openDatabase(join(folder, 'accounts.db'));
  tables = accountTables({database});
  server = await startSmtpServer();
  transport = smtpTransport(server.url);
  sender = senderOver(transport);
  now = BEGIN;
  logged = [];
});
afterEach(async () => {
  transport.close();
  await server.close();
  database.close();
  rmSync(folder, {recursive: true});
});

/** Queues a message about security to an account. */
function queue(email = 'reader@example.org'): void {
  const account = tables.accounts.byName(email) ?? tables.accounts.add(email, 'free', new Date(now));
  tables.mail.tell(account, 'password_changed', new Date(now), {parts: {at: new Date(now).toISOString()}});
}

const rows = () =>
  database.all<{state: string; tries: number; unsure: number; why: string | null; due_at: string}>(
    'SELECT state, tries, unsure, why, due_at FROM mail ORDER BY id',
  );

/** The server does these one after the other, then takes all. */
const script = (...behaviours: Behaviour[]): void => {
  server.behave = (begun) => behaviours[begun] ?? 'take';
};

test('a letter has both forms, one reader and one id, and several share a connection', async () => {
  for (let i = 0; i < 3; i++) queue(`reader-${i}@example.org`);
  expect(await sender.run()).toBe(3);
  expect(server.connections).toBe(1);
  expect(rows().map(({state, tries}) => [state, tries])).toEqual(Array(3).fill(['sent', 1]));
  const [{headers, text, html}] = server.taken as [(typeof server.taken)[0]];
  expect(headers.get('from')).toBe(FROM);
  expect(headers.get('to')).toBe('reader-0@example.org');
  expect(headers.get('subject')).toBe('Your password was changed');
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('message-id')).toMatch(/^<[0-9a-f]{32}@example\.org>$/);
  expect(Date.parse(headers.get('date')!)).toBe(BEGIN);
  expect(text).toMatch(/^Hello,\n\nThe password of your account at data\.example\.org was changed/);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
  expect(html).toContain('<h1');
  expect(await sender.run()).toBe(0);
});

describe('an answer', () => {
  test.each<[Behaviour, boolean]>([
    ['later', false],
    ['later after data', false],
    ['close at data', false],
    ['take silently', true],
    ['lose silently', true],
  ])('"%s" leads to another try with the same id, told as unsure: %s', async (behaviour, isUnsure) => {
    script(behaviour);
    queue();
    await sender.run();
    expect(rows()[0]).toMatchObject({
      state: 'waiting',
      tries: 1,
      due_at: new Date(BEGIN + 30_000).toISOString(),
    });
    now += 29_999;
    expect(await sender.run()).toBe(0);
    now += 1;
    await sender.run();
    expect(rows()[0]).toMatchObject({state: 'sent', tries: 2, unsure: isUnsure ? 1 : 0});
    expect(new Set(server.taken.map(({headers}) => headers.get('message-id'))).size).toBe(1);
    expect(server.taken).toHaveLength(behaviour === 'take silently' ? 2 : 1);
    expect(logged.some((facts) => 'unsure' in facts)).toBe(isUnsure);
  });

  test.each<Behaviour>(['refuse', 'refuse after data'])('"%s" ends the message', async (behaviour) => {
    script(behaviour);
    queue();
    queue('other@example.org');
    await sender.run();
    expect(rows().map(({state}) => state)).toEqual(['failed', 'sent']);
    expect(rows()[0]!.why).toMatch(/ 55[04]$/);
    // What is logged and kept names nobody.
    expect(JSON.stringify([logged, rows()])).not.toContain('example.org');
  });
});

test('waits double up to four hours, and a message is given up after four days', async () => {
  expect([1, 2, 3, 20].map((tries) => backOff(tries, 30, 14_400))).toEqual([30, 60, 120, 14_400]);
  server.behave = () => 'later';
  queue();
  for (let i = 0; i < 200 && rows()[0]!.state === 'waiting'; i++) {
    now = Date.parse(rows()[0]!.due_at);
    await sender.run();
  }
  expect(rows()[0]!.state).toBe('failed');
  expect(now - BEGIN).toBeGreaterThanOrEqual(96 * 3_600_000);
  expect(now - BEGIN).toBeLessThan(101 * 3_600_000);
});

test.each([
  ['a port where nobody listens', () => 'smtp://127.0.0.1:1'],
  ['a name that nobody knows', () => 'smtp://mail.invalid'],
])('%s costs no message a try, and ends when the server is back', async (_, address) => {
  for (let i = 0; i < 3; i++) queue(`reader-${i}@example.org`);
  const over = smtpTransport(address());
  const blind = senderOver(over);
  expect(await blind.run()).toBe(1);
  expect(await blind.run()).toBe(0);
  now += 5_000;
  expect(await blind.run()).toBe(1);
  over.close();
  expect(rows().map(({state, tries}) => [state, tries])).toEqual(Array(3).fill(['waiting', 0]));
  expect(logged).toHaveLength(1);
  now += 60_000;
  await sender.run();
  expect(server.taken).toHaveLength(3);
});

test('messages without a reader let the thread do other work between them', async () => {
  for (let i = 0; i < 20; i++)
    tables.mail.add(
      {kind: 'reset', account: null, recipient: `nobody-${i}@example.org`, language: 'en'},
      new Date(now),
    );
  let left = 0;
  setImmediate(() => {
    left = rows().length;
  });
  expect(await sender.run()).toBe(20);
  expect(left).toBeGreaterThan(10);
  expect(rows()).toEqual([]);
});

test('a message that cannot be written holds up no other one, and is given up in the end', async () => {
  const recipient = 'odd@example.org';
  const {id} = tables.accounts.add(recipient, 'free', new Date(now));
  const language = 'none' as 'en';
  tables.mail.add({kind: 'password_changed', account: id, recipient, language}, new Date(now));
  queue();
  expect(await sender.run()).toBe(2);
  expect(rows().map(({state}) => state)).toEqual(['waiting', 'sent']);
  expect(rows()[0]!.why).toBe('it cannot be written: TypeError');
  now += 97 * 3_600_000;
  await sender.run();
  expect(rows()[0]!.state).toBe('failed');
  expect(JSON.stringify([logged, rows()])).not.toContain('odd@example.org');
});

test.each([
  ['smtp://user:secret@mail.example.org', true],
  ['smtp://localhost.example.org', true],
  ['smtp://mail.example.org?requireTLS=false', false],
  ['smtp://127.0.0.1:2525', false],
  ['smtp://[::1]:2525', false],
  ['smtp://localhost', false],
  ['smtps://user:secret@mail.example.org', false],
])('%s sends nothing before STARTTLS: %s', (url, isNeeded) => {
  expect(connectionOptions(url).requireTLS).toBe(isNeeded);
});

test('a server that never greets does not hold up the end', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const over = smtpTransport(`smtp://127.0.0.1:${(silent.address() as {port: number}).port}`);
  queue();
  const running = senderOver(over).run();
  await vi.waitUntil(() => sockets.size > 0);
  const begin = performance.now();
  over.close();
  await running;
  expect(performance.now() - begin).toBeLessThan(5000);
  expect(rows()[0]).toMatchObject({state: 'waiting', tries: 0});
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('an account that nobody confirmed is removed with its messages; one that was used stays', async () => {
  const made = (email: string) => {
    const {id} = tables.accounts.add(email, 'free', new Date(now));
    tables.accounts.setProof(id, 'asked');
    tables.mail.add({kind: 'verify', account: id, recipient: email, language: 'en'}, new Date(now));
    return id;
  };
  made('mistyped@example.org');
  const proven = made('proven@example.org');
  const used = made('used@example.org');
  await sender.run();
  tables.accounts.setProof(proven, 'given');
  tables.places.isNew(used, '192.0.2.0/24', new Date(now + 39 * DAY_MS));
  prune(database, new Date(now + 31 * DAY_MS));
  // Its messages say until then what was sent.
  expect(tables.accounts.all()).toHaveLength(3);
  prune(database, new Date(now + 41 * DAY_MS));
  prune(database, new Date(now + 42 * DAY_MS));
  expect(tables.accounts.all().map(({name}) => name)).toEqual(['proven@example.org', 'used@example.org']);
});

test('two senders never have the same message; that of a killed one is due after its lease', async () => {
  queue();
  const first = tables.mail.claim('mail', 'killed', new Date(now), 300_000)!;
  expect(await sender.run()).toBe(0);
  expect(tables.mail.hand(first.id, 'killed')).toBe(true);
  now += 300_000;
  await sender.run();
  expect(rows()[0]).toMatchObject({state: 'sent', unsure: 1});
  // Should the first one wake up, it may neither send nor write any more.
  expect(tables.mail.hand(first.id, 'killed')).toBe(false);
  expect(tables.mail.end(first.id, 'killed', 'failed', new Date(now))).toBe(false);
});

test('whoever unsubscribes while the message is under way does not get it', async () => {
  const {id} = tables.accounts.add('quick@example.org', 'free', new Date(now));
  tables.mail.tell(tables.accounts.byId(id)!, 'tier', new Date(now), {parts: {tier: 'pro', before: 'free'}});
  server.behave = () => {
    tables.accounts.subscribe(id, false, new Date(now));
    return 'take';
  };
  await sender.run();
  expect(server.taken).toEqual([]);
  expect(rows()[0]!.state).toBe('dropped');
});

test('a message of an occasion is queued once, and its contents are forgotten when it ends', async () => {
  const account = tables.accounts.add('once@example.org', 'free', new Date(now));
  const more = {parts: {tier: 'pro', before: 'free'}, occasion: 'o'};
  expect(tables.mail.tell(account, 'tier', new Date(now), more)).toBe(true);
  expect(tables.mail.tell(account, 'tier', new Date(now), more)).toBe(false);
  await sender.run();
  expect(tables.mail.tell(account, 'tier', new Date(now), more)).toBe(false);
  expect(database.all('SELECT parts FROM mail')).toEqual([{parts: '{}'}]);
  prune(database, new Date(now + 41 * 86_400_000));
  expect(rows()).toEqual([]);
});

test('notices of 80% and 100% of a month come once each, and begin anew with the next', async () => {
  const {id} = tables.accounts.add('busy@example.org', 'free', new Date(now));
  tables.accounts.add('idle@example.org', 'free', new Date(now));
  const own = tables.accounts.add('own@example.org', 'enterprise', new Date(now));
  const use = (account: number, used: number) =>
    tables.windows.add(account, 'month', {number: windowNumbersAt(now)[2], used});
  use(id, 79);
  use(own.id, 1_000_000);
  expect(queueQuotaNotices(database, now)).toBe(0);
  use(id, 1);
  expect([queueQuotaNotices(database, now), queueQuotaNotices(database, now)]).toEqual([1, 0]);
  use(id, 20);
  expect([queueQuotaNotices(database, now), queueQuotaNotices(database, now)]).toEqual([1, 0]);
  await sender.run();
  const [near, spent] = server.taken;
  expect(near!.headers.get('subject')).toBe('You have used 80% of the requests of this month');
  expect(near!.text.replaceAll('\n', ' ')).toContain('has used 80 of the 100 requests of this month');
  expect(spent!.headers.get('subject')).toBe('You have used all requests of this month');
  now = Date.parse('2026-12-01T00:00:00Z');
  use(id, 80);
  expect(queueQuotaNotices(database, now)).toBe(1);
});

test('without a server each message is one file, readable by its owner only, and old ones go', async () => {
  const out = join(folder, 'mail');
  const filed = senderOver(fileTransport(out, () => now));
  queue('reader@example.org');
  const claimed = tables.mail.claim('mail', 'killed', new Date(now), 1000)!;
  now += 1000;
  await filed.run();
  expect(claimed.message_id).toHaveLength(32);
  const [name] = readdirSync(out);
  expect(name).toMatch(/^2026-11-21T12-00-01-000Z-[0-9a-f]{32}\.eml$/);
  expect([statSync(join(out, name!)).mode & 0o777, statSync(out).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(parseMail(readFileSync(join(out, name!), 'latin1')).headers.get('to')).toBe('reader@example.org');
  for (let i = 0; i < 1000; i++) writeFileSync(join(out, `2025-01-01-${String(i).padStart(4, '0')}.eml`), '');
  queue('other@example.org');
  await filed.run();
  expect(readdirSync(out)).toHaveLength(1000);
  expect(readdirSync(out)).not.toContain('2025-01-01-0001.eml');
  expect(readdirSync(out)).toContain(name);
});
