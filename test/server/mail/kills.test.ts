/**
 * A sender that is killed again and again while its server goes wrong: no message is lost, and none comes twice
 * but those of which SMTP cannot tell, which are counted. `MAIL_MESSAGES=10000 MAIL_KILLS=100` takes minutes.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {openDatabase} from '../../../server/accounts/database.ts';
import {accountTables} from '../../../server/accounts/tables.ts';
import {programCache} from '../../helpers/program_cache.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';
import {type Behaviour, startSmtpServer} from '../../helpers/smtp_server.ts';

const MESSAGES = Number(process.env['MAIL_MESSAGES'] ?? 120);
const KILLS = Number(process.env['MAIL_KILLS'] ?? 3);

const PROGRAM = fileURLToPath(new URL('../../helpers/mail_program.ts', import.meta.url));

/** A lease is over in a second, and the wait after a first try in a tenth of one. */
const SPEED = 300;

/** Of a hundred messages, one row each; all others are taken. */
const FAULTS: readonly Behaviour[] = [
  'later',
  'later',
  'later after data',
  'refuse',
  'refuse after data',
  'close at data',
  'close at data',
  'take silently',
  'take silently',
  'lose silently',
  'lose silently',
];

test(`of ${MESSAGES} messages, ${KILLS} kills lose none`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-kills-'));
  const store = join(folder, 'accounts.db');
  const database = openDatabase(store);
  const {accounts, mail} = accountTables({database});
  const server = await startSmtpServer();
  const random = seededRandom(7);
  const below = (n: number): number => Math.floor(random() * n);
  server.behave = () => FAULTS[below(100)] ?? 'take';

  const base = Date.now();
  /** Ids of messages to accounts that unsubscribed before. */
  const unwanted = new Set<string>();
  const readers = database.transaction(() =>
    Array.from({length: MESSAGES}, (_, i) => {
      const account = accounts.add(`reader-${i}@example.org`, 'free', new Date(base));
      mail.tell(account, 'tier', new Date(base), {parts: {tier: 'pro', before: 'free'}});
      return account.id;
    }),
  );
  const idOf = (account: number) =>
    database.get<{message_id: string; state: string}>(
      'SELECT message_id, state FROM mail WHERE account = ?',
      account,
    )!;
  /** While no sender runs. */
  const unsubscribeSome = () => {
    for (let i = 0; i < Math.ceil(MESSAGES / KILLS / 20); i++) {
      const account = readers[below(MESSAGES)]!;
      const {message_id, state} = idOf(account);
      accounts.subscribe(account, false, new Date());
      // One that came already is no fault, and neither is one that the server may have since an earlier try.
      if (
        state === 'waiting' &&
        !server.taken.some(({headers}) => headers.get('message-id')?.includes(message_id))
      )
        unwanted.add(message_id);
    }
  };
  const start = async () => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
      env: {
        ...process.env,
        ...programCache(),
        STORE: store,
        SMTP: server.url,
        BASE: String(base),
        SPEED: String(SPEED),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    expect(String(said)).toBe('ready\n');
    return child;
  };
  const open = () =>
    database.get<{n: number}>("SELECT count(*) AS n FROM mail WHERE state IN ('waiting', 'sending')")!.n;

  for (let kill = 0; kill < KILLS; kill++) {
    unsubscribeSome();
    const child = await start();
    // Spread over the whole of the work, at any of its steps.
    const target = MESSAGES * (1 - (kill + 1) / (KILLS + 1));
    while (open() > target) await setTimeout(5);
    await setTimeout(below(10));
    child.kill('SIGKILL');
    await once(child, 'exit');
    // What it wrote last is still on its way.
    await setTimeout(50);
  }
  const last = await start();
  while (open() > 0) await setTimeout(20);
  last.kill('SIGKILL');
  await once(last, 'exit');

  const times = new Map<string, number>();
  for (const {headers} of server.taken) {
    const [, id] = /^<([0-9a-f]{32})@example\.org>$/.exec(headers.get('message-id')!)!;
    times.set(id!, (times.get(id!) ?? 0) + 1);
  }
  const rows = database.all<{message_id: string; state: string; unsure: number; handed: number; why: string}>(
    'SELECT message_id, state, unsure, handed, why FROM mail',
  );
  const came = ({message_id}: {message_id: string}) => times.get(message_id) ?? 0;
  const lost = rows.filter((row) => row.state === 'sent' && came(row) === 0);
  const failed = rows.filter(({state}) => state === 'failed');
  const doubled = rows.filter((row) => came(row) > 1);
  const told = rows.filter(({unsure}) => unsure > 0);
  console.log(
    `${rows.length} messages, ${KILLS} kills: ${lost.length} lost, ${failed.length} refused by the server, ` +
      `${doubled.length} came twice of ${told.length} told as unsure, ${unwanted.size} unsubscribed`,
  );
  expect(rows).toHaveLength(MESSAGES);
  expect(lost).toEqual([]);
  expect(failed.every(({why}) => / 5\d\d$/.test(why))).toBe(true);
  expect(doubled.filter(({unsure}) => unsure === 0)).toEqual([]);
  // The server is silent often enough that some must have been told.
  expect(told.length).toBeGreaterThan(0);
  expect([...unwanted].filter((id) => times.has(id))).toEqual([]);
  expect(
    rows.filter(({message_id}) => unwanted.has(message_id)).every(({state}) => state === 'dropped'),
  ).toBe(true);
  await server.close();
  database.close();
  rmSync(folder, {recursive: true});
});
