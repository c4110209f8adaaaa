/** Connections of the account port that are kept open between requests. */
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {expect, test} from 'vitest';
import {HTTP_OPTIONS} from '../../../server/process/account_server.ts';
import {readBeforeClosing} from '../../../server/process/idle_connections.ts';
import {deferCleanup} from '../../helpers/cleanup.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server with one connection, whose first request is answered. */
async function idleConnection(): Promise<{client: Socket; ofServer: Socket; received: () => string}> {
  const server: Server = createServer(HTTP_OPTIONS, (_, response) => response.end('answer'));
  readBeforeClosing(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  deferCleanup(() => void server.closeAllConnections());
  deferCleanup(() => void server.close());
  const accepted = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  let received = '';
  client.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  const [ofServer] = (await accepted) as [Socket];
  client.write(REQUEST);
  await expect.poll(() => received, {timeout: 60_000}).toContain('answer');
  return {client, ofServer, received: () => received};
}

test('idle connections stay open for longer than balancers and browsers leave a minute between requests', async () => {
  const {received} = await idleConnection();
  expect(received()).toContain('Keep-Alive: timeout=75\r\n');
});

test('a request that has arrived is answered, although the time of its connection is over', async () => {
  const {client, ofServer, received} = await idleConnection();
  // As after a thread stood still: the request lies in the socket, and timers come first.
  client.write(REQUEST);
  ofServer.emit('timeout');
  await expect.poll(() => received().split('answer').length, {timeout: 60_000}).toBe(3);
});

test('a connection on which nothing arrived is closed', async () => {
  const {client, ofServer} = await idleConnection();
  const closed = once(client, 'close');
  ofServer.emit('timeout');
  await closed;
});
