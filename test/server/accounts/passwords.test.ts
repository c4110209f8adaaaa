/** What passwords and e-mail addresses may be, and how passwords are kept. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {accountsTable} from '../../../server/accounts/accounts.ts';
import {isPasswordLength, parseEmail} from '../../../server/accounts/credentials.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {passwordHashing, passwordsTable} from '../../../server/accounts/passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
afterAll(() => rmSync(folder, {recursive: true}));

const NOW = new Date('2026-11-21T12:00:00Z');
const hashing = passwordHashing();
const PASSWORD = 'une clé très longue';

test.each([
  [' Some.One@Example.ORG ', 'some.one@example.org'],
  ['a@b', 'a@b'],
  [`${'x'.repeat(248)}@b.org`, `${'x'.repeat(248)}@b.org`],
  ['ÉLODIE@exemple.ca', 'élodie@exemple.ca'],
  [`"><script>@b.org`, `"><script>@b.org`],
])('%s is the address %s', (text, email) => {
  expect(parseEmail(text)).toBe(email);
});

test.each([
  '',
  '@',
  '@b',
  'a@',
  'ab',
  'a.b.org',
  'a@b@c',
  'a b@c.org',
  'a@b.org\r\nSet-Cookie: x=1',
  'a\u0000@b.org',
  'a\u202E@b.org',
  'a\u200B@b.org',
  `${'x'.repeat(249)}@b.org`,
])('%j is no address', (text) => {
  expect(parseEmail(text)).toBeNull();
});

test('a password has 12 to 128 characters, however an accent or a sign beyond 16 bits is composed', () => {
  for (const one of ['x', 'é', '\u0065\u0301', '🍁']) {
    expect([11, 12, 128, 129].map((count) => isPasswordLength(one.repeat(count)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  }
});

test('a stored hash names its parameters, is salted, and verifies its password alone', async () => {
  const [stored, other] = await Promise.all([hashing.hash(PASSWORD), hashing.hash(PASSWORD)]);
  expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(other).not.toBe(stored);
  expect(await hashing.verify(PASSWORD, stored)).toBe(true);
  expect(await hashing.verify(PASSWORD.normalize('NFD'), stored)).toBe(true);
  expect(await hashing.verify(`${PASSWORD} `, stored)).toBe(false);
  expect(await hashing.verify(PASSWORD.toUpperCase(), stored)).toBe(false);
});

test('hashes with other parameters still verify', async () => {
  // RFC 7914, section 12: scrypt of "pleaseletmein" and "SodiumChloride" with N 16384, r 8, p 1, 64 bytes.
  const hash = Buffer.from(
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2' +
      'd5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    'hex',
  );
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const stored = `$scrypt$ln=14,r=8,p=1$${base64(Buffer.from('SodiumChloride'))}$${base64(hash)}`;
  expect(await hashing.verify('pleaseletmein', stored)).toBe(true);
  expect(await hashing.verify('pleaseletmeix', stored)).toBe(false);
});

test('an account without a hash verifies nothing, and an unknown form of hash is reported without its text', async () => {
  expect(await hashing.verify(PASSWORD, null)).toBe(false);
  await expect(hashing.verify(PASSWORD, 'plain-secret')).rejects.toThrow(/^(?!.*plain-secret).*unknown form/);
});

test('a one-time password signs in once and can be changed until then', () => {
  const database = openDatabase(join(folder, 'one.db'));
  const passwords = passwordsTable(database);
  const {id} = accountsTable(database).add('a@b.org', 'free', NOW);
  expect([passwords.hashForSignIn(id), passwords.hash(id), passwords.isOneTime(id)]).toEqual([
    null,
    null,
    false,
  ]);
  passwords.setOneTime(id, 'given');
  expect([passwords.hashForSignIn(id), passwords.isOneTime(id)]).toEqual(['given', true]);
  expect(passwords.recordSignIn(id, 'given')).toBe(true);
  expect(passwords.recordSignIn(id, 'given')).toBe(false);
  expect([passwords.hashForSignIn(id), passwords.hash(id), passwords.isOneTime(id)]).toEqual([
    null,
    'given',
    true,
  ]);
  passwords.set(id, 'chosen');
  expect([passwords.hashForSignIn(id), passwords.hash(id), passwords.isOneTime(id)]).toEqual([
    'chosen',
    'chosen',
    false,
  ]);
  expect([passwords.recordSignIn(id, 'chosen'), passwords.recordSignIn(id, 'chosen')]).toEqual([true, true]);
  expect(passwords.recordSignIn(id, 'given')).toBe(false);
  database.close();
});

test('an unknown account has no password', () => {
  const database = openDatabase(join(folder, 'two.db'));
  const passwords = passwordsTable(database);
  expect([passwords.hashForSignIn(9), passwords.hash(9), passwords.isOneTime(9)]).toEqual([
    null,
    null,
    false,
  ]);
  expect(passwords.recordSignIn(9, 'x')).toBe(false);
  database.close();
});
