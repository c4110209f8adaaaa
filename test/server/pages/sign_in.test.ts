/** Signing in: one message for all that is wrong, and a bound that parallel tries do not pass. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ACCOUNT_GUESSES, emailSubject} from '../../../server/pages/attempt_limits.ts';
import {openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';

let pages: Pages;

beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const PATH = '/account/sign-in';
const WRONG = 'E-mail or password is not correct.';

test('the right password signs in, with any spelling of the e-mail', async () => {
  const {name} = await pages.account('right@example.org');
  const browser = await pages.browser('192.0.2.1');
  const answer = await browser.post(PATH, {email: ` ${name.toUpperCase()} `, password: PASSWORD});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
  expect((await browser.get('/account')).text).toContain(name);
});

test('an unknown e-mail, a wrong password, no password and a closed account get the same page', async () => {
  const {name} = await pages.account('wrong@example.org');
  const closed = await pages.account('closed@example.org');
  pages.tables.accounts.close(closed.id, new Date(pages.clock.now));
  pages.tables.accounts.add('keyonly@example.org', 'free', new Date(pages.clock.now));
  const attempt = [
    [name, 'not the password'],
    [name, ''],
    ['unknown@example.org', PASSWORD],
    [closed.name, PASSWORD],
    ['keyonly@example.org', PASSWORD],
    ['tester', PASSWORD],
  ] as const;
  const texts: string[] = [];
  for (const [email, password] of attempt) {
    const browser = await pages.browser('192.0.2.2');
    const {text} = await browser.submit(PATH, {email, password});
    expect(text).toContain(WRONG);
    texts.push(text.replaceAll(email, '').replaceAll(/name="csrf" value="[^"]+"/g, ''));
  }
  expect(new Set(texts).size).toBe(1);
});

test('wrong passwords from one address do not lock the owner out, whose address is another', async () => {
  const {name} = await pages.account('guessed@example.org');
  const attacker = await pages.browser('192.0.2.100');
  const guesses = Array.from({length: 15}, (_, i) =>
    attacker.post(PATH, {email: name, password: `guess number ${i}`}),
  );
  const statuses = (await Promise.all(guesses)).map(({status}) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(10);
  const refused = await attacker.post(PATH, {email: name, password: PASSWORD});
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('900');
  expect(refused.text).toContain('Try again in 15 min.');
  const owner = await (await pages.browser('192.0.2.3')).submit(PATH, {email: name, password: PASSWORD});
  expect(owner.text).toContain('Signed in as');
});

test('of concurrent attempts a hundred are verified for an account, whatever their addresses', async () => {
  const {name} = await pages.account('wanted@example.org');
  for (let i = 0; i < 95; i++)
    pages.tables.attempts.add(ACCOUNT_GUESSES.kind, emailSubject(name), new Date(pages.clock.now));
  const byAccount = Array.from({length: 10}, async (_, i) => {
    const browser = await pages.browser(`203.0.113.${i}`);
    return browser.post(PATH, {email: name, password: `guess number ${i}`});
  });
  const statuses = (await Promise.all(byAccount)).map(({status}) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  pages.clock.now += 900_000;
  const later = await (await pages.browser('192.0.2.3')).submit(PATH, {email: name, password: PASSWORD});
  expect(later.text).toContain('Signed in as');
});

test('of concurrent attempts ten are verified from a client address, and twenty from an IPv6 site', async () => {
  const byAddress = Array.from({length: 15}, async (_, i) => {
    const browser = await pages.browser('2001:db8:1:2::' + i.toString(16));
    return browser.post(PATH, {email: `victim-${i}@example.org`, password: PASSWORD});
  });
  const others = (await Promise.all(byAddress)).map(({status}) => status);
  expect(others.filter((status) => status === 429)).toHaveLength(5);

  const bySite = Array.from({length: 15}, async (_, i) => {
    const browser = await pages.browser(`2001:db8:1:${(i + 16).toString(16)}::1`);
    return browser.post(PATH, {email: `target-${i}@example.org`, password: PASSWORD});
  });
  const networks = (await Promise.all(bySite)).map(({status}) => status);
  expect(networks.filter((status) => status === 429)).toHaveLength(5);
});

test('successful sign-ins are not counted and clear no failures', async () => {
  const {name} = await pages.account('often@example.org');
  const sign = async (password: string) =>
    (await (await pages.browser('192.0.2.4')).post(PATH, {email: name, password})).status;
  for (let i = 0; i < 9; i++) await sign('not the password');
  for (let i = 0; i < 3; i++) expect(await sign(PASSWORD)).toBe(303);
  await sign('not the password');
  expect(await sign(PASSWORD)).toBe(429);
});

test('a full queue is reported at once, and nothing is counted', async () => {
  const tries = Array.from({length: 30}, async (_, i) => {
    const browser = await pages.browser(`198.51.100.${i}`);
    return browser.post(PATH, {email: `crowd-${i}@example.org`, password: PASSWORD});
  });
  const answers = await Promise.all(tries);
  const busy = answers.filter(({status}) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.length).toBe(30 - answers.filter(({status}) => status === 303).length);
  expect(busy[0]!.headers.get('retry-after')).toBe('5');
  const {sql} = pages.store.database;
  const counted = sql.prepare("SELECT count(*) AS n FROM attempts WHERE subject LIKE '198.51.100.%'").get();
  expect(counted).toEqual({n: 30 - busy.length});
});

test('the store keeps no attempted e-mail, since people type passwords there', async () => {
  await (await pages.browser('192.0.2.5')).post(PATH, {email: 'my secret password', password: 'x'});
  const rows = pages.store.database.sql.prepare('SELECT subject FROM attempts').all();
  expect(JSON.stringify(rows)).not.toContain('my secret');
});

test('a one-time password signs in once and must be changed', async () => {
  const account = await pages.account('helped@example.org');
  pages.tables.passwords.setOneTime(account.id, pages.tables.passwords.hash(account.id)!);
  const browser = await pages.browser('192.0.2.6');
  const first = await browser.submit(PATH, {email: account.name, password: PASSWORD});
  expect(first.text).toContain('one-time password');
  const again = await (await pages.browser('192.0.2.6')).submit(PATH, {
    email: account.name,
    password: PASSWORD,
  });
  expect(again.text).toContain(WRONG);
  const changed = await browser.submit('/account/password', {old: PASSWORD, new: 'a password of my own'});
  expect(changed.text).toContain('Your password was changed.');
  expect(changed.text).not.toContain('one-time password');
});
