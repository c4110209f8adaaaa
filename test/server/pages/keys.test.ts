/** The forms for keys: at most two, each shown once, refused at once after its replacement. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {isWellFormed} from '../../../server/accounts/api_key.ts';
import {NEW_KEYS} from '../../../server/pages/attempt_limits.ts';
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

/** What a form says of an active key of the account, the oldest being number 1. */
const keyOf = ({id}: {id: number}, number: number) => ({
  key: String(pages.tables.keys.active(id)[number - 1]?.id),
});

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
  expect(first.text).toContain(`curl -H 'X-API-Key: ${key}'`);
  expect(await ask(key!)).toBe(200);

  const second = await browser.get('/account');
  expect(keysIn(second.text)).toEqual([]);
  expect(second.text).toContain(key!.slice(0, 13));
  expect(pages.tables.keys.active(account.id)[0]?.prefix).toBe(key!.slice(0, 13));
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

test('keys rotate without an outage: the second works before the first is revoked', async () => {
  const {account, browser} = await signedIn();
  const [old] = keysIn((await browser.submit('/account/key/create', {name: 'nightly job'})).text);
  const [fresh] = keysIn((await browser.submit('/account/key/create', {name: '  next\n year '})).text);
  expect(fresh).not.toBe(old);
  expect([await ask(old!), await ask(fresh!)]).toEqual([200, 200]);
  const both = pages.tables.keys.active(account.id);
  expect(both.map(({name}) => name)).toEqual(['nightly job', 'next year']);
  expect((await browser.get('/account')).text).toContain('<h3>nightly job</h3>');
  await browser.submit('/account/key/revoke', keyOf(account, 1));
  expect(pages.store.find(old!)).toBeNull();
  expect(await ask(fresh!)).toBe(200);
  await browser.submit('/account/key/create', {});
  expect(pages.tables.keys.active(account.id)).toHaveLength(2);
});

test('an account on Free has two keys at most; each is replaced by itself and keeps its name', async () => {
  const {account, browser} = await signedIn();
  const none = await browser.submit('/account/key/refresh', keyOf(account, 1));
  expect(none.text).toContain('That key is not active any more.');
  const [first] = keysIn((await browser.submit('/account/key/create', {name: 'one'})).text);
  const [second] = keysIn((await browser.submit('/account/key/create', {name: 'two'})).text);
  const third = await browser.submit('/account/key/create', {name: 'three'});
  expect(third.text).toContain('as many keys as its tier allows');
  expect(keysIn(third.text)).toEqual([]);
  const [fresh] = keysIn((await browser.submit('/account/key/refresh', keyOf(account, 2))).text);
  expect([await ask(first!), await ask(second!), await ask(fresh!)]).toEqual([200, 401, 200]);
  expect(pages.tables.keys.active(account.id).map(({name}) => name)).toEqual(['one', 'two']);
  const {account: other, browser: theirs} = await signedIn();
  await theirs.submit('/account/key/create');
  for (const key of ['', '0', '99999', '1.5', 'x', '__proto__', keyOf(other, 1).key]) {
    const refused = await browser.submit('/account/key/refresh', {key});
    expect(refused.text).toContain('That key is not active any more.');
  }
});

test('a lower tier leaves the keys that there are, and makes no more', async () => {
  const {account, browser} = await signedIn();
  pages.tables.accounts.setTier(account.id, 'developer');
  const made: string[] = [];
  for (let i = 0; i < 6; i++) made.push(...keysIn((await browser.submit('/account/key/create')).text));
  expect(made).toHaveLength(5);
  pages.tables.accounts.setTier(account.id, 'free');
  const {text} = await browser.submit('/account/key/create');
  expect(keysIn(text)).toEqual([]);
  expect(text).toContain('Your tier allows 2 keys. All of these work until you revoke them');
  expect(await ask(made[4]!)).toBe(200);
});

test('an account makes so many keys a day, replaced ones included; those it has keep working', async () => {
  const {account, browser} = await signedIn();
  await browser.submit('/account/key/create');
  const day = new Date(pages.clock.now);
  for (let n = 1; n < NEW_KEYS.max; n++) pages.tables.attempts.add(NEW_KEYS.kind, String(account.id), day);
  const refused = await browser.post('/account/key/refresh', keyOf(account, 1));
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Too many new keys')]);
  expect(pages.tables.keys.active(account.id)).toHaveLength(1);
  pages.clock.now += NEW_KEYS.ms;
  const later = await pages.signedIn(account);
  await later.submit('/account/key/refresh', keyOf(account, 1));
  expect(pages.tables.keys.all(account.id)).toHaveLength(2);
});

test('names of keys are shown as text, and cut', async () => {
  const {account, browser} = await signedIn();
  await browser.submit('/account/key/create', {name: `<b>é</b>${'x'.repeat(100)}`});
  const {text} = await browser.get('/account');
  expect(text).toContain('<h3>&lt;b>é&lt;/b>xxx');
  expect([...pages.tables.keys.active(account.id)[0]!.name]).toHaveLength(60);
});

test('each key has its own last use', async () => {
  const {account, browser} = await signedIn();
  await browser.submit('/account/key/create', {});
  await browser.submit('/account/key/create', {});
  const {keys} = pages.tables;
  keys.touch(keys.active(account.id)[1]!.id, new Date(pages.clock.now + 90_000));
  expect(keys.active(account.id).map(({last_used_at}) => last_used_at !== null)).toEqual([false, true]);
});

test('of keys created concurrently two are there, and the last is shown', async () => {
  const {account, browser} = await signedIn();
  await Promise.all(Array.from({length: 8}, () => browser.post('/account/key/create')));
  const [key, ...more] = keysIn((await browser.get('/account')).text);
  expect(more).toEqual([]);
  expect(await ask(key!)).toBe(200);
  expect(pages.tables.keys.active(account.id)).toHaveLength(2);
});

test('a revoked key is refused, and a new one can be created', async () => {
  const {account, browser} = await signedIn();
  const [key] = keysIn((await browser.submit('/account/key/create')).text);
  const first = keyOf(account, 1);
  const {text} = await browser.submit('/account/key/revoke', first);
  expect(text).toContain('The key was revoked');
  expect(pages.store.find(key!)).toBeNull();
  const again = await browser.submit('/account/key/revoke', first);
  expect(again.text).toContain('That key is not active any more.');
  expect(keysIn((await browser.submit('/account/key/create')).text)).toHaveLength(1);
});

test('a key that was replaced elsewhere is no longer shown', async () => {
  const {account, browser} = await signedIn();
  await browser.post('/account/key/create');
  const other = await pages.signedIn(account);
  expect(keysIn((await other.submit('/account/key/refresh', keyOf(account, 1))).text)).toHaveLength(1);
  expect(keysIn((await browser.get('/account')).text)).toEqual([]);
});

const reasonOf = async (
  key: string,
  target: string,
  headers: Record<string, string> = {},
  peer = '203.0.113.7',
) => {
  const request = {
    method: 'GET',
    target: `/api/v1${target}`,
    headers: {'x-api-key': key, ...headers},
    peer: () => peer,
  };
  const {status, headers: answered} = await handle(request, pages.context);
  return [status, answered['X-Error-Reason']];
};

test('a restricted key does what its owner allows, until its last day, and keeps this when it is replaced', async () => {
  const {account, browser} = await signedIn();
  const form = {
    groups: 'lobbying',
    addresses: '203.0.113.0/24, 2001:db8::1',
    origins: 'https://example.org',
    last_day: new Date(pages.clock.now + 3 * 86_400_000).toISOString().slice(0, 10),
  };
  const {text} = await browser.submit('/account/key/create', form);
  expect(text).toContain('203.0.113.0/24, 2001:db8::1/64');
  // The example is one that the key may ask for.
  expect(text).toMatch(/Origin: https:\/\/example\.org[^<]*\/api\/v1\/lobbying\/registrations\?limit=2/);
  const {text: again} = await browser.submit('/account/key/refresh', keyOf(account, 1));
  const [fresh] = keysIn(again);
  const page = {origin: 'https://example.org'};
  expect(await reasonOf(fresh!, '/lobbying/communications', page)).toEqual([200, undefined]);
  expect(await reasonOf(fresh!, '/usage', page)).toEqual([200, undefined]);
  expect(await reasonOf(fresh!, '/contracts', page)).toEqual([403, 'group_not_allowed']);
  expect(await reasonOf(fresh!, '/export/contracts', page)).toEqual([403, 'group_not_allowed']);
  expect(await reasonOf(fresh!, '/changes/contracts', page)).toEqual([403, 'group_not_allowed']);
  expect(await reasonOf(fresh!, '/search?q=north', page)).toEqual([403, 'group_not_allowed']);
  expect(await reasonOf(fresh!, '/lobbying/communications', page, '198.51.100.1')).toEqual([
    403,
    'address_not_allowed',
  ]);
  expect(await reasonOf(fresh!, '/lobbying/communications')).toEqual([403, 'origin_not_allowed']);
  pages.clock.now += 4 * 86_400_000;
  expect(await reasonOf(fresh!, '/lobbying/communications', page)).toEqual([401, 'expired_key']);
  // Another one in its place would be refused, too.
  const {text: over} = await browser.get('/account');
  expect(over).toContain('Expired');
  expect(over).not.toContain('/account/key/refresh');
  expect((await browser.submit('/account/key/refresh', keyOf(account, 1))).text).toContain(
    'is not active any more',
  );
  pages.clock.now -= 4 * 86_400_000;
});

test.each<[Record<string, string>, string]>([
  [{addresses: 'example.org'}, 'addresses'],
  [{addresses: Array.from({length: 21}, (_, k) => `203.0.113.${k}`).join(' ')}, 'addresses'],
  [{origins: 'example.org'}, 'origins'],
  [{groups: 'everything'}, 'groups'],
  [{last_day: '2020-01-01'}, 'last_day'],
  [{last_day: '2027-02-30'}, 'last_day'],
  [{last_day: 'soon'}, 'last_day'],
])('no key is made of %j: the field is named, and what was typed is kept', async (form, field) => {
  const {account, browser} = await signedIn();
  const {text} = await browser.submit('/account/key/create', {name: 'mine', ...form});
  expect([...text.matchAll(/id="key-(\w+)-fault"/g)].map(([, name]) => name)).toEqual([field]);
  expect(text).toContain(`href="#key-${field}"`);
  expect(text).toContain('value="mine"');
  expect(text).toContain('<details open');
  expect(pages.tables.keys.active(account.id)).toEqual([]);
});

test('a key may have a lower tier than its account, and no other', async () => {
  const {account, browser} = await signedIn();
  pages.tables.accounts.setTier(account.id, 'pro');
  for (const tier of ['pro', 'enterprise', 'x'])
    expect((await browser.submit('/account/key/create', {tier})).text).toContain('Choose a tier below');
  const {text} = await browser.submit('/account/key/create', {tier: 'free'});
  expect(text).toContain('<dt>Tier</dt><dd>Free</dd>');
  const [key] = keysIn(text);
  const usage = {method: 'GET', target: '/api/v1/usage', headers: {'x-api-key': key!}};
  const {data} = JSON.parse((await handle(usage, pages.context)).body as string);
  expect(data).toMatchObject({tier: 'free', day: {limit: 25}, permits_limit: 100, export: false});
  expect(await reasonOf(key!, '/export/contracts')).toEqual([403, 'tier_not_allowed']);
});
