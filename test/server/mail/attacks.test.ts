/** Attacks by way of mail: each is tried, and must find nothing, change nothing, send nothing. */
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {hashSecret} from '../../../server/accounts/secrets.ts';
import {mailText} from '../../../server/mail/message.tsx';
import {deliver} from '../../helpers/mail.ts';
import {type Browser, openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';

let pages: Pages;

beforeAll(async () => {
  pages = await openPages(undefined, true);
});
beforeEach(async () => {
  await deliver(pages);
  // No limit of attempts is left from the test before.
  pages.clock.now += 3_600_001;
});
afterAll(() => pages.close());

const NEW_PASSWORD = 'quite another password';
const tokenOf = (link: string | null): string => new URLSearchParams(link!.split('?')[1]).get('token')!;
const withoutTokens = (text: string): string => text.replaceAll(/name="csrf" value="[^"]+"/g, '');

/** A link to reset the password of the account. */
async function resetToken(email: string): Promise<string> {
  await (await pages.browser('192.0.2.77')).post('/account/forgot', {email});
  const letters = await deliver(pages);
  return tokenOf(letters.find(({to, link}) => to === email && link?.startsWith('/account/reset'))!.link);
}

test.each(['/account/forgot', '/account/sign-up'])(
  '%s says the same of an address with and without an account',
  async (path) => {
    await pages.account(`known${path.length}@example.org`);
    const said = async (email: string) => {
      const browser = await pages.browser('192.0.2.50');
      const {status, headers, text} = await browser.post(path, {email, password: PASSWORD});
      const page = await browser.get(headers.get('location')!);
      return [status, headers.get('location'), text, withoutTokens(page.text)];
    };
    expect(await said(`known${path.length}@example.org`)).toEqual(await said('unknown@example.org'));
  },
);

test('the answer to a forgotten password takes the same work: accounts are looked up when it is sent', async () => {
  await pages.account('timed@example.org');
  const times = {known: [] as number[], unknown: [] as number[]};
  for (let i = 0; i < 30; i++) {
    pages.clock.now += 3_600_001;
    for (const [kind, email] of [
      ['known', 'timed@example.org'],
      ['unknown', 'nobody@example.org'],
    ] as const) {
      const browser = await pages.browser(`198.51.100.${i}`);
      const begin = performance.now();
      await browser.post('/account/forgot', {email});
      times[kind].push(performance.now() - begin);
    }
  }
  const median = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length / 2]!;
  const ratio = median(times.known) / median(times.unknown);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
  // To an address without an account nothing goes out, and nothing of it stays.
  const letters = await deliver(pages);
  expect(new Set(letters.map(({to}) => to))).toEqual(new Set(['timed@example.org']));
  const {n} = pages.services.database.get<{n: number}>(
    "SELECT count(*) AS n FROM mail WHERE recipient = 'nobody@example.org'",
  )!;
  expect(n).toBe(0);
});

test('an address gets three messages an hour, and the answer stays the same', async () => {
  await pages.account('bombed@example.org');
  const answers = new Set<string>();
  for (let i = 0; i < 6; i++) {
    const browser = await pages.browser(`203.0.113.${i}`);
    answers.add(withoutTokens((await browser.submit('/account/forgot', {email: 'bombed@example.org'})).text));
  }
  expect(answers.size).toBe(1);
  expect(await deliver(pages)).toHaveLength(3);
  const crowd = await pages.browser('192.0.2.66');
  const statuses = [];
  for (let i = 0; i < 11; i++)
    statuses.push((await crowd.post('/account/forgot', {email: `one-${i}@example.org`})).status);
  expect(statuses).toEqual([...Array(10).fill(303), 429]);
});

test('a reset token works once, within 30 minutes, and is stored as a hash alone', async () => {
  const {id, name} = await pages.account('tokens@example.org');
  const token = await resetToken(name);
  const rows = pages.services.database.all<{hash: string}>('SELECT * FROM mail_tokens WHERE account = ?', id);
  expect(rows.map(({hash}) => hash)).toEqual([hashSecret(token)]);
  expect(JSON.stringify(pages.services.database.all('SELECT * FROM mail'))).not.toContain(token);
  const [first, second] = await Promise.all([pages.browser('192.0.2.1'), pages.browser('192.0.2.2')]);
  const both = await Promise.all(
    [first, second].map((one) => one.submit('/account/reset', {token, new: NEW_PASSWORD})),
  );
  expect(both.filter(({text}) => text.includes('Your password was changed.'))).toHaveLength(1);
  expect(both.filter(({text}) => text.includes('This link does not work'))).toHaveLength(1);

  const late = await resetToken(name);
  pages.clock.now += 30 * 60_000;
  expect((await first.get(`/account/reset?token=${late}`)).status).toBe(404);
  await first.post('/account/reset', {token: late, new: PASSWORD});
  expect(pages.tables.mailTokens.find(hashSecret(late), new Date(pages.clock.now))).toBeNull();
});

test('a token does its own work only, and none after the address or the password changed', async () => {
  const {id, name} = await pages.account('purposes@example.org');
  const reset = await resetToken(name);
  const browser = await pages.browser('192.0.2.3');
  for (const path of ['/account/confirm', '/account/unsubscribe'])
    expect((await browser.get(`${path}?token=${reset}`)).status).toBe(404);
  pages.tables.accounts.rename(id, 'purposes-2@example.org');
  expect((await browser.get(`/account/reset?token=${reset}`)).status).toBe(404);
  const again = await resetToken('purposes-2@example.org');
  const owner = await pages.signedIn(pages.tables.accounts.byId(id)!);
  await owner.submit('/account/password', {old: PASSWORD, new: NEW_PASSWORD});
  expect((await browser.get(`/account/reset?token=${again}`)).status).toBe(404);
});

test('whoever signs up with the address of another gets no account by the click of its owner', async () => {
  const attacker = await pages.browser('192.0.2.4');
  const email = 'victim@example.org';
  await attacker.post('/account/sign-up', {email, password: 'the attacker knows it'});
  const [letter] = await deliver(pages);
  const victim = await pages.browser('192.0.2.5');
  await victim.get(letter!.link!);
  expect(pages.tables.accounts.byName(email)!.proof).toBe('asked');
  await victim.post('/account/sign-up', {email, password: PASSWORD});
  const [taken] = await deliver(pages);
  expect(taken!.headers.get('subject')).toBe('You have an account already');
  await victim.submit('/account/reset', {token: tokenOf(taken!.link), new: PASSWORD});
  const late = await attacker.submit('/account/confirm', {
    token: tokenOf(letter!.link),
    password: 'the attacker knows it',
  });
  expect(late.text).toContain('This link does not work');
});

test.each(['/account/reset', '/account/confirm'])(
  '%s begins a session with a cookie of its own',
  async (path) => {
    const account = await pages.account(`fixed${path.length}@example.org`);
    const browser = await pages.browser('192.0.2.6');
    const planted = browser.cookies.get('account')!;
    let token = '';
    if (path === '/account/reset') token = await resetToken(account.name);
    else {
      await (await pages.signedIn(account)).post('/account/verify');
      token = tokenOf((await deliver(pages))[0]!.link);
    }
    await browser.submit(path, {token, new: PASSWORD, password: PASSWORD});
    expect((await browser.get('/account')).text).toContain('Signed in as');
    expect(browser.cookies.get('account')).not.toBe(planted);
    browser.cookies.set('account', planted);
    expect((await browser.get('/account')).text).not.toContain('Signed in as');
  },
);

const FORMS = ['forgot', 'reset', 'confirm', 'verify', 'address', 'notices', 'close'];

test.each(FORMS)('the form %s is taken from these pages alone', async (name) => {
  const account = await pages.account(`csrf-${name}@example.org`);
  const browser: Browser = await pages.signedIn(account);
  const sent = {email: 'evil@example.org', password: PASSWORD, wanted: 'off'};
  const foreign = await browser.post(`/account/${name}`, sent, {Origin: 'https://evil.example.com'});
  const forged = await browser.post(`/account/${name}`, {...sent, csrf: 'x'.repeat(43)});
  expect([foreign.status, forged.status]).toEqual([403, 403]);
  expect(pages.tables.accounts.byId(account.id)).toEqual(account);
  expect(await deliver(pages)).toEqual([]);
});

test.each([
  'a@example.org\r\nBcc: b@example.org',
  'a@example.org\nSubject: x',
  'a@example.org,b@example.org',
  '<a@example.org>',
  'x "y" <a@example.org>',
  'a@example.org%0d%0aBcc:b@example.org\r\n',
])('the address %j adds no header and no reader', async (email) => {
  const browser = await pages.browser('192.0.2.8');
  await browser.submit('/account/sign-up', {email, password: PASSWORD});
  await browser.submit('/account/forgot', {email});
  for (const {names, to} of await deliver(pages)) {
    expect(names).not.toContain('bcc');
    expect(names.filter((one) => one === 'subject')).toHaveLength(1);
    expect(to).not.toMatch(/[\r\n,<>]/);
  }
  const stored = pages.services.database.all<{name: string}>('SELECT name FROM accounts');
  expect(stored.some(({name}) => /[\r\n,<>]/.test(name))).toBe(false);
});

test('what a message names is text: no template, no markup', () => {
  const hostile = '{recipient}{{7*7}}<script>alert(1)</script>@example.org';
  const {html, text} = mailText(
    {
      id: 1,
      message_id: 'x',
      kind: 'address_changed',
      account: 1,
      recipient: 'reader@example.org',
      language: 'en',
      parts: {address: hostile},
      created_at: new Date(0).toISOString(),
      tries: 1,
      unsure: 0,
    },
    {origin: 'https://data.example.org', action: null, unsubscribe: null},
  );
  expect(text.replaceAll('\n', ' ')).toContain(`now has the address ${hostile}. This is`);
  expect(html).not.toContain('<script');
  expect(html).toContain('{recipient}{{7*7}}&lt;script>');
});

test('links lead to the service, whatever host the request names', async () => {
  const {name} = await pages.account('hosts@example.org');
  const browser = await pages.browser('192.0.2.9');
  await browser.post(
    '/account/forgot',
    {email: name},
    {Host: 'evil.example.com', 'X-Forwarded-Host': 'evil.example.com'},
  );
  const [letter] = await deliver(pages);
  expect(letter!.text).toContain(`${pages.services.origin}/account/reset?token=`);
  expect(letter!.text + letter!.html).not.toContain('evil');
});

test('notices end with one request of a mail program, and by no forged token', async () => {
  const account = await pages.account('reader@example.org');
  const {mail, accounts} = pages.tables;
  const tell = () =>
    mail.tell(accounts.byId(account.id)!, 'tier', new Date(pages.clock.now), {
      parts: {tier: 'pro', before: 'free'},
    });
  tell();
  const [letter] = await deliver(pages);
  expect(letter!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, address] = /^<(.+)>$/.exec(letter!.headers.get('list-unsubscribe')!)!;
  const path = address!.slice(pages.services.origin.length);
  const send = (target: string, body: BodyInit = 'List-Unsubscribe=One-Click') =>
    pages.app.request(target, {
      method: 'POST',
      body,
      headers: {'Content-Type': 'application/x-www-form-urlencoded'},
    });
  const own = tokenOf(path);
  for (const forged of ['', 'x', `${own}x`, own.slice(0, -1), hashSecret(own), String(account.id)])
    expect((await send(`/account/unsubscribe?token=${encodeURIComponent(forged)}`)).status).toBe(404);
  // A link that is opened to look at it changes nothing.
  const page = await (await pages.browser()).get(path);
  expect(page.text).toContain('reader@example.org');
  expect(accounts.byId(account.id)!.unsubscribed).toBe(false);
  tell();
  for (let i = 0; i < 2; i++) expect((await send(path)).status).toBe(200);
  expect(accounts.byId(account.id)!.unsubscribed).toBe(true);
  tell();
  // One was due before, one after.
  expect(await deliver(pages)).toEqual([]);
  // Messages about security still come, and one can subscribe again.
  mail.tell(accounts.byId(account.id)!, 'password_changed', new Date(pages.clock.now), {
    parts: {at: new Date(pages.clock.now).toISOString()},
  });
  expect(await deliver(pages)).toHaveLength(1);
  await (await pages.signedIn(account)).submit('/account/notices', {wanted: 'on'});
  tell();
  expect(await deliver(pages)).toHaveLength(1);
});
