/** Requests whose headers break HTTP, as raw bytes. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {rawAnswer, statusOf} from '../../helpers/raw_http.ts';
import {type Server, startServer} from '../../helpers/stack.ts';

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

const CASES: [what: string, headers: string[]][] = [
  ['no host', ['Accept: */*']],
  ['two hosts', ['Host: a', 'Host: b']],
  ['two lengths that differ', ['Host: x', 'Content-Length: 0', 'Content-Length: 1']],
  ['an unknown transfer coding', ['Host: x', 'Transfer-Encoding: x']],
  ['a length beside a transfer coding', ['Host: x', 'Content-Length: 0', 'Transfer-Encoding: chunked']],
];

test.concurrent.each(CASES)('%s is answered 400, and what follows is no request', async (_what, headers) => {
  const next = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
  const request = ['GET /health HTTP/1.1', ...headers, '', next].join('\r\n');
  const answer = await rawAnswer(server.base, request);
  expect(statusOf(answer)).toBe(400);
  expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  expect(answer).toMatch(/^connection: close\r$/im);
});

test('a request with a host and a length is understood', async () => {
  const request = 'GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  expect([200, 404, 503]).toContain(statusOf(await rawAnswer(server.base, request)));
});

test('speaks the language of the request', async () => {
  const headers = ['Host: a', 'Host: b', 'Accept-Language: fr'];
  const answer = await rawAnswer(server.base, ['GET /health HTTP/1.1', ...headers, '', ''].join('\r\n'));
  expect(answer).toMatch(/^Content-Language: fr\r$/m);
});

test('learns nothing of a line without a name, nor of a request without headers; both connections end', async () => {
  const hidden = ['Host: x', ': value', 'Host: y', 'Content-Length: 5', '', ''];
  const [nameless, bare] = await Promise.all([
    rawAnswer(server.base, ['GET /docs HTTP/1.1', ...hidden].join('\r\n')),
    rawAnswer(server.base, 'GET /docs HTTP/1.1\r\n\r\n'),
  ]);
  expect([statusOf(nameless), bare]).toEqual([200, '']);
});
