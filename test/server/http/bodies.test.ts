/**
 * Bodies of requests over real sockets: whole ones, those that are too long, and clients that do not finish.
 */
import {once} from 'node:events';
import {connect} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Listener, listen} from '../../../server/http/transport.ts';

const MAX = 10;
const TIMEOUT_MS = 200;

let server: Listener;
beforeAll(async () => {
  server = await listen(
    '127.0.0.1',
    0,
    async ({target, headers, body, peer}) => {
      const told = [target, headers['x'] ?? null, Buffer.from(body ?? 'none').toString(), peer?.()];
      return () => ({status: 200, blocks: [], headers: {}, body: JSON.stringify(told)});
    },
    {
      send_timeout_ms: 1000,
      onStreamError() {},
      maxBody: ({target}) => (target === '/read' ? MAX : 0),
      body_timeout_ms: TIMEOUT_MS,
    },
  );
});
afterAll(() => server.stop());

/** What a raw request is answered until the connection ends. */
async function raw(...parts: string[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    if (text.includes(']')) socket.destroy();
  });
  socket.on('error', () => {});
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (!socket.destroyed) await once(socket, 'close');
  return text.slice(text.indexOf('['));
}

const head = (...lines: string[]): string =>
  ['POST /read HTTP/1.1', 'Host: a', 'X: 1', ...lines, '', ''].join('\r\n');
const answer = (body: string): string => JSON.stringify(['/read', '1', body, '127.0.0.1']);

test('a body that arrives in several parts is handled whole, with the headers and the peer of its request', async () => {
  expect(await raw(head('Content-Length: 6'), 'abc', 'def')).toBe(answer('abcdef'));
  expect(await raw(head('Transfer-Encoding: chunked'), '3\r\nabc\r\n', '2\r\nde\r\n0\r\n\r\n')).toBe(
    answer('abcde'),
  );
  expect(await raw(head('Content-Length: 0'))).toBe(answer(''));
});

test('of a body that is too long one byte too many is handled, before the rest has arrived', async () => {
  expect(await raw(head('Transfer-Encoding: chunked'), 'ff\r\n', 'x'.repeat(50))).toBe(
    answer('x'.repeat(MAX + 1)),
  );
  expect(await raw(head('Content-Length: 1000'))).toBe(answer(''));
});

test('a client that does not send all of its body is dropped without an answer; others are answered meanwhile', async () => {
  const began = performance.now();
  const slow = raw(head('Content-Length: 6'), 'abc');
  expect(await raw(head('Content-Length: 1'), 'a')).toBe(answer('a'));
  expect(await slow).toBe('');
  expect(performance.now() - began).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
});

test('bodies of other paths are not read', async () => {
  const text = await fetch(`http://127.0.0.1:${server.port}/other`, {method: 'POST', body: 'abc'});
  expect(await text.json()).toEqual(['/other', null, 'none', '127.0.0.1']);
});
