/** Slow clients are dropped, others are answered meanwhile. */
import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {serve} from '@hono/node-server';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {HTTP_OPTIONS} from '../../../server/process/account_server.ts';
import {openPages, type Pages} from '../../helpers/pages.ts';

/** The port as it is served, 25 times as impatient. */
const IMPATIENT = 25;

let pages: Pages;
let server: ReturnType<typeof serve>;
let origin: string;

beforeAll(async () => {
  pages = await openPages();
  const {requestTimeout, headersTimeout, connectionsCheckingInterval, ...rest} = HTTP_OPTIONS;
  const serverOptions = {
    ...rest,
    requestTimeout: requestTimeout / IMPATIENT,
    headersTimeout: headersTimeout / IMPATIENT,
    connectionsCheckingInterval: connectionsCheckingInterval / IMPATIENT,
  };
  const {fetch} = pages.app;
  // Later test files keep Node's own Response, which clients compare with.
  server = serve({fetch, hostname: '127.0.0.1', port: 0, serverOptions, overrideGlobalObjects: false});
  await once(server, 'listening');
  const {port} = server.address() as {port: number};
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.close();
  pages.close();
});

test('a slow client has half a minute at most', () => {
  expect(HTTP_OPTIONS).toMatchObject({requestTimeout: 30_000, headersTimeout: 10_000});
});

/** How each begins, and what it sends 250 times a second from then on. */
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
  const {port, hostname} = new URL(origin);
  const socket = connect(Number(port), hostname, () => socket.write(first));
  // The server may close while something is on its way.
  socket.on('error', () => {});
  socket.resume();
  const sending = setInterval(() => socket.write(then), 100 / IMPATIENT);
  await once(socket, 'close');
  clearInterval(sending);
  return socket;
}

test('clients that are too slow are dropped', async () => {
  const all = Promise.all(Object.values(SLOW).map(dropped));
  expect((await fetch(`${origin}/account`)).status).toBe(200);
  expect((await all).map(({destroyed}) => destroyed)).toEqual(Object.keys(SLOW).map(() => true));
  expect((await fetch(`${origin}/account`)).status).toBe(200);
  expect(pages.errors).toEqual([]);
});
