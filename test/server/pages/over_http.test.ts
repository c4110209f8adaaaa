/** The account pages and the API over HTTP in one server: from a sign-up to a replaced key. */
import {request} from 'node:http';
import {connect} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {COUNTED, get, ownStore, type Store} from '../../helpers/limited.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {type Seen, visitor} from '../../helpers/visitor.ts';

let store: Store;
let server: Server;

beforeAll(async () => {
  store = ownStore();
  server = await startServer(store.dataDir, {WORKERS: '2'});
});
afterAll(async () => {
  await server?.stop();
  store.close();
});

const KEY = /fpd_live_[0-9A-Za-z]{38}/;

test('sign up, create a key, call the API, see usage, replace the key: the old one fails', async () => {
  const all: Seen[] = [];
  const browser = visitor(server.base, all);
  await browser.get('/account');
  const signedUp = await browser.submit('/account/sign-up', {
    email: 'whole@example.org',
    password: 'the whole way through',
  });
  expect([signedUp.status, signedUp.location]).toEqual([303, '/account']);
  await browser.get('/account');
  await browser.submit('/account/key/create');
  const [key] = KEY.exec((await browser.get('/account')).text)!;
  for (let i = 0; i < 3; i++) expect((await get(server.base, COUNTED, key)).status).toBe(404);

  // Usage is on the page as soon as it is flushed, within half a second.
  await expect
    .poll(async () => (await browser.get('/account')).text)
    .toMatch(/<tfoot><tr><th scope="row">Total<\/th><td class="figure">3<\/td><td class="figure">3<\/td>/);
  const {text} = await browser.get('/account');
  expect(text).toMatch(/Today<\/th>\s*<td class="figure">3<\/td>/);

  await browser.submit('/account/key/refresh', {key: '1'});
  const [fresh] = KEY.exec((await browser.get('/account')).text)!;
  expect((await get(server.base, '/api/v1/usage', key)).status).toBe(401);
  expect((await get(server.base, '/api/v1/usage', fresh)).status).toBe(200);
});

/** Status of a form of a million bytes, sent in one go or piece by piece. */
const sendMuch = (headers: Record<string, string | number>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${server.base}/account/sign-up`,
      {
        method: 'POST',
        agent: false,
        headers: {
          Origin: server.base,
          'Content-Type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.write('email='.padEnd(20_000, 'x'));
    if ('Content-Length' in headers) return;
    sent.write('x'.repeat(20_000));
  });

test.each<Record<string, string | number>>([{'Content-Length': 1_000_000}, {'Transfer-Encoding': 'chunked'}])(
  'a body over the bound is refused before it has arrived: %j',
  async (headers) => {
    expect(await sendMuch(headers)).toBe(413);
    expect((await fetch(`${server.base}/account`)).status).toBe(200);
  },
);

/** The answer to bytes as they are. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const {hostname, port} = new URL(server.base);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

test.each([
  '/site/../../../package.json',
  '/site/..%2f..%2f..%2fpackage.json',
  '/../package.json',
  '//etc/passwd',
  '/account/%2e%2e/%2e%2e/package.json',
  '/site/%',
])('a path like %s as it stands reaches no file', async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 (404|400) /);
  expect(answer).not.toContain('"dependencies"');
  expect(answer).not.toContain('root:');
});

test('no answer contains the host that a request claims', async () => {
  const answer = await raw(
    'GET /account HTTP/1.1\r\nHost: evil.example.com\r\nX-Forwarded-Host: evil.example.com\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).not.toContain('evil.example.com');
});

test('a page shows a closed account and a new tier set by another process', async () => {
  const browser = visitor(server.base, []);
  await browser.get('/account');
  await browser.submit('/account/sign-up', {email: 'operated@example.org', password: 'by the operator'});
  expect((await browser.get('/account')).text).toContain('<strong>Free</strong>');
  const {id} = store.accounts.byName('operated@example.org')!;
  store.accounts.setTier(id, 'developer');
  expect((await browser.get('/account')).text).toContain('<strong>Developer</strong>');
  store.accounts.close(id, new Date());
  expect((await browser.get('/account')).text).not.toContain('operated@example.org');
});
