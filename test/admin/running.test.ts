/** The operator's commands beside a running server: what they change holds for it soon. */
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {runAdmin} from '../../server/admin/cli.ts';
import {COUNTED, get, ownStore} from '../helpers/limited.ts';
import {type Server, startServer} from '../helpers/stack.ts';

/** Well above the second within which a server notices: waits are no measurements. */
const SOON = {timeout: 10_000, interval: 50};

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

/** Of several answers at a time, so that each thread gives some; one number where all agree. */
async function status(): Promise<number | string> {
  const all = await Promise.all(Array.from({length: 8}, () => get(server.base, COUNTED, key)));
  const seen = new Set(all.map((one) => one.status));
  return seen.size === 1 ? all[0]!.status : [...seen].join(' and ');
}

const limits = async () => {
  const {month, day, minute} = JSON.parse((await get(server.base, '/api/v1/usage', key)).text).data;
  return [month.limit, day.limit, minute.limit];
};

test('another tier', async () => {
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

test('the server counts on, and the command tells what it counted', async () => {
  const used = async () => /^month +(\d+)/m.exec((await admin('account', 'show', name)).stdout)![1];
  const counted = JSON.parse((await get(server.base, '/api/v1/usage', key)).text).data.month.used;
  expect(counted).toBeGreaterThan(0);
  await expect.poll(used, SOON).toBe(String(counted));
});
