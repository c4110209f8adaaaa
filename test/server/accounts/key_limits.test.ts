/** Restrictions of keys: how they are read, and whom they admit. */
import {expect, test} from 'vitest';
import {
  admitsAddress,
  admitsGroup,
  admitsOrigin,
  readNetwork,
  readOrigin,
} from '../../../server/accounts/key_limits.ts';
import {clientAddress} from '../../../server/http/client_address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['2001:DB8::1', '2001:db8::1/64'],
  ['2001:db8::/128', '2001:db8::/64'],
  ['2001:db8::/48', '2001:db8::/48'],
  ['0.0.0.0/0', null],
  ['10.0.0.0/7', null],
  ['::/0', null],
  ['203.0.113.0/33', null],
  ['2001:db8::/129', null],
  ['203.0.113', null],
  ['example.org', null],
  ['', null],
  ['203.0.113.7/x', null],
])('network %j is read as %j', (text, read) => expect(readNetwork(text)).toBe(read));

test.each([
  ['https://example.org', 'https://example.org'],
  ['https://Example.org/', 'https://example.org'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://example.org/page', null],
  ['https://user@example.org', null],
  ['example.org', null],
  ['null', null],
  ['javascript:alert(1)', null],
])('origin %j is read as %j', (text, read) => expect(readOrigin(text)).toBe(read));

const limits = (some: object) => ({groups: [], addresses: [], origins: [], ...some});

test.each([
  ['203.0.113.7', true],
  ['203.0.114.7', false],
  ['::ffff:203.0.113.9', true],
  ['2001:db8:0:5:1:2:3:4', true],
  ['2001:db8:1::1', false],
  ['unknown', false],
])('a client at %s is admitted: %s', (peer, admitted) => {
  const some = limits({addresses: ['203.0.113.0/24', '2001:db8::/48']});
  expect(admitsAddress(some, clientAddress(peer, undefined, 0))).toBe(admitted);
  expect(admitsAddress(limits({}), clientAddress(peer, undefined, 0))).toBe(true);
});

test('pages and groups', () => {
  const some = limits({origins: ['https://example.org'], groups: ['lobbying']});
  expect(
    ['https://example.org', 'https://example.org.evil.test', undefined].map((one) => admitsOrigin(some, one)),
  ).toEqual([true, false, false]);
  expect(
    (['lobbying', 'parliament', 'export', 'other'] as const).map((one) => admitsGroup(some, one)),
  ).toEqual([true, false, false, false]);
});
