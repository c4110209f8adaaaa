/** Requests whose headers break HTTP, as raw bytes over both ports. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
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
  ['no host', []],
  ['two hosts', ['Host: a', 'Host: b']],
  ['two lengths that differ', ['Host: x', 'Content-Length: 0', 'Content-Length: 1']],
  ['an unknown transfer coding', ['Host: x', 'Transfer-Encoding: x']],
  ['a length beside a transfer coding', ['Host: x', 'Content-Length: 0', 'Transfer-Encoding: chunked']],
];

/** Lines that the parser of the API port does not understand: it waits for more, and closes the connection when it idles. */
const LINES: typeof CASES = [
  ['a line without a name', ['Host: x', ': value']],
  ['a line without a colon', ['Host: x', 'value']],
  ['a blank before the colon', ['Host : x']],
  ['a folded line', ['Host: x', ' y']],
];

describe.each([
  ['API port', () => server.base, CASES],
  ['account port', () => server.accounts, [...CASES, ...LINES]],
])('%s', (_port, origin, cases) => {
  test.each(cases)('%s is answered 400, and the connection ends', async (_what, headers) => {
    const request = ['GET /health HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n');
    expect(statusOf(await rawAnswer(origin(), request))).toBe(400);
  });

  test('a request with a host and a length is understood', async () => {
    const request = 'GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
    expect([200, 404, 503]).toContain(statusOf(await rawAnswer(origin(), request)));
  });
});
