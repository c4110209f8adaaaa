/** Redirect addresses: which may be registered, and when a given one is registered. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {formTargets, isRedirectAddress, isRegistered, redirectTo} from '../../../server/oauth/redirects.ts';

describe('a redirect URI may be registered', () => {
  test.each([
    'https://client.example/callback',
    'https://client.example',
    'https://client.example/',
    'https://client.example:8443/callback?tenant=a%20b',
    'https://xn--bcher-kva.example/cb',
    'http://localhost/callback',
    'http://localhost:33418/',
    'http://127.0.0.1:33418',
    'http://[::1]:7777/cb',
  ])('%s', (address) => expect(isRedirectAddress(address)).toBe(true));
});

describe('a redirect URI is refused', () => {
  test.each([
    ['other schemes', 'ftp://client.example/cb'],
    ['schemes of programs', 'vscode://client/cb'],
    ['scripts', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['plain http', 'http://client.example/cb'],
    ['plain http on a name that begins like a loopback host', 'http://localhost.evil.example/cb'],
    ['plain http on a name that ends like one', 'http://evil.example/localhost'],
    ['other loopback spellings', 'http://127.1/cb'],
    ['loopback as a number', 'http://2130706433/cb'],
    ['loopback hidden in a user name', 'http://localhost:80@evil.example/cb'],
    ['the unspecified address', 'http://0.0.0.0/cb'],
    ['a fragment', 'https://client.example/cb#part'],
    ['an empty fragment', 'https://client.example/cb#'],
    ['a user name', 'https://user@client.example/cb'],
    ['a password', 'https://user:word@client.example/cb'],
    ['an empty user name', 'https://@client.example/cb'],
    ['capitals in the host', 'https://Client.example/cb'],
    ['capitals in the scheme', 'HTTPS://client.example/cb'],
    ['dots as path segments', 'https://client.example/a/../cb'],
    ['coded dots as path segments', 'https://client.example/a/%2e%2e/cb'],
    ['backslashes', 'https://client.example\\@evil.example/cb'],
    ['a default port', 'https://client.example:443/cb'],
    ['a port that is none', 'http://localhost:99999/cb'],
    ['white space before', ' https://client.example/cb'],
    ['a line break within', 'https://client.example/cb\r\nSet-Cookie: a=b'],
    ['a tab within', 'https://client.exa\tmple/cb'],
    ['a host that ends a directive', 'https://a;sandbox/cb'],
    ['a host with a comma', 'https://a,b.example/cb'],
    ['a host with a wildcard', 'https://*.example/cb'],
    ['no host', 'https:///cb'],
    ['a relative address', '/cb'],
    ['nothing', ''],
    ['a very long one', `https://client.example/${'a'.repeat(1000)}`],
  ])('with %s', (_, address) => expect(isRedirectAddress(address)).toBe(false));
});

const REGISTERED = ['https://client.example/callback', 'http://localhost/cb', 'http://127.0.0.1:33418/cb'];

describe('a redirect URI is registered', () => {
  test.each([
    'https://client.example/callback',
    'http://localhost/cb',
    'http://localhost:1234/cb',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:65535/cb',
  ])('%s', (address) => expect(isRegistered(REGISTERED, address)).toBe(true));
});

describe('a redirect URI is not registered', () => {
  test.each([
    ['behind one that is', 'https://client.example/callback/more'],
    ['before one that is', 'https://client.example/call'],
    ['with a query', 'https://client.example/callback?next=https://evil.example'],
    ['with a slash at the end', 'https://client.example/callback/'],
    ['with other capitals', 'https://client.example/Callback'],
    ['with capitals in the host', 'https://CLIENT.example/callback'],
    ['with dots in the path', 'https://client.example/x/../callback'],
    ['with a coded letter', 'https://client.example/%63allback'],
    ['with a fragment', 'https://client.example/callback#x'],
    ['with a user name', 'https://client.example@evil.example/callback'],
    ['on a longer host', 'https://client.example.evil.example/callback'],
    ['on another port under https', 'https://client.example:8443/callback'],
    ['by plain http', 'http://client.example/callback'],
    ['on loopback under https', 'https://localhost/cb'],
    ['on another loopback host', 'http://[::1]/cb'],
    ['on a loopback host with a user name', 'http://localhost:1@evil.example/cb'],
    ['on a loopback host with another path', 'http://localhost:1234/other'],
    ['on a loopback host with a port that is none', 'http://localhost:99999/cb'],
    ['on a loopback host with dots in the path', 'http://localhost:1234/x/../cb'],
    ['that is empty', ''],
  ])('%s', (_, address) => expect(isRegistered(REGISTERED, address)).toBe(false));
});

test('localhost and 127.0.0.1 are two hosts', () => {
  expect(isRegistered(['http://localhost/cb'], 'http://127.0.0.1:5000/cb')).toBe(false);
  expect(isRegistered(['http://127.0.0.1/cb'], 'http://localhost:5000/cb')).toBe(false);
});

test('a redirect URI matches a registered one exactly but for the port of a loopback host', () => {
  const part = fc.constantFrom(
    'https',
    'http',
    '://',
    'localhost',
    '127.0.0.1',
    'client.example',
    ':80',
    ':9',
  );
  const piece = fc.oneof(part, fc.constantFrom('/', 'cb', '..', '@', '#', '?', '\\', 'callback', '.', '%2e'));
  const text = fc.array(piece, {maxLength: 9}).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (given) => {
      if (!isRegistered(REGISTERED, given)) return;
      const url = new URL(given);
      url.port = '';
      expect(['https://client.example/callback', 'http://localhost/cb', 'http://127.0.0.1/cb']).toContain(
        url.href,
      );
    }),
    {numRuns: 2000, examples: [['http://localhost:9/cb'], ['https://client.example/callback']]},
  );
});

test('parameters are encoded and appended to those of the redirect URI', () => {
  expect(redirectTo('https://client.example', {code: 'a', state: null})).toBe(
    'https://client.example?code=a',
  );
  expect(redirectTo('https://client.example/cb?x=1', {code: 'a', state: 'b&c=d\r\nX: y'})).toBe(
    'https://client.example/cb?x=1&code=a&state=b%26c%3Dd%0D%0AX%3A+y',
  );
});

test('form-action allows the redirect URI, further https hosts and loopback hosts', () => {
  expect(formTargets('https://client.example/cb')).toEqual(['https:']);
  const loopback = ['http://localhost:*', 'http://127.0.0.1:*', 'https:'];
  expect(formTargets('http://localhost:1234/cb')).toEqual(loopback);
  expect(formTargets('http://127.0.0.1/cb')).toEqual(loopback);
  expect(formTargets('http://[::1]:1234/cb')).toEqual(['http:', 'https:']);
});
