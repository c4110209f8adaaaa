/** Sign-ins: their cookie, how they begin and how they end. */
import {hash} from 'node:crypto';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';

let pages: Pages;

beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const sessions = (target: Pages) => target.store.database.sql.prepare('SELECT * FROM sessions').all();
const signedInAs = (text: string) => /Signed in as <strong>([^<]+)/.exec(text)?.[1] ?? null;

test('a visit stores nothing and sets a session cookie', async () => {
  const browser = await pages.browser();
  const {headers} = await (await pages.browser()).get('/account');
  expect(headers.getSetCookie()).toEqual([]);
  expect(browser.cookies.get('account')).toMatch(/^[\w-]{43}$/);
  expect(sessions(pages)).toEqual([]);
});

test('the cookie of a sign-in has 256 bits, is stored as a hash and lasts 14 days', async () => {
  const {name} = await pages.account('cookie@example.org');
  const browser = await pages.browser('192.0.2.10');
  const {headers} = await browser.post('/account/sign-in', {email: name, password: PASSWORD});
  const [line, hint, ...more] = headers.getSetCookie();
  expect(more).toEqual([]);
  // For the scripts of pages; nothing is decided by it.
  expect(hint).toBe('signed_in=1; Max-Age=1209600; Path=/; SameSite=Lax');
  expect(line).toMatch(/^account=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
  const secret = browser.cookies.get('account')!;
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(sessions(pages)).toMatchObject([
    {
      hash: hash('sha256', secret, 'hex'),
      expires_at: new Date(pages.clock.now + 14 * 86_400_000).toISOString(),
    },
  ]);
});

test('under https the cookie is Secure, and its name keeps other hosts from setting it', async () => {
  const secure = await openPages('https://accounts.example.org');
  const {name} = await secure.account('secure@example.org');
  const browser = await secure.browser();
  const {headers} = await browser.post('/account/sign-in', {email: name, password: PASSWORD});
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-account=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    'signed_in=1; Max-Age=1209600; Path=/; Secure; SameSite=Lax',
  ]);
  const page = await browser.get('/account');
  expect(signedInAs(page.text)).toBe(name);
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
  // The name that plain pages use is nothing here.
  const fixed = await secure.browser();
  fixed.cookies.clear();
  fixed.cookies.set('account', browser.cookies.get('__Host-account')!);
  expect(signedInAs((await fixed.get('/account')).text)).toBeNull();
  secure.close();
});

test.each(['sign-in', 'sign-up'])('%s does not sign in a cookie set before it', async (form) => {
  const email = `fixed-${form}@example.org`;
  if (form === 'sign-in') await pages.account(email);
  const [victim, attacker] = [await pages.browser('192.0.2.11'), await pages.browser()];
  // The attacker sets his own cookie in the browser of the victim.
  victim.cookies.set('account', attacker.cookies.get('account')!);
  await victim.get('/account');
  expect(signedInAs((await victim.submit(`/account/${form}`, {email, password: PASSWORD})).text)).toBe(email);
  expect(victim.cookies.get('account')).not.toBe(attacker.cookies.get('account'));
  expect(signedInAs((await attacker.get('/account')).text)).toBeNull();
});

test('a sign-in ends the previous one of the same browser', async () => {
  const [first, second] = [
    await pages.account('first@example.org'),
    await pages.account('second@example.org'),
  ];
  const browser = await pages.signedIn(first);
  const before = browser.cookies.get('account')!;
  await browser.post('/account/sign-in', {email: second.name, password: PASSWORD});
  const stale = await pages.browser();
  stale.cookies.set('account', before);
  expect(signedInAs((await stale.get('/account')).text)).toBeNull();
  expect(signedInAs((await browser.get('/account')).text)).toBe(second.name);
});

test('a session ends after 14 days', async () => {
  const browser = await pages.signedIn(await pages.account('days@example.org'));
  const startedAt = pages.clock.now;
  pages.clock.now = startedAt + 14 * 86_400_000 - 1;
  expect(signedInAs((await browser.get('/account')).text)).toBe('days@example.org');
  pages.clock.now = startedAt + 14 * 86_400_000;
  expect(signedInAs((await browser.get('/account')).text)).toBeNull();
  pages.clock.now = startedAt;
});

test('an account keeps its 50 newest sessions', async () => {
  const account = await pages.account('many@example.org');
  const first = await pages.signedIn(account);
  for (let i = 0; i < 49; i++) {
    pages.clock.now += 1000;
    await pages.signedIn(account);
  }
  expect(signedInAs((await first.get('/account')).text)).toBe(account.name);
  pages.clock.now += 1000;
  const last = await pages.signedIn(account);
  expect(signedInAs((await first.get('/account')).text)).toBeNull();
  expect(signedInAs((await last.get('/account')).text)).toBe(account.name);
});

test('a change of password ends all other sessions and invalidates the old password', async () => {
  const account = await pages.account('change@example.org');
  const [mine, other] = [await pages.signedIn(account), await pages.signedIn(account)];
  const stranger = await pages.signedIn(await pages.account('stranger@example.org'));
  const {text} = await mine.submit('/account/password', {old: PASSWORD, new: 'an entirely new one'});
  expect(text).toContain('Your password was changed.');
  expect(signedInAs(text)).toBe(account.name);
  expect(signedInAs((await other.get('/account')).text)).toBeNull();
  expect(signedInAs((await stranger.get('/account')).text)).toBe('stranger@example.org');
  const sign = async (password: string) =>
    signedInAs(
      (await (await pages.browser('192.0.2.12')).submit('/account/sign-in', {email: account.name, password}))
        .text,
    );
  expect(await sign(PASSWORD)).toBeNull();
  expect(await sign('an entirely new one')).toBe(account.name);
});

test('a wrong old password or an invalid new one changes nothing and is named', async () => {
  const account = await pages.account('keep@example.org');
  const [mine, other] = [await pages.signedIn(account), await pages.signedIn(account)];
  const wrong = await mine.submit('/account/password', {old: 'not the old one', new: 'long enough to do'});
  expect(wrong.text).toMatch(/<input id="password-old"[^>]+aria-invalid="true"/);
  const short = await mine.submit('/account/password', {old: PASSWORD, new: 'short'});
  expect(short.text).toMatch(/<input id="password-new"[^>]+aria-invalid="true"/);
  expect(signedInAs((await other.get('/account')).text)).toBe(account.name);
});

test('the old password field has the limits of the sign-in', async () => {
  const account = await pages.account('stolen@example.org');
  const otherBrowser = await pages.signedIn(account);
  // Failures of the tests before count no more.
  pages.clock.now += 900_000;
  const guesses = Array.from({length: 13}, (_, i) =>
    otherBrowser.post('/account/password', {old: `guess number ${i}`, new: 'mine from now on'}),
  );
  const statuses = (await Promise.all(guesses)).map(({status}) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
});

test('a sign-in with a password that changes meanwhile is refused', async () => {
  const account = await pages.account('raced@example.org');
  const browser = await pages.browser('192.0.2.13');
  const sent = browser.post('/account/sign-in', {email: account.name, password: PASSWORD});
  pages.tables.passwords.set(account.id, 'changed while the old one was looked at');
  await sent;
  expect(signedInAs((await browser.get('/account')).text)).toBeNull();
});

test('a closed account is signed out at once', async () => {
  const account = await pages.account('ended@example.org');
  const browser = await pages.signedIn(account);
  pages.tables.accounts.close(account.id, new Date(pages.clock.now));
  expect(signedInAs((await browser.get('/account')).text)).toBeNull();
  await browser.post('/account/key/create');
  expect(pages.tables.keys.active(account.id)).toEqual([]);
});
