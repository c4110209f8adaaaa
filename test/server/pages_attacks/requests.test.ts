/**
 * Requests that no browser would send: paths out of the tree, other hosts, headers in parameters, other
 * verbs.
 */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {FORM_PATHS} from '../../../server/pages/forms/index.ts';
import {assetPath} from '../../../server/site/assets.ts';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {lines, rawAnswer, statusOf} from '../../helpers/raw_http.ts';
import {failures, type Server, startServer} from '../../helpers/stack.ts';

const EVIL = 'evil.example.com';
/** Statuses of what was understood or refused. */
const GOOD = [200, 303, 400, 404, 405, 505];

const CALLBACK = 'https://client.example/callback';

let store: Store;
let server: Server;
let client: string;

beforeAll(async () => {
  store = ownStore();
  server = await startServer(store.dataDir, {WORKERS: '1'});
  const registered = await fetch(`${server.base}/oauth/register`, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({redirect_uris: [CALLBACK]}),
  });
  client = ((await registered.json()) as {client_id: string}).client_id;
});
afterAll(async () => {
  await server?.stop();
  store.close();
});

const ask = (first: string, headers?: readonly string[]) => rawAnswer(server.base, lines(first, headers));

/** The head of an answer, in lines. */
const headOf = (answer: string): string[] => answer.split('\r\n\r\n')[0]!.split('\r\n');

describe('no file is reachable by', () => {
  const UP = [
    '../',
    '..%2f',
    '..%2F',
    '%2e%2e/',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..%252f',
    '..\\',
    '..%5c',
    '..%255c',
  ];
  const LESS_USUAL = ['..;/', '.%00./', '..%c0%af', '..%ef%bc%8f', '....//'];
  const FOLDERS = ['/', '/.well-known/', assetPath('site.css').replace('site.css', '')];
  test.each([...UP, ...LESS_USUAL])('%s', async (up) => {
    for (const folder of FOLDERS) {
      for (const file of ['package.json', 'etc/passwd', 'site.css']) {
        const path = folder + up.repeat(8) + file;
        const answer = await ask(`GET ${path} HTTP/1.1`);
        expect([400, 404], path).toContain(statusOf(answer));
        expect(answer, path).not.toMatch(/"dependencies"|root:|:root/);
      }
    }
  });
});

describe('a foreign host', () => {
  test.each<[string, string, string[]]>([
    ['in the header', '/account', [`Host: ${EVIL}`]],
    ['in the header, with our port', '/account', [`Host: ${EVIL}:8081`]],
    ['behind a user', '/account', [`Host: 127.0.0.1@${EVIL}`]],
    ['before a path', '/account', [`Host: ${EVIL}/a`]],
    ['with a backslash', '/account', [`Host: ${EVIL}\\a`]],
    ['with spaces', '/account', [`Host: a ${EVIL}`]],
    ['as a port', '/account', [`Host: 127.0.0.1:${EVIL}`]],
    ['as the target', `http://${EVIL}/account`, ['Host: x']],
    ['as the target without a scheme', `//${EVIL}/account`, ['Host: x']],
    ['as a user in the target', `http://x@${EVIL}/account`, ['Host: x']],
    [
      'in headers of proxies',
      '/account',
      ['Host: x', `X-Forwarded-Host: ${EVIL}`, `Forwarded: host=${EVIL}`],
    ],
    [
      'in headers that rewrite',
      '/account',
      ['Host: x', `X-Original-URL: http://${EVIL}`, `X-Rewrite-URL: /${EVIL}`],
    ],
    ['twice', '/account', ['Host: x', `Host: ${EVIL}`]],
    ['in the header, for metadata', '/.well-known/oauth-authorization-server', [`Host: ${EVIL}`]],
    ['in the header, for the consent', '/oauth/consent?request=x', [`Host: ${EVIL}`]],
    ['in the header, for tools', '/mcp', [`Host: ${EVIL}`]],
  ])('%s stands in no answer', async (_, target, headers) => {
    const answer = await ask(`GET ${target} HTTP/1.1`, headers);
    expect(GOOD).toContain(statusOf(answer));
    // A page links to itself in the other language, by path only.
    expect(answer).not.toMatch(new RegExp(`(//|@|Location:.*)${EVIL.replaceAll('.', '\\.')}`, 'i'));
  });

  test('a missing host is refused', async () => {
    expect(statusOf(await ask('GET /account HTTP/1.1', []))).toBe(400);
  });
});

describe('header injection by a parameter', () => {
  const INJECTED = [
    '%0d%0aX-Injected:%201',
    '%0aX-Injected:%201',
    '%0d%0a%0d%0aX-Injected:%201',
    '%E5%98%8A%E5%98%8DX-Injected:%201',
  ];
  const TARGETS: Record<string, (payload: string) => string> = {
    'the language': (it) => `/account?lang=fr${it}`,
    'the request that waits': (it) => `/account?request=${it}`,
    'the consent': (it) => `/oauth/consent?request=${it}`,
    'the path': (it) => `/account/${it}`,
    'the client': (it) => `/oauth/authorize?client_id=${it}`,
    'the redirect address': (it) => `/oauth/authorize?client_id=${client}&redirect_uri=${CALLBACK}${it}`,
    'the state': (it) => `/oauth/authorize?client_id=${client}&redirect_uri=${CALLBACK}&state=${it}`,
  };
  test.each(Object.keys(TARGETS))('%s adds no header', async (name) => {
    for (const payload of INJECTED) {
      const answer = await ask(`GET ${TARGETS[name]!(payload)} HTTP/1.1`);
      expect(GOOD).toContain(statusOf(answer));
      expect(headOf(answer).filter((line) => /^\s*X-Injected/i.test(line))).toEqual([]);
      expect(answer.split('\r\n\r\n')[1] ?? '').not.toMatch(/^X-Injected/);
    }
  });

  test('the state reaches the client unchanged', async () => {
    const answer = await ask(`GET ${TARGETS['the state']!('a%0d%0aX-Injected:%201')} HTTP/1.1`);
    const [, location] = /^location: (.*)$/im.exec(answer)!;
    expect(new URL(location!).searchParams.get('state')).toBe('a\r\nX-Injected: 1');
  });

  test('a form adds no header either', async () => {
    const page = await fetch(`${server.base}/account`);
    const [cookie] = page.headers.getSetCookie()[0]!.split(';');
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(await page.text())!;
    const answer = await fetch(`${server.base}/account/sign-up`, {
      method: 'POST',
      redirect: 'manual',
      headers: {Origin: server.base, Cookie: cookie!},
      body: new URLSearchParams({csrf: csrf!, request: 'x\r\nX-Injected: 1', email: 'a\r\nX-Injected: 1@b'}),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    expect(answer.headers.get('x-injected')).toBeNull();
  });
});

describe('undeclared methods', () => {
  const DECLARED: Record<string, string> = {
    '/account': 'GET, HEAD',
    // Answered by threads of the API, which takes preflights everywhere.
    [assetPath('site.css')]: 'GET, HEAD, OPTIONS',
    ...Object.fromEntries(FORM_PATHS.map((path) => [path, 'GET, HEAD, POST'])),
    '/oauth/authorize': 'GET, HEAD',
    '/oauth/consent': 'GET, HEAD, POST',
    '/oauth/token': 'POST',
    '/oauth/register': 'POST',
    '/oauth/revoke': 'POST',
    '/.well-known/oauth-authorization-server': 'GET, HEAD',
    '/mcp': 'POST, OPTIONS',
    '/mcp/': 'POST, OPTIONS',
  };
  const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];

  test.each(Object.entries(DECLARED))('%s allows %s', async (path, allow) => {
    for (const verb of VERBS.filter((one) => !allow.split(', ').includes(one))) {
      const answer = await ask(`${verb} ${path} HTTP/1.1`, ['Host: x', 'X-Secret: told-in-confidence']);
      expect([verb, statusOf(answer)]).toEqual([verb, 405]);
      expect(headOf(answer).map((line) => line.toLowerCase())).toContain(`allow: ${allow.toLowerCase()}`);
      expect(answer).not.toContain('told-in-confidence');
    }
  });

  test('are not overridden by a header or a field', async () => {
    const headers = [
      'Host: x',
      'X-HTTP-Method-Override: POST',
      'X-Method-Override: DELETE',
      'X-HTTP-Method: PUT',
    ];
    expect(statusOf(await ask('GET /account?_method=DELETE HTTP/1.1', headers))).toBe(200);
  });
});

test('no attack caused a server error', () => {
  expect(failures(server)).toEqual([]);
});
