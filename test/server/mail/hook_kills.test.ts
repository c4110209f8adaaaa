/**
 * A process that tells saved searches and calls webhooks, killed again and again while the server of the webhooks
 * goes wrong: no search is told twice, no message is lost, and none comes twice but those that are counted.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {openDatabase} from '../../../server/accounts/database.ts';
import {accountTables} from '../../../server/accounts/tables.ts';
import {programCache} from '../../helpers/program_cache.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';

const MESSAGES = Number(process.env['HOOK_MESSAGES'] ?? 80);
const KILLS = Number(process.env['HOOK_KILLS'] ?? 3);

const PROGRAM = fileURLToPath(new URL('../../helpers/hook_program.ts', import.meta.url));

/** A lease is over in a second, and the wait after a first try in a tenth of one. */
const SPEED = 300;

test(`of ${MESSAGES} messages to webhooks, ${KILLS} kills lose none`, {
  timeout: 120_000 + 200 * MESSAGES,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hook-kills-'));
  const store = join(folder, 'accounts.db');
  const database = openDatabase(store);
  const {accounts, searches, searchChanges} = accountTables({database});
  const random = seededRandom(11);
  /** Messages that arrived, by search: their ids. */
  const arrived = new Map<number, string[]>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const fault = random();
    if (fault < 0.1) return void response.writeHead(503).end();
    const {id, search} = JSON.parse(body);
    arrived.set(search.id, [...(arrived.get(search.id) ?? []), id]);
    // It has the message, and does not say so.
    if (fault < 0.2) return void request.socket.destroy();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const base = Date.now();
  const now = new Date(base);
  const account = accounts.add('reader@example.org', 'enterprise', now).id;
  const more = {language: 'en', cadence: 'build', channel: 'hook', secret: 'key', token: null} as const;
  database.transaction(() => {
    for (let i = 0; i < MESSAGES; i++) {
      const address = `http://${place}/${i}`;
      searches.add({account, name: `n${i}`, list: '/contracts', address, build: 'b0', ...more}, null, now);
    }
  });
  const changes = {
    list: '/contracts',
    since: 'b0',
    build: 'b1',
    built_at: '2026-11-21T06:00:00',
    counts: {added: 1},
  };
  const group = {list: '/contracts', build: 'b0', searches: MESSAGES};
  searchChanges.store([{group, changes: {...changes, records: [['added', 'c_none']]}}], 'b1', now);

  const start = async () => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
      env: {
        ...process.env,
        ...programCache(),
        STORE: store,
        PLACE: place,
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
    database.get<{n: number}>(
      `SELECT (SELECT count(*) FROM searches WHERE due_at IS NOT NULL)
         + (SELECT count(*) FROM mail WHERE state IN ('waiting', 'sending')) AS n`,
    )!.n;
  for (let kill = 0; kill < KILLS; kill++) {
    const child = await start();
    const target = MESSAGES * (1 - (kill + 1) / (KILLS + 1));
    while (open() > target) await setTimeout(3);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const last = await start();
  while (open() > 0) await setTimeout(20);
  last.kill('SIGKILL');
  await once(last, 'exit');

  const rows = database.all<{message_id: string; unsure: number; state: string}>(
    'SELECT message_id, unsure, state FROM mail',
  );
  expect(rows).toHaveLength(MESSAGES);
  expect(new Set(rows.map(({state}) => state))).toEqual(new Set(['sent']));
  expect(arrived.size).toBe(MESSAGES);
  const unsure = new Set(rows.flatMap(({message_id, unsure: n}) => (n > 0 ? [message_id] : [])));
  for (const [search, ids] of arrived) {
    expect(new Set(ids).size, `search ${search}`).toBe(1);
    if (ids.length > 1) expect(unsure).toContain(ids[0]);
  }
  server.close();
  database.close();
  rmSync(folder, {recursive: true});
});
