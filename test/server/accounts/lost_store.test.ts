/**
 * A running server whose account store is deleted or damaged: `/health` tells, and nothing is answered as
 * stored.
 */
import {openSync, rmSync, writeSync} from 'node:fs';
import {afterEach, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {visitor} from '../../helpers/visitor.ts';

const SOON = {interval: 50};

let store: Store;
let server: Server;
afterEach(async () => {
  await server.stop();
  store.close();
});

const health = async (): Promise<string> =>
  ((await (await fetch(`${server.base}/health`)).json()) as {checks: {store: string}}).checks.store;
test.each([
  ['deleted', (path: string) => rmSync(path)],
  ['damaged', (path: string) => writeSync(openSync(path, 'r+'), Buffer.alloc(4096, 7), 0, 4096, 0)],
])('%s', async (_, lose) => {
  store = ownStore();
  server = await startServer(store.dataDir, {WORKERS: '2'});
  expect(await health()).toBe('ok');
  const who = visitor(server.base, []);
  const form = {email: 'one@example.org', password: 'a-long-password'};
  await who.get('/account');
  await who.submit('/account/sign-up', form);
  expect((await who.get('/account')).text).toContain('/account/sign-out');
  lose(dataPaths(store.dataDir).accounts);
  await expect.poll(health, SOON).toBe('error');
  const registered = await fetch(`${server.base}/oauth/register`, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({client_name: 'x', redirect_uris: ['https://client.example.org/back']}),
  });
  expect(registered.status).toBe(503);
  expect((await who.get('/account')).status).toBe(503);
  expect(server.stderr().match(/the account store is lost/g)).toHaveLength(1);
});
