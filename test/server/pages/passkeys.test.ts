/** Passkeys without a browser: challenges, the name they are made for, and answers that are none. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {MAX_PASSKEYS} from '../../../server/accounts/passkeys.ts';
import {challengeOf, isChallenge, relyingParty} from '../../../server/pages/passkeys.ts';
import {openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await openPages('https://data.example.org');
});
afterAll(() => pages.close());

test.each([
  ['https://data.example.org', 'data.example.org'],
  ['https://data.example.org:8443', 'data.example.org'],
  ['http://localhost:8080', 'localhost'],
  ['http://data.example.org', null],
  ['http://127.0.0.1:8080', null],
  ['https://192.0.2.1', null],
  ['https://[2001:db8::1]', null],
])('at %s passkeys are made for %s', (origin, party) => expect(relyingParty(origin)).toBe(party));

test('a challenge holds for its visitor and purpose, for half an hour at least and an hour at most', () => {
  const [one, other] = [
    {id: 'a', token: 'one'},
    {id: 'b', token: 'other'},
  ];
  for (const now of [0, 1_799_999, 1_800_000, 12_345_678_901]) {
    const challenge = challengeOf(one, 'get', now);
    expect(isChallenge(one, 'get', now, challenge)).toBe(true);
    expect(isChallenge(one, 'get', now + 1_800_000, challenge)).toBe(true);
    expect(isChallenge(one, 'get', now + 3_600_000, challenge)).toBe(false);
    expect(isChallenge(other, 'get', now, challenge)).toBe(false);
    expect(isChallenge(one, 'create', now, challenge)).toBe(false);
  }
});

const GARBAGE = [
  '',
  'null',
  '[]',
  '{}',
  '{"id":7}',
  '{"id":"AAAA"}',
  '{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{}}',
  '{',
];

test.each(GARBAGE)('%j neither signs in nor is added', async (credential) => {
  const browser = await pages.browser();
  const refused = await browser.submit('/account/passkey/sign-in', {credential});
  expect(refused.status).toBe(200);
  expect(refused.text).toContain('The passkey was not accepted.');
  expect(refused.text).toContain('id="sign-in-password"');

  const account = await pages.account(`passkey-${GARBAGE.indexOf(credential)}@example.org`);
  const owner = await pages.signedIn(account);
  const {text} = await owner.submit('/account/passkey/add', {credential, password: PASSWORD});
  expect(text).toContain('The passkey was not accepted.');
  expect(pages.tables.passkeys.ofAccount(account.id)).toEqual([]);
});

test('an account has its own passkeys, ten at most', async () => {
  const [one, other] = [await pages.account('ten@example.org'), await pages.account('other@example.org')];
  const now = new Date(pages.clock.now);
  const add = (id: string, account = one.id) =>
    pages.tables.passkeys.add({id, account, name: '', public_key: 'AA', counter: 0, transports: ''}, now);
  for (let i = 0; i < MAX_PASSKEYS; i++) expect(add(`key-${i}`)).toBe(true);
  expect(add('one more')).toBe(false);
  expect(add('key-0', other.id)).toBe(false);
  const browser = await pages.signedIn(other);
  await browser.submit('/account/passkey/remove', {passkey: 'key-0'});
  expect(pages.tables.passkeys.find('key-0')?.account).toBe(one.id);
});
