/** Every page: headers, assets, languages, and escaped input. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {hashSecret} from '../../../server/accounts/secrets.ts';
import {openPages, type Pages} from '../../helpers/pages.ts';

let pages: Pages;
let made = 0;

beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=UTF-8',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A page of each kind. */
const KINDS: Record<string, () => Promise<{status: number; headers: Headers; text: string}>> = {
  welcome: async () => (await pages.browser()).get('/account'),
  dashboard: async () =>
    (await pages.signedIn(await pages.account(`kind-${made++}@example.org`))).get('/account'),
  'not found': async () => (await pages.browser()).get('/account/nowhere'),
  refused: async () => (await pages.browser()).post('/account/sign-in', {csrf: 'x'}),
};

test.each(Object.entries(KINDS))(
  'the page %s has all headers, and no script or style of its own',
  async (_, get) => {
    const {headers, text} = await get();
    expect(Object.fromEntries(headers)).toMatchObject(HEADERS);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toMatch(/<link rel="(canonical|alternate)"/);
    // Refreshing for newer data would take a new key away.
    expect(text).not.toMatch(/data-build|id="newer"/);
    expect(text).not.toMatch(/<style|\sstyle=|<script(?! src="\/site\/)|\son\w+="/);
    expect(text).toMatch(/^<!doctype html><html lang="en">/);
  },
);

test.each(Object.entries(KINDS))(
  'the page %s is good to use by keyboard and screen reader',
  async (_, get) => {
    const {text} = await get();
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    const named = [...text.matchAll(/aria-(?:labelledby|describedby)="([^"]+)"/g)].flatMap(([, all]) =>
      all!.split(' '),
    );
    for (const id of named) expect(ids).toContain(id);
    const fields = [...text.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id!);
    for (const id of fields) expect(text).toContain(`<label for="${id}">`);
    for (const mark of [
      '<a class="skip" href="#main">',
      '<header',
      '<main id="main"',
      '<footer',
      '<nav aria-label=',
    ]) {
      expect(text).toContain(mark);
    }
    expect(text.match(/<h1>/g)).toHaveLength(1);
  },
);

test('the header leads to the site, in the language of the page, where there is one', async () => {
  const browser = await pages.browser();
  expect((await browser.get('/account?lang=fr')).text).not.toContain('"/fr/');
  pages.services.hasSite = true;
  const {text} = await browser.get('/account?lang=fr');
  pages.services.hasSite = false;
  expect(text).toContain('<a href="/fr/about">À propos</a>');
  expect(text).toContain(
    '<a href="/account?lang=fr" data-signed-in="Votre compte" aria-current="true">Compte</a>',
  );
});

test('tiers that cost something stand beside the free one where somebody can be asked for them', async () => {
  const read = async () => (await (await pages.browser()).get('/account?lang=en')).text;
  const tiers = (text: string) =>
    [...text.matchAll(/<tr><th scope="row">(\w+)<\/th>/g)].map(([, name]) => name);
  const alone = await read();
  expect(tiers(alone)).toEqual([]);
  expect(alone).toContain('New accounts have the Free tier');
  // Visitors read what they can do themselves, and no command of an operator.
  expect(alone).toContain('Create an account with another e-mail address');
  // Over HTTP, by an address without a name, browsers have no passkeys.
  expect(alone).not.toContain('passkey, sign in with it');
  const forgot = (await (await pages.browser()).get('/account/forgot?lang=en')).text;
  expect(forgot).toContain('This service sends no mail');
  expect(alone + forgot).not.toContain('fpd-admin');
  pages.services.contact = 'data@example.org';
  const text = await read();
  pages.services.contact = null;
  expect(tiers(text)).toEqual(['Free', 'Developer', 'Pro', 'Enterprise']);
  expect(text).toContain('<td class="figure">100,000</td>');
  expect(text).toContain('<a href="mailto:data@example.org">');
});

test('pages name their assets by content hash, and assets are cached for long', async () => {
  const browser = await pages.browser();
  const {text} = await browser.get('/account');
  const paths = [...text.matchAll(/(?:href|src)="(\/site\/[^"]+)"/g)].map(([, path]) => path!);
  expect(paths.map((path) => path.split('/').at(-1)).toSorted()).toEqual([
    'account.css',
    'icon.svg',
    'passkeys.js',
    'site.css',
    'site.js',
  ]);
  for (const path of paths) {
    expect(path).toMatch(/^\/site\/[\da-f]{12}\/[\w.]+$/);
    const {status, headers, text: body} = await browser.get(path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(body).not.toBe('');
  }
});

test.each([
  '/site/../site.ts',
  '/site/%2e%2e/site.ts',
  '/site/..%2fsite.ts',
  '/site/..%5csite.ts',
  '/site/%00',
  '/site//etc/passwd',
  '/site/%2fetc%2fpasswd',
  '/site/000000000000/site.css',
  '/site/site.css',
  '/site/',
])('no file is reached by %s', async (path) => {
  expect((await (await pages.browser()).get(path)).status).toBe(404);
});

const PAYLOADS = [
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '</title><img src=x>',
  '&lt;',
  '\r\nSet-Cookie: a=b',
];

test.each(PAYLOADS)('an e-mail like %j comes back as text', async (payload) => {
  const browser = await pages.browser();
  for (const form of ['sign-in', 'sign-up']) {
    pages.clock.now += 900_000;
    const posted = await browser.post(`/account/${form}`, {email: payload, password: 'long enough to do'});
    expect(posted.headers.get('location')).toBe('/account');
    expect(posted.headers.getSetCookie()).toEqual([]);
    const {text, headers} = await browser.get('/account');
    expect(headers.get('a')).toBeNull();
    expect(text).not.toMatch(/<script>|<img/);
    const [, value] = /type="email"[^>]* value="([^"]*)"/.exec(text)!;
    const back = value!.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    expect(back).toBe(payload);
  }
});

test('an e-mail that looks like markup is shown as text', async () => {
  const email = '"<b>bold</b>"@example.org';
  const browser = await pages.signedIn(await pages.account(email));
  const {text} = await browser.get('/account');
  expect(text).toContain('&quot;&lt;b>bold&lt;/b>&quot;@example.org');
  expect(text).not.toContain('<b>');
});

test.each([
  ['?lang="><script>', 'en'],
  ['?lang=fr&x=%22%3E%3Cscript%3E', 'fr'],
  ['?lang=fr%0d%0aSet-Cookie:%20a=b', 'en'],
])('the query %s becomes no part of the page or its headers', async (query, language) => {
  const {text, headers} = await (await pages.browser()).get(`/account${query}`);
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).not.toContain('"><script>');
  expect(headers.getSetCookie().join()).not.toContain('a=b');
});

test('the language is the requested one, then the remembered one, then that of the browser', async () => {
  const browser = await pages.browser();
  const language = async (path: string, accept = '') =>
    /<html lang="(\w+)">/.exec((await browser.get(path, {'Accept-Language': accept})).text)![1];
  expect(await language('/account')).toBe('en');
  expect(await language('/account', 'de, fr-CA;q=0.8, en;q=0.5')).toBe('fr');
  expect(await language('/account', 'fr;q=0, en')).toBe('en');
  expect(await language('/account?lang=de', 'fr')).toBe('fr');
  expect(await language('/account?lang=en', 'fr')).toBe('en');
  expect(await language('/account', 'fr')).toBe('en');
  expect(await language('/account?lang=fr')).toBe('fr');
  expect(await language('/account')).toBe('fr');
  expect(browser.cookies.get('lang')).toBe('fr');
});

test('a redirect keeps the language of the link that led to it', async () => {
  const browser = await pages.browser();
  const languageAfter = async (path: string): Promise<string> => {
    const {status, headers} = await browser.get(path);
    expect(status).toBe(303);
    return /<html lang="(\w+)">/.exec((await browser.get(headers.get('location')!)).text)![1]!;
  };
  expect(await languageAfter('/account/alerts?lang=fr')).toBe('fr');
  expect(await languageAfter('/account/alerts?lang=en')).toBe('en');
  const owner = await pages.signedIn(await pages.account('redirected@example.org'));
  const {headers} = await owner.get('/account?page=alerts&lang=fr');
  expect((await owner.get(headers.get('location')!)).text).toContain('<html lang="fr">');
});

test('every page links to itself in the other language', async () => {
  const browser = await pages.browser();
  const other = async (path: string) =>
    /<a href="([^"]+)" lang="fr"/.exec((await browser.get(path)).text)![1];
  expect(await other('/account')).toBe('/account?lang=fr');
  expect(await other('/account?a=1&lang=en')).toBe('/account?a=1&amp;lang=fr');
  const refused = await browser.post('/account/sign-out', {csrf: ''});
  expect(refused.text).toContain('<a href="/account?lang=fr" lang="fr"');
});

test.each([
  ['http://localhost:8081/account?lang=fr', 'http://127.0.0.1:8081/account?lang=fr'],
  ['http://[::1]:8081/account', 'http://127.0.0.1:8081/account'],
  ['http://127.0.0.1:8081/account', null],
  ['http://localhost:9000/account', null],
  ['http://inner.example.org:8081/account', null],
])('who opens %s is sent to %s', async (address, location) => {
  const home = await openPages('http://127.0.0.1:8081');
  const {headers} = await (await home.browser()).get(address);
  expect(headers.get('location')).toBe(location);
  home.close();
});

test('a pending request for consent survives the sign-in', async () => {
  const {pending} = pages.tables;
  pending.add(hashSecret('fpd_ask_known'), {}, new Date(pages.clock.now + 60_000));
  const browser = await pages.browser();
  const {text} = await browser.get('/account?request=fpd_ask_known');
  expect(text.match(/name="request" value="fpd_ask_known"/g)).toHaveLength(2);
  expect((await browser.get('/account?request=unknown')).text).not.toContain('name="request"');

  const fields = {email: 'going-on@example.org', password: 'long enough to do'};
  const to = async (request: string, password = fields.password) => {
    const one = await pages.browser('192.0.2.33');
    const form = pages.tables.accounts.byName(fields.email) ? 'sign-in' : 'sign-up';
    return (await one.post(`/account/${form}`, {...fields, password, request})).headers.get('location');
  };
  expect(await to('fpd_ask_known')).toBe('/oauth/consent?request=fpd_ask_known');
  expect(await to('fpd_ask_known')).toBe('/oauth/consent?request=fpd_ask_known');
  expect(await to('fpd_ask_known', 'not the password')).toBe('/account?request=fpd_ask_known');
  for (const evil of ['https://evil.example.com', '//evil.example.com', '/\\evil.example.com', 'x\r\nX: y']) {
    expect(await to(evil)).toBe('/account');
  }
});
