/** The log of an account: what its pages, tool clients and the operator change is written down, and shown to its owner. */
import {load} from 'cheerio';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {AUDIT_EVENTS, type AuditEvent} from '../../../server/accounts/audit.ts';
import {MIGRATIONS} from '../../../server/accounts/migrations.ts';
import {prune} from '../../../server/accounts/prune.ts';
import {openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

test('the triggers write every kind of event, and no other', () => {
  const written = MIGRATIONS.join('\n').matchAll(
    /INTO audit \([^)]*\)\s+VALUES \((?:NEW|OLD)\.\w+, '(\w+)'/g,
  );
  expect([...new Set([...written].map(([, event]) => event))].toSorted()).toEqual(
    [...AUDIT_EVENTS].toSorted(),
  );
});

test('each change is written once, with what it was, and shown newest first in both languages', async () => {
  const account = await pages.account('log@example.org');
  const {accounts, audit, keys, passkeys} = pages.tables;
  const browser = await pages.signedIn(account);
  const now = new Date(pages.clock.now);
  await browser.submit('/account/key/create', {name: 'one'});
  const [first] = keys.active(account.id);
  await browser.submit('/account/key/refresh', {key: String(first!.id)});
  const [second] = keys.active(account.id);
  await browser.submit('/account/password', {old: PASSWORD, new: 'another password'});
  passkeys.add(
    {id: 'p', account: account.id, name: 'laptop', public_key: 'AA', counter: 0, transports: ''},
    now,
  );
  await browser.submit('/account/passkey/remove', {passkey: 'p'});
  accounts.setTier(account.id, 'pro');
  accounts.setTier(account.id, 'pro');
  accounts.rename(account.id, 'new@example.org');
  const events = audit.ofAccount(account.id, 100).map(({event, detail}) => [event, detail]);
  // Whoever used the pages is named; of the rest nobody is known.
  const people = new Map(audit.ofAccount(account.id, 100).map(({event, person}) => [event, person]));
  expect(
    ['key_made', 'password_changed', 'passkey_removed'].map((event) => people.get(event as AuditEvent)),
  ).toEqual(Array(3).fill('new@example.org'));
  expect(people.get('tier_changed')).toBeNull();
  expect(events.toReversed()).toEqual([
    ['signed_in', null],
    ['key_made', first!.prefix],
    ['key_revoked', first!.prefix],
    ['key_made', second!.prefix],
    ['password_changed', null],
    ['passkey_added', 'laptop'],
    ['passkey_removed', 'laptop'],
    ['tier_changed', 'pro'],
    ['address_changed', 'new@example.org'],
  ]);
  for (const [language, text] of [
    ['en', 'E-mail address changed'],
    ['fr', 'Adresse courriel changée'],
  ] as const) {
    const $ = load((await browser.get(`/account?lang=${language}`)).text);
    const cells = $('section[aria-labelledby="log"] tbody tr').first().find('td');
    expect(cells.toArray().map((cell) => $(cell).text())).toEqual([text, 'new@example.org', '']);
  }
  const other = await pages.account('another@example.org');
  expect(audit.ofAccount(other.id, 100)).toEqual([]);
});

test('what is older than 400 days is deleted', async () => {
  const account = await pages.account('old@example.org');
  pages.tables.accounts.setTier(account.id, 'pro');
  prune(pages.services.database, new Date(Date.now() + 399 * 86_400_000));
  expect(pages.tables.audit.ofAccount(account.id, 10)).toHaveLength(1);
  prune(pages.services.database, new Date(Date.now() + 401 * 86_400_000));
  expect(pages.tables.audit.ofAccount(account.id, 10)).toEqual([]);
});
