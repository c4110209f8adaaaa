/** The second port of earlier releases: its addresses lead to the one port. */
import {createServer} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {settings} from '../../../datasets/settings.ts';
import {findFreePort} from '../../../server/process/find_free_port.ts';
import {redirectOldPort, saysOfOldPort} from '../../../server/process/old_port.ts';

const HOST = '127.0.0.1';
const ORIGIN = 'https://data.example.org';

let stop = async (): Promise<void> => {};
afterEach(() => stop());

test('requests of any method are redirected to the same path and query', async () => {
  const port = await findFreePort(HOST, 0);
  stop = await redirectOldPort(settings({ACCOUNT_PORT: String(port)}), HOST, ORIGIN);
  for (const [method, path] of [
    ['GET', '/account?lang=fr'],
    ['POST', '/mcp'],
    ['HEAD', '//evil.example'],
  ] as const) {
    const {status, headers} = await fetch(`http://${HOST}:${port}${path}`, {method, redirect: 'manual'});
    expect([status, headers.get('location')]).toEqual([308, ORIGIN + path]);
  }
});

test('without the setting nothing listens and nothing is said; with it the start says where things are', async () => {
  stop = await redirectOldPort(settings({}), HOST, ORIGIN);
  expect(saysOfOldPort(settings({}), ORIGIN)).toEqual([]);
  const both = settings({ACCOUNT_PORT: '8081', ACCOUNT_ORIGIN: 'https://accounts.example.org'});
  expect(saysOfOldPort(both, ORIGIN)).toEqual(
    ['ACCOUNT_PORT', 'ACCOUNT_ORIGIN'].map(
      (name) => `${name} is gone: accounts are on ${ORIGIN}/account, tools on ${ORIGIN}/mcp`,
    ),
  );
});

test('a taken port ends the start, with its setting', async () => {
  const taken = createServer().listen(0, HOST);
  await new Promise((resolve) => taken.once('listening', resolve));
  const {port} = taken.address() as {port: number};
  await expect(redirectOldPort(settings({ACCOUNT_PORT: String(port)}), HOST, ORIGIN)).rejects.toThrow(
    /set ACCOUNT_PORT/,
  );
  taken.close();
});
