/** The operator's commands with a running server, which picks up their changes. */
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {runAdmin} from '../../../server/admin/cli.ts';
import {COUNTED, get, ownStore} from '../../helpers/limited.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {grantToken} from '../../helpers/tools.ts';
import {visitor} from '../../helpers/visitor.ts';

/** A server notices within a second; the time limit is that of all polls. */
const SOON = {interval: 50};

const store = ownStore();
let server: Server;
beforeAll(async () => {
  server = await startServer(store.dataDir, {LOG_LEVEL: 'silent', WORKERS: '2'});
});
afterAll(async () => {
  await server.stop();
  store.close();
});

let id: number;
let key: string;
let name: string;
beforeEach(async () => {
  ({id, key} = store.account({}));
  name = store.accounts.byId(id)!.name;
  await expect.poll(status, SOON).toBe(404);
});

const admin = (...args: string[]) => runAdmin(args, {DATA_DIR: store.dataDir}, new Date());

/** Statuses of several concurrent answers, so that each thread gives some; one number if all agree. */
async function status(): Promise<number | string> {
  const all = await Promise.all(Array.from({length: 8}, () => get(server.base, COUNTED, key)));
  const seen = new Set(all.map((one) => one.status));
  return seen.size === 1 ? all[0]!.status : [...seen].join(' and ');
}

const limits = async () => {
  const {month, day, minute} = JSON.parse((await get(server.base, '/api/v1/usage', key)).text).data;
  return [month.limit, day.limit, minute.limit];
};

test('a change of tier', async () => {
  expect(await limits()).toEqual([null, null, null]);
  expect((await admin('account', 'tier', name, 'pro')).code).toBe(0);
  await expect.poll(limits, SOON).toEqual([100_000, 10_000, 120]);
});

test('quotas', async () => {
  expect((await admin('account', 'quota', name, '--month', '0')).code).toBe(0);
  await expect.poll(status, SOON).toBe(429);
  expect((await admin('account', 'quota', name, '--month', 'unlimited', '--day', '1000')).code).toBe(0);
  await expect.poll(limits, SOON).toEqual([null, 1000, null]);
  await expect.poll(status, SOON).toBe(404);
});

test('a revoked key', async () => {
  expect((await admin('key', 'revoke', name)).code).toBe(0);
  await expect.poll(status, SOON).toBe(401);
});

test('a closed account', async () => {
  expect((await admin('account', 'close', name)).code).toBe(0);
  await expect.poll(status, SOON).toBe(401);
});

test('tool clients of a closed account', async () => {
  const database = openDatabase(dataPaths(store.dataDir).accounts);
  const token = grantToken(database, id, server.base);
  database.close();
  const call = async () =>
    (
      await fetch(`${server.base}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({jsonrpc: '2.0', id: 1, method: 'ping'}),
      })
    ).status;
  expect(await call()).toBe(200);
  expect((await admin('account', 'close', name)).code).toBe(0);
  await expect.poll(call, SOON).toBe(401);
});

test('sessions end when the password is reset; the one-time password signs in once', async () => {
  const EMAIL = 'holder@example.org';
  const who = visitor(server.base, []);
  const isIn = async () => (await who.get('/account')).text.includes('/account/sign-out');
  const enters = async (password: string) => {
    await who.submit('/account/sign-in', {email: EMAIL, password});
    return isIn();
  };
  expect(await isIn()).toBe(false);
  await who.submit('/account/sign-up', {email: EMAIL, password: 'the-first-password'});
  expect(await isIn()).toBe(true);
  const given = (await admin('account', 'reset-password', EMAIL)).stdout.trim();
  await expect.poll(isIn, SOON).toBe(false);
  expect(await enters('the-first-password')).toBe(false);
  expect(await enters(given)).toBe(true);
  await who.submit('/account/sign-out');
  expect(await isIn()).toBe(false);
  expect(await enters(given)).toBe(false);
  const again = (await admin('account', 'reset-password', EMAIL)).stdout.trim();
  expect(await enters(again)).toBe(true);
  await who.submit('/account/password', {old: again, new: 'the-next-password'});
  expect((await admin('account', 'show', EMAIL)).stdout).toContain('chosen by its owner');
  await who.submit('/account/sign-out');
  expect(await isIn()).toBe(false);
  expect(await enters('the-next-password')).toBe(true);
});

test('the server continues to count, and the command prints its counts', async () => {
  const used = async () => /^month +(\d+)/m.exec((await admin('account', 'show', name)).stdout)![1];
  const counted = JSON.parse((await get(server.base, '/api/v1/usage', key)).text).data.month.used;
  expect(counted).toBeGreaterThan(0);
  await expect.poll(used, SOON).toBe(String(counted));
});
