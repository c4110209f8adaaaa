/** Every form of the account pages: who may send it, what it does, and what it says. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Account} from '../../../server/accounts/accounts.ts';
import {FORM_PATHS} from '../../../server/pages/forms/index.ts';
import {openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';

/** Forms that are on pages of their own: test/server/mail. */
const OWN_PAGE = /(forgot|reset|confirm)$/;

let pages: Pages;
let made = 0;

beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const account = () => pages.account(`forms-${made++}@example.org`);

test('the forms are those written out by hand', () => {
  const names = [
    'sign-up',
    'sign-in',
    'sign-out',
    'password',
    'passkey/sign-in',
    'passkey/add',
    'passkey/remove',
    'key/create',
    'key/refresh',
    'key/revoke',
    'grants/revoke',
    'forgot',
    'reset',
    'confirm',
    'verify',
    'address',
    'notices',
    'close',
    'act',
    'invitation',
    'leave',
    'members/invite',
    'members/role',
    'members/remove',
    'alerts/add',
    'alerts/pause',
    'alerts/remove',
    'alerts/renew',
    'alerts/resume',
  ];
  expect(FORM_PATHS.toSorted()).toEqual(names.map((name) => `/account/${name}`).toSorted());
});

describe.each(FORM_PATHS)('%s', (path) => {
  const refusals: [
    what: string,
    status: number,
    fields: Record<string, string>,
    headers: Record<string, string>,
  ][] = [
    ['from a foreign page', 403, {}, {Origin: 'https://evil.example.com'}],
    ['from the same host by another scheme', 403, {}, {Origin: 'https://accounts.example.org'}],
    ['from a page without an origin', 403, {}, {Origin: 'null'}],
    ['that does not say where it comes from', 403, {}, {Origin: ''}],
    ['without a token', 403, {csrf: ''}, {}],
    ['with a wrong token', 403, {csrf: 'A'.repeat(43)}, {}],
    ['in another form', 415, {}, {'Content-Type': 'application/json'}],
    ['that is too large', 413, {more: 'x'.repeat(16_384)}, {}],
  ];
  test.each(refusals)('refuses a form %s, and changes nothing', async (_, status, fields, headers) => {
    const mine = await account();
    const {id, name} = mine;
    const browser = await pages.signedIn(mine);
    const before = pages.tables.keys.active(id);
    const answer = await browser.post(
      path,
      {email: name, password: PASSWORD, old: PASSWORD, new: 'another password', ...fields},
      headers,
    );
    expect(answer.status).toBe(status);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(pages.tables.keys.active(id)).toEqual(before);
    expect((await browser.get('/account')).text).toContain(name);
  });

  test('refuses the token of somebody else', async () => {
    const [mine, other] = [await pages.browser(), await pages.browser()];
    const {text} = await other.get('/account');
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(text)!;
    expect((await mine.post(path, {csrf: csrf!})).status).toBe(403);
  });

  test.skipIf(OWN_PAGE.test(path))('redirects GET to the page', async () => {
    const answer = await (await pages.browser()).get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
  });
});

test.each(FORM_PATHS.filter((path) => !/sign-(up|in)$/.test(path) && !OWN_PAGE.test(path)))(
  '%s asks to sign in first',
  async (path) => {
    const browser = await pages.browser();
    const {headers} = await browser.post(path);
    expect(headers.get('location')).toBe('/account');
    expect((await browser.get('/account')).text).toContain('Sign in first.');
  },
);

test('signing up creates a free account without a key and signs in', async () => {
  const browser = await pages.browser('198.51.100.1');
  const {text} = await browser.submit('/account/sign-up', {
    email: ' New.One@Example.ORG ',
    password: 'a password of mine',
  });
  expect(text).toContain('new.one@example.org');
  expect(text).toContain('Your account is ready.');
  const {id, tier} = pages.tables.accounts.byName('new.one@example.org')!;
  expect(tier).toBe('free');
  expect(pages.tables.keys.active(id)).toEqual([]);
});

test.each([
  [{email: 'nobody', password: 'long enough to do'}, ['Enter an e-mail address']],
  [{email: 'some@example.org', password: 'short'}, ['Enter a password of 12 to 128']],
  [{email: 'some@example.org', password: 'x'.repeat(129)}, ['Enter a password of 12 to 128']],
  [{}, ['Enter an e-mail address', 'Enter a password of 12 to 128']],
])('signing up with %j tells what is wrong, at the field and above', async (fields, errors) => {
  const {text} = await (await pages.browser()).submit('/account/sign-up', fields as Record<string, string>);
  for (const fault of errors) expect(text.split(fault)).toHaveLength(3);
  const links = [...text.matchAll(/<li><a href="#([\w-]+)">/g)].map(([, id]) => id!);
  expect(links).toHaveLength(errors.length);
  for (const id of links) expect(text).toMatch(new RegExp(`<input id="${id}"[^>]+aria-invalid="true"`));
  expect(text).toContain('<title>Error: ');
});

test('an e-mail has one account in any spelling', async () => {
  const {name} = await account();
  const browser = await pages.browser('198.51.100.2');
  const {text} = await browser.submit('/account/sign-up', {
    email: name.toUpperCase(),
    password: 'another password',
  });
  expect(text).toContain('There is an account with this e-mail already.');
  expect(text).not.toContain('Signed in as');
});

test('one client address may request ten accounts an hour', async () => {
  const sign = async (i: number, address = '198.51.100.3') => {
    const browser = await pages.browser(address);
    return browser.post('/account/sign-up', {
      email: `mass-${i}@example.org`,
      password: 'mass sign-up is bad',
    });
  };
  const answers = await Promise.all(Array.from({length: 14}, (_, i) => sign(i)));
  expect(answers.filter(({status}) => status === 303)).toHaveLength(10);
  const refused = answers.filter(({status}) => status === 429);
  expect(refused).toHaveLength(4);
  expect(refused[0]!.headers.get('retry-after')).toBe('3600');
  expect((await sign(20, '198.51.100.4')).status).toBe(303);
  pages.clock.now += 3_600_000;
  expect((await sign(21)).status).toBe(303);
});

test('an IPv6 site may request twenty accounts an hour, from whichever of its networks', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 22; i++) {
    const browser = await pages.browser(`2001:db8:99:${i.toString(16)}::1`);
    const fields = {email: `site-${i}@example.org`, password: 'mass sign-up is bad'};
    statuses.push((await browser.post('/account/sign-up', fields)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(303), 429, 429]);
});

test('signing out deletes the session, and its cookie is invalid', async () => {
  const browser = await pages.signedIn(await account());
  const held = new Map(browser.cookies);
  expect((await browser.submit('/account/sign-out')).text).toContain('You are signed out.');
  expect(browser.cookies.get('account')).not.toBe(held.get('account'));
  const otherBrowser = await pages.browser();
  otherBrowser.cookies.set('account', held.get('account')!);
  expect((await otherBrowser.get('/account')).text).not.toContain('Signed in as');
});

test('a grant is revoked by its own account only', async () => {
  const [mine, other] = [await account(), await account()];
  const now = new Date(pages.clock.now);
  const {clients, grants} = pages.tables;
  clients.add({id: 'a-client', name: 'A client', redirect_uris: ['http://127.0.0.1/']}, now);
  const grant = grants.add({account: mine.id, client: 'a-client', scope: 'data:read', resource: 'x'}, now);
  const send = async (by: Account, value: string) =>
    (await pages.signedIn(by)).submit('/account/grants/revoke', {grant: value});

  for (const value of ['', 'x', '-1', '1e3', '9'.repeat(30), `${grant} OR 1=1`]) {
    expect((await send(mine, value)).text, value).toContain('This client is not connected.');
  }
  expect((await send(other, String(grant))).text).toContain('This client is not connected.');
  expect(grants.find(grant)).not.toBeNull();
  expect((await send(mine, String(grant))).text).toContain('The client was disconnected.');
  expect(grants.find(grant)).toBeNull();
});
