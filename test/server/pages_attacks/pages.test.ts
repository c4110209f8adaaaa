/** Every response of the port: no frames, no injected markup, protected cookies. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Browser, openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';
import {CALLBACK, type ToolClient, toolClient} from '../../helpers/tool_client.ts';

let client: ToolClient;
let id: string;
let cookie: string;

beforeAll(async () => {
  client = await toolClient();
  id = await client.register();
  ({cookie} = client.account());
});
afterAll(() => client.close());

const get = (path: string, headers: Record<string, string> = {}) => client.app.request(path, {headers});

/** A page of each kind, or a refusal, with its status. */
const PAGES: Record<string, [status: number, answer: () => Promise<Response> | Response]> = {
  welcome: [200, () => get('/account')],
  dashboard: [200, () => get('/account', {Cookie: cookie})],
  consent: [200, () => client.authorize(client.authorizationParams(id), cookie)],
  'unknown client': [400, () => get('/oauth/authorize')],
  'wrong way back': [
    400,
    () => client.authorize(client.authorizationParams(id, {redirect_uri: 'https://evil.example'}), cookie),
  ],
  'no such request': [400, () => get('/oauth/consent?request=x', {Cookie: cookie})],
  'foreign form': [403, () => client.submit('/account/sign-in', {})],
  'no form': [
    415,
    () => client.post('/account/sign-in', 'text/plain', 'a', {Origin: client.services.origin}),
  ],
  'form that is too large': [
    413,
    () => client.submit('/account/sign-in', {a: 'x'.repeat(20_000)}, {Origin: client.services.origin}),
  ],
  'not found': [404, () => get('/account/nowhere')],
  'wrong verb': [405, () => client.app.request('/account', {method: 'DELETE'})],
  fault: [
    500,
    async () => {
      const {limits} = client.services;
      const look = () => {
        throw new Error('unreadable');
      };
      client.services.limits = {...limits, peek: look};
      const answer = await get('/account', {Cookie: cookie});
      client.services.limits = limits;
      return answer;
    },
  ],
};

describe.each(Object.entries(PAGES))('the page %s', (_, [status, open]) => {
  test('cannot be framed, runs no foreign script and is not cached', async () => {
    const answer = await open();
    expect(answer.status).toBe(status);
    const {headers} = answer;
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    const policy = headers.get('content-security-policy')!.split('; ');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy.join()).not.toMatch(/unsafe|data:|-src[^,]*\*/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
    });
  });
});

test.each([
  '/',
  '/nowhere',
  '/oauth/nowhere',
  '/oauth/token',
  '/mcp',
  '/.well-known/oauth-authorization-server',
])('the answer of %s is taken for nothing else than it says', async (path) => {
  const {headers} = await get(path);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
});

const PAYLOADS = [
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  'javascript:alert(1)',
  '</title><svg onload=alert(1)>',
];

/** Addresses that take what a visitor sends. */
const ECHOES: Record<string, (payload: string) => string> = {
  'a request': (it) => `/account?${new URLSearchParams({request: it})}`,
  'a language': (it) => `/account?${new URLSearchParams({lang: it})}`,
  'a parameter that nobody knows': (it) => `/account?${new URLSearchParams({[it]: it})}`,
  'a path': (it) => `/account/${encodeURIComponent(it)}`,
  'the request of a consent': (it) => `/oauth/consent?${new URLSearchParams({request: it})}`,
  'a client': (it) => `/oauth/authorize?${new URLSearchParams({client_id: it})}`,
  'a redirect address': (it) => `/oauth/authorize?${new URLSearchParams({client_id: id, redirect_uri: it})}`,
  'the state of an unknown client': (it) => `/oauth/authorize?${new URLSearchParams({state: it})}`,
};

describe.each(PAYLOADS)('%s', (payload) => {
  test.each(Object.keys(ECHOES))('in %s is escaped', async (name) => {
    for (const sent of ['', cookie]) {
      const text = await (await get(ECHOES[name]!(payload), {Cookie: sent})).text();
      expect(text).not.toContain(payload);
      expect(text).not.toMatch(/<(?:img|svg(?! class))|\son\w+=|(?:href|src|action)="\s*javascript:/i);
    }
  });

  test('in the name of a client is escaped, in the consent and in the dashboard', async () => {
    const principal = client.account(`holder-${PAYLOADS.indexOf(payload)}@example.org`);
    const named = await client.register([CALLBACK], payload);
    const page = await client.authorize(client.authorizationParams(named), principal.cookie);
    expect(await page.clone().text()).not.toContain(
      payload === 'javascript:alert(1)' ? `"${payload}` : payload,
    );
    const code = await client.code(client.authorizationParams(named), principal.cookie);
    expect((await client.token(client.exchange(named, code))).status).toBe(200);
    const dashboard = await (await get('/account', {Cookie: principal.cookie})).text();
    expect(dashboard).toContain('name="grant"');
    expect(dashboard).not.toMatch(/<script>|<img|<svg onload/);
  });

  test('in a state is returned to the client only, encoded', async () => {
    const answer = await client.authorize(
      client.authorizationParams(id, {state: payload, response_type: 'x'}),
      cookie,
    );
    const location = answer.headers.get('location')!;
    expect(location.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(new URL(location).searchParams.get('state')).toBe(payload);
    expect(await answer.text()).toBe('');
  });
});

describe('cookies', () => {
  const opened: Pages[] = [];
  afterAll(() => {
    for (const pages of opened) pages.close();
  });

  /** Everything that sets a cookie, in a row. */
  async function linesOf(origin: string): Promise<string[]> {
    const pages = await openPages(origin);
    opened.push(pages);
    const {name} = await pages.account('cookies@example.org');
    const set: string[] = [];
    const note = ({headers}: Awaited<ReturnType<Browser['get']>>) => set.push(...headers.getSetCookie());
    const browser = await pages.browser();
    browser.cookies.clear();
    note(await browser.get('/account?lang=fr'));
    note(await browser.post('/account/sign-in', {email: name, password: PASSWORD}));
    note(await browser.get('/account'));
    note(await browser.post('/account/sign-out'));
    return set;
  }

  test.each([
    ['http://accounts.example.org', 'account', false],
    ['https://accounts.example.org', '__Host-account', true],
  ] as const)(
    'of %s are called %s and are out of reach for scripts and other sites',
    async (origin, name, secure) => {
      const all = await linesOf(origin);
      const isHint = (line: string): boolean => line.startsWith('signed_in=');
      const set = all.filter((line) => !isHint(line));
      // Scripts may read that somebody is signed in, and nothing else.
      const attributes = `Path=/${secure ? '; Secure' : ''}; SameSite=Lax`;
      expect(all.filter(isHint)).toEqual([
        `signed_in=1; Max-Age=1209600; ${attributes}`,
        `signed_in=; Max-Age=0; ${attributes}`,
      ]);
      expect(set.map((line) => line.split('=')[0]).toSorted()).toEqual([name, name, name, 'lang'].toSorted());
      for (const line of set) {
        const parts = line.split('; ').slice(1);
        expect(parts).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']));
        expect(parts.includes('Secure'), line).toBe(secure);
        expect(parts.some((part) => part.startsWith('Domain'))).toBe(false);
      }
      const values = set.filter((line) => line.startsWith(name)).map((line) => line.split(/[=;]/)[1]);
      expect(new Set(values).size).toBe(3);
    },
  );
});

describe('redirect targets', () => {
  const AWAY = ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'];
  const NAMES = [
    'next',
    'return',
    'return_to',
    'redirect',
    'redirect_uri',
    'url',
    'continue',
    'to',
    'request',
  ];
  test.each(AWAY)('no sign-in redirects to %s', async (address) => {
    const pages = await openPages();
    const {name} = await pages.account('away@example.org');
    const browser = await pages.browser();
    const given = Object.fromEntries(NAMES.map((one) => [one, address]));
    await browser.get(`/account?${new URLSearchParams(given)}`);
    const answer = await browser.post('/account/sign-in', {...given, email: name, password: PASSWORD});
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    const page = await browser.get(`/account?${new URLSearchParams(given)}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/(?:href|action|content)="[^"]*(?:\/\/|\\)evil\.example/);
    pages.close();
  });
});

describe('a repeated field', () => {
  test('does not bypass the token of a form', async () => {
    const principal = client.account('twice@example.org');
    const fields = await client.fieldsOf(await get('/account', {Cookie: principal.cookie}));
    const send = (csrf: readonly string[]) =>
      client.submit(
        '/account/key/create',
        {csrf},
        {Origin: client.services.origin, Cookie: principal.cookie},
      );
    expect((await send(['wrong', fields['csrf']!])).status).toBe(403);
    expect(client.tables.keys.active(principal.id)).toEqual([]);
  });

  test('with both decisions declines a consent', async () => {
    const principal = client.account('both@example.org');
    const fields = await client.fieldsOf(
      await client.authorize(client.authorizationParams(id), principal.cookie),
    );
    const answer = await client.decide({...fields, decision: ['allow', 'deny']}, principal.cookie);
    expect(answer.headers.get('location') ?? '').not.toContain('code=');
    expect(client.tables.grants.connected(principal.id, new Date(client.clock.now))).toEqual([]);
  });
});
