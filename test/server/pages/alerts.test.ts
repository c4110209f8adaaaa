/** Pages of saved searches: follow, pause, delete; whose they are, how many, and what is refused. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {hashSecret, makeSecret} from '../../../server/accounts/secrets.ts';
import {alertOf} from '../../../server/alerts/alert.ts';
import {feedAddress} from '../../../server/alerts/feed_address.ts';
import {followed} from '../../../server/alerts/followed.ts';
import {ALERTS} from '../../../server/site/navigation.ts';
import {openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await openPages(undefined, true);
});
afterAll(() => pages.close());

const LIST = '/permits?municipality=toronto';
const FEED = {list: LIST, name: 'Toronto', channel: 'feed', cadence: 'day', language: 'en'};

/** A browser of a new account, whose address is proven. */
async function owner(email: string) {
  const account = await pages.account(email);
  pages.tables.accounts.setProof(account.id, 'given');
  return {account, browser: await pages.signedIn(account)};
}

test('a feed is followed, its address is shown once, and it is paused and deleted', async () => {
  const {account, browser} = await owner('feed@example.org');
  const form = await browser.get(`${ALERTS}/new?list=${encodeURIComponent(LIST)}&name=Toronto`);
  expect(form.text).toContain('value="Toronto"');
  const page = await browser.submit(`${ALERTS}/add`, FEED);
  const [, token] = /feed\?token=(fpd_feed_[\w-]+)/.exec(page.text) ?? [];
  const [search] = pages.tables.searches.ofAccount(account.id);
  expect(search).toMatchObject({list: LIST, name: 'Toronto', channel: 'feed', state: 'on', build: 'b1'});
  expect(search!.token).toBe(hashSecret(token!));
  expect((await browser.get(ALERTS)).text).not.toContain(token);
  const one = {search: String(search!.id)};
  expect((await browser.submit(`${ALERTS}/pause`, one)).text).toContain('paused');
  expect(pages.tables.searches.byId(search!.id)?.state).toBe('paused');
  await browser.submit(`${ALERTS}/resume`, one);
  expect(pages.tables.searches.byId(search!.id)?.state).toBe('on');
  const renewed = await browser.submit(`${ALERTS}/renew`, one);
  expect(renewed.text).toMatch(/feed\?token=fpd_feed_/);
  expect(pages.tables.searches.byToken(hashSecret(token!))).toBeNull();
  await browser.submit(`${ALERTS}/remove`, one);
  expect(pages.tables.searches.ofAccount(account.id)).toEqual([]);
});

test('a feed that is gone says where a new address is, in both languages', async () => {
  const visitor = await pages.browser();
  for (const [lang, text] of [
    ['en', /^This feed does not exist.*http:\/\/accounts\.example\.org\/account\/alerts/],
    ['fr', /^Ce fil n’existe pas/],
  ] as const) {
    const answer = await visitor.get(`${ALERTS}/feed?token=x&lang=${lang}`);
    expect([answer.status, answer.text]).toEqual([404, expect.stringMatching(text)]);
  }
});

test('nobody pauses, reads or deletes the saved search of another', async () => {
  const [one, other] = [await owner('one@example.org'), await owner('other@example.org')];
  await one.browser.submit(`${ALERTS}/add`, FEED);
  const [search] = pages.tables.searches.ofAccount(one.account.id);
  for (const action of ['pause', 'remove', 'renew'])
    await other.browser.submit(`${ALERTS}/${action}`, {search: String(search!.id)});
  expect(pages.tables.searches.ofAccount(one.account.id)).toEqual([search]);
  expect((await other.browser.get(ALERTS)).text).not.toContain('Toronto');
  // Closing an account ends what it follows.
  pages.tables.accounts.close(one.account.id, new Date(pages.clock.now));
  expect(pages.tables.searches.byId(search!.id)).toBeNull();
});

test('a tier has so many saved searches, and no more', async () => {
  const {account, browser} = await owner('full@example.org');
  for (let i = 0; i < 3; i++) await browser.submit(`${ALERTS}/add`, {...FEED, name: `n${i}`});
  expect((await browser.submit(`${ALERTS}/add`, FEED)).text).toContain('allows no more saved searches');
  expect(pages.tables.searches.ofAccount(account.id)).toHaveLength(3);
});

test('webhooks need a public https address, and mail a confirmed one', async () => {
  const {account, browser} = await owner('hook@example.org');
  const hook = (address: string) => browser.submit(`${ALERTS}/add`, {...FEED, channel: 'hook', address});
  expect((await hook('http://example.org/x')).text).toContain('must begin with https');
  const refused = await hook('https://127.0.0.1/x');
  expect(refused.text).toContain('not public');
  expect(refused.text).toContain('value="https://127.0.0.1/x"');
  for (const host of ['localhost', 'intranet', 'a.internal', 'a.local.', 'a.home.arpa'])
    expect((await hook(`https://${host}/x`)).text, host).toContain('not public');
  expect((await hook('nonsense')).text).toContain('not a valid webhook address');
  expect((await hook('https://example.org/x?y=1')).text).toMatch(/fpd_hook_[\w-]{43}/);
  expect(pages.tables.searches.ofAccount(account.id)).toHaveLength(1);
  pages.tables.accounts.setProof(account.id, 'asked');
  expect((await browser.submit(`${ALERTS}/add`, {...FEED, channel: 'mail'})).text).toContain(
    'Confirm your e-mail',
  );
});

test('where no mail is sent, nobody is offered any, and a saved search by mail says so', async () => {
  const {account, browser} = await owner('unsent@example.org');
  const form = `${ALERTS}/new?list=${encodeURIComponent(LIST)}`;
  const ways = (text: string) => [...text.matchAll(/type="radio"[^>]* value="(\w+)"/g)].map(([, way]) => way);
  expect(ways((await browser.get(form)).text)).toEqual(['mail', 'hook', 'feed']);
  await browser.submit(`${ALERTS}/add`, {...FEED, channel: 'mail'});
  pages.services.sendsMail = false;
  const {text} = await browser.get(form);
  const saved = (await browser.get(ALERTS)).text;
  const refused = (await browser.submit(`${ALERTS}/add`, {...FEED, channel: 'mail'})).text;
  pages.services.sendsMail = true;
  expect(ways(text)).toEqual(['feed', 'hook']);
  expect(text).toContain('A feed reader is an app');
  // What a feed has no use for, the style hides.
  expect(text.match(/class="field only-(?:hook|sent)"/g)).toHaveLength(2);
  expect(saved).toContain('which this service does not send at present');
  expect(refused).toContain('This service sends no e-mail');
  expect(pages.tables.searches.ofAccount(account.id)).toHaveLength(1);
});

test('a list that the API refuses is not followed, in either language', async () => {
  const {account, browser} = await owner('list@example.org');
  for (const list of [
    '/nothing',
    '/vendors',
    '/permits/p_1',
    '/permits?issued_after=x',
    '/permits?municipalty=toronto',
    'https://e.org/permits',
  ])
    expect(
      (await browser.get(`${ALERTS}/new?list=${encodeURIComponent(list)}`)).status,
      list,
    ).toBeGreaterThan(399);
  await browser.submit(`${ALERTS}/add`, {...FEED, list: '/permits?issued_after=x'});
  expect(pages.tables.searches.ofAccount(account.id)).toEqual([]);
  expect((await browser.get(`${ALERTS}?lang=fr`)).text).toContain('Vous ne suivez rien encore');
});

test('without an account, the page leads to the open feed', async () => {
  const answer = await (await pages.browser()).get(`${ALERTS}/new?list=${encodeURIComponent(LIST)}`);
  expect(answer.text).toContain('href="/en/permits.atom?municipality=toronto"');
  // Most who come here have no account yet.
  const [, join] = /href="([^"]+)#sign-up">Create an account</.exec(answer.text)!;
  expect((await (await pages.browser()).get(join!.replaceAll('&amp;', '&'))).text).toContain('id="sign-up"');
  expect((await (await pages.browser()).get(ALERTS)).status).toBe(303);
});

test('a list is called by the words of its filters, in both languages', async () => {
  const list = '/permits?municipality=toronto&permit_type=demolition&value_min=1000&zone=1';
  const {text} = await (await pages.browser()).get(`${ALERTS}/new?list=${encodeURIComponent(list)}&lang=fr`);
  expect(text).toMatch(/>Permis de construire · [^<]*Municipalité\u00a0: Toronto · [^<]*: Démolition/);
  const {browser} = await owner('words@example.org');
  await browser.submit(`${ALERTS}/add`, FEED);
  expect((await browser.get(`${ALERTS}?lang=en`)).text).toContain('Municipality: Toronto');
});

test('signing in leads back to the list that one was about to follow, or to what one follows', async () => {
  await pages.account('back@example.org');
  const visitor = await pages.browser('192.0.2.40');
  const begun = await visitor.get(`${ALERTS}/new?${new URLSearchParams({list: LIST, name: 'Mine & yours'})}`);
  const [, signIn] = /href="(\/account\?list=[^"]+)"/.exec(begun.text)!;
  const welcome = await visitor.get(signIn!.replaceAll('&amp;', '&'));
  expect(welcome.text).toContain('go on to follow it');
  expect(welcome.text.match(/name="list" value="\/permits\?municipality=toronto"/g)).toHaveLength(2);
  const carried = {list: LIST, name: 'Mine & yours'};
  const enter = async (password: string, fields: Record<string, string>) =>
    (await visitor.post('/account/sign-in', {email: 'back@example.org', password, ...fields})).headers.get(
      'location',
    );
  expect(await enter('not the password', carried)).toBe(`/account?${new URLSearchParams(carried)}`);
  // What is no list of the API leads nowhere.
  for (const list of ['https://evil.example.com', '//evil.example.com/permits', '/account', '/permits?x=']) {
    const location = await enter('not the password', {list});
    expect(location, list).toBe(list.startsWith('/permits') ? '/account?list=%2Fpermits' : '/account');
  }
  expect(await enter(PASSWORD, carried)).toBe(`${ALERTS}/new?${new URLSearchParams(carried)}`);
  const form = await visitor.get(`/account?${new URLSearchParams(carried)}`);
  expect(form.headers.get('location')).toBe(`${ALERTS}/new?${new URLSearchParams(carried)}`);

  const other = await pages.browser('192.0.2.41');
  const toAlerts = (await other.get(ALERTS)).headers.get('location')!;
  expect((await other.get(toAlerts)).text).toContain('What you follow belongs to your account');
  const fields = {email: 'back@example.org', password: PASSWORD, page: 'alerts'};
  expect((await other.post('/account/sign-in', fields)).headers.get('location')).toBe(ALERTS);
});

test('equal lists have one form, without order and page', () => {
  const [one, other] = [
    followed('/permits?municipality=toronto&status=Issued&sort_by=value&limit=5'),
    followed('/permits?status=Issued&municipality=%20toronto&cursor='),
  ];
  expect(one.list).toBe(other.list);
  expect(one.where).toEqual(other.where);
});

test('a feed has the newest changes first, and none of the time when it was paused', async () => {
  const {account, browser} = await owner('entries@example.org');
  const other = await owner('other-entries@example.org');
  for (const one of [browser, other.browser]) await one.submit(`${ALERTS}/add`, FEED);
  const [search] = pages.tables.searches.ofAccount(account.id);
  const token = makeSecret('feed');
  pages.tables.searches.renew(search!.id, account.id, hashSecret(token));
  const change = (since: string, build: string, id: string) => {
    const changes = {
      list: LIST,
      since,
      build,
      built_at: '2026-11-23T06:00:00',
      counts: {removed: 1},
      records: [['removed', id]],
    } as const;
    const group = {list: LIST, build: since, searches: 1};
    pages.tables.searchChanges.store([{group, changes}], build, new Date(pages.clock.now));
  };
  const titles = async () => {
    const {text, headers} = await browser.get(feedAddress(token));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    return [...text.matchAll(/<title>Removed: ([^<]*)</g)].map(([, title]) => title);
  };
  change('b1', 'b2', 'first');
  change('b2', 'b3', 'second');
  expect(await titles()).toEqual(['second', 'first']);
  await browser.submit(`${ALERTS}/pause`, {search: String(search!.id)});
  change('b3', 'b4', 'third');
  expect(await titles()).not.toContain('third');
  await browser.submit(`${ALERTS}/resume`, {search: String(search!.id)});
  change('b4', 'b5', 'fourth');
  expect(await titles()).toEqual(['fourth']);
});

test('of a list that the API has no more there is neither a feed nor a message', async () => {
  const {account, browser} = await owner('gone@example.org');
  const token = makeSecret('feed');
  const gone = {
    account: account.id,
    name: 'Gone',
    list: '/permits?issued_after=x',
    language: 'en',
    cadence: 'day',
    channel: 'feed',
    address: null,
    secret: null,
    token: hashSecret(token),
    build: 'b1',
  } as const;
  pages.tables.searches.add(gone, null, new Date(pages.clock.now));
  const changes = {
    id: 1,
    list: gone.list,
    since: 'b1',
    build: 'b2',
    built_at: '2026-11-23T06:00:00',
    counts: {added: 1},
    records: [['added', 'a']],
  } as const;
  expect((await browser.get(feedAddress(token))).status).toBe(404);
  expect(alertOf(pages.engine, gone, [changes])).toBeNull();
  expect((await browser.get(ALERTS)).text).toContain(gone.list);
});

test('a record that changed in two builds is one of those that a message lists', () => {
  const changes = (build: string, counts: object, ids: string[]) => ({
    id: 1,
    list: LIST,
    since: 'b1',
    build,
    built_at: '2026-11-23T06:00:00',
    counts,
    records: ids.map((id) => ['removed', id] as const),
  });
  const alert = (...all: ReturnType<typeof changes>[]) =>
    alertOf(pages.engine, {list: LIST, language: 'en'}, all)!;
  const both = alert(changes('b2', {removed: 1}, ['a']), changes('b3', {removed: 1}, ['a']));
  expect([both.records.length, both.isComplete]).toEqual([1, true]);
  expect(alert(changes('b2', {removed: 60}, ['a'])).isComplete).toBe(false);
});
