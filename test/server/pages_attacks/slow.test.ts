/** Clients that send nothing, or a little at a time, are dropped; others are answered meanwhile. */
import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {failures, type Server, startServer} from '../../helpers/stack.ts';

let store: Store;
let server: Server;

beforeAll(async () => {
  store = ownStore();
  server = await startServer(store.dataDir, {WORKERS: '1'});
});
afterAll(async () => {
  await server?.stop();
  store.close();
});

/** How each begins, and what it sends ten times a second from then on. */
const SLOW: Record<string, [first: string, then: string]> = {
  silent: ['', ''],
  'a head that does not end': ['GET /account HTTP/1.1\r\nHost: x\r\nX-More: ', 'x'],
  'a body that does not end': [
    'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n',
    'x',
  ],
  'pieces that do not end': [
    'POST /oauth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\n \r\n',
  ],
};

/** Settles once the server has closed the connection. */
async function dropped([first, then]: [string, string]): Promise<Socket> {
  const {port, hostname} = new URL(server.accounts);
  const socket = connect(Number(port), hostname, () => socket.write(first));
  // The server may close while something is on its way.
  socket.on('error', () => {});
  socket.resume();
  const sending = setInterval(() => socket.write(then), 100);
  await once(socket, 'close');
  clearInterval(sending);
  return socket;
}

test('clients that are too slow are dropped', {timeout: 90_000}, async () => {
  const all = Promise.all(Object.values(SLOW).map(dropped));
  expect((await fetch(`${server.accounts}/account`)).status).toBe(200);
  expect((await all).map(({destroyed}) => destroyed)).toEqual(Object.keys(SLOW).map(() => true));
  expect((await fetch(`${server.accounts}/account`)).status).toBe(200);
  expect(failures(server)).toEqual([]);
});
