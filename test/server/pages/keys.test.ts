/** The forms for the key: one key, shown once, refused at once after its replacement. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {isWellFormed} from '../../../server/accounts/api_key.ts';
import {handle} from '../../helpers/handle.ts';
import {openPages, type Pages} from '../../helpers/pages.ts';

let pages: Pages;
let made = 0;

beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const KEY = /fpd_live_[0-9A-Za-z]{38}/g;

const keysIn = (text: string): string[] => [...new Set(text.match(KEY) ?? [])];

async function signedIn() {
  const account = await pages.account(`keys-${made++}@example.org`);
  return {account, browser: await pages.signedIn(account)};
}

/** Status of a request with the key. */
const ask = async (key: string): Promise<number> =>
  (await handle({method: 'GET', target: '/api/v1/usage', headers: {'x-api-key': key}}, pages.context)).status;

test('a new key is shown whole once, by an uncached page, and works', async () => {
  const {account, browser} = await signedIn();
  const answer = await browser.post('/account/key/create');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
  expect(JSON.stringify([...answer.headers]) + answer.text).not.toMatch(KEY);

  const first = await browser.get('/account');
  const [key, ...more] = keysIn(first.text);
  expect(more).toEqual([]);
  expect(isWellFormed(key!)).toBe(true);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(first.text).toContain(`curl -H &#39;X-API-Key: ${key}&#39;`);
  expect(await ask(key!)).toBe(200);

  const second = await browser.get('/account');
  expect(keysIn(second.text)).toEqual([]);
  expect(second.text).toContain(key!.slice(0, 13));
  expect(pages.tables.keys.active(account.id)?.prefix).toBe(key!.slice(0, 13));
});

test('HEAD and prefetch do not use up the key', async () => {
  const {browser} = await signedIn();
  await browser.post('/account/key/create');
  const early = await browser.get('/account', {'Sec-Purpose': 'prefetch;prerender'});
  expect(keysIn(early.text)).toEqual([]);
  expect(keysIn((await browser.get('/account')).text)).toHaveLength(1);
});

test('the key is available for five minutes, to its browser only', async () => {
  const {account, browser} = await signedIn();
  await browser.post('/account/key/create');
  const other = await pages.signedIn(account);
  expect(keysIn((await other.get('/account')).text)).toEqual([]);
  pages.clock.now += 300_000;
  expect(keysIn((await browser.get('/account')).text)).toEqual([]);
});

test('an account has one key, which only refresh replaces', async () => {
  const {browser} = await signedIn();
  const none = await browser.submit('/account/key/refresh');
  expect(none.text).toContain('There is no active key.');
  const [old] = keysIn((await browser.submit('/account/key/create')).text);
  const again = await browser.submit('/account/key/create');
  expect(again.text).toContain('There is an active key already.');
  expect(keysIn(again.text)).toEqual([]);
  const [fresh] = keysIn((await browser.submit('/account/key/refresh')).text);
  expect(fresh).not.toBe(old);
});

test('of keys created concurrently one is shown', async () => {
  const {browser} = await signedIn();
  await Promise.all(Array.from({length: 8}, () => browser.post('/account/key/create')));
  const [key, ...more] = keysIn((await browser.get('/account')).text);
  expect(more).toEqual([]);
  expect(await ask(key!)).toBe(200);
});

test('a revoked key is refused, and a new one can be created', async () => {
  const {browser} = await signedIn();
  const [key] = keysIn((await browser.submit('/account/key/create')).text);
  expect((await browser.submit('/account/key/revoke')).text).toContain('The key was revoked');
  expect(pages.store.find(key!)).toBeNull();
  expect((await browser.submit('/account/key/revoke')).text).toContain('There is no active key.');
  expect(keysIn((await browser.submit('/account/key/create')).text)).toHaveLength(1);
});

test('a key that was replaced elsewhere is no longer shown', async () => {
  const {account, browser} = await signedIn();
  await browser.post('/account/key/create');
  const other = await pages.signedIn(account);
  expect(keysIn((await other.submit('/account/key/refresh')).text)).toHaveLength(1);
  expect(keysIn((await browser.get('/account')).text)).toEqual([]);
});
