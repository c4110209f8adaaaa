/**
 * Hostile requests as raw bytes, the same from the same seed: what scanners, broken clients and attackers
 * send.
 */
import {type Random, random} from '../corpus/prng.ts';

const TEXTS = [
  "' OR '1'='1",
  '"; DROP TABLE contracts; --',
  '%00',
  '%0d%0aX-Evil: 1',
  '%ff%fe',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  '../../../../etc/passwd',
  `\${jndi:ldap://x/y}`,
  '<script>alert(1)</script>',
  '(a+)+$',
  '*)(uid=*))(|(uid=*',
  '{"$gt":""}',
  '\u{1f4a9}',
  'a'.repeat(5000),
  '9'.repeat(400),
  '-1',
  '1e309',
  'NaN',
  '0x10',
  '__proto__',
  'constructor',
  'null',
  '[]',
  ' ',
];

const NAMES = [
  'vendor',
  'limit',
  'offset',
  'cursor',
  'fields',
  'lat',
  'lng',
  'q',
  'sort_by',
  'lang',
  'date_from',
  '__proto__',
  '',
];
const VERBS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'TRACE',
  'CONNECT',
  'OPTIONS',
  'PATCH',
  'PROPFIND',
  'get',
  'X',
];
const PATHS = [
  '/',
  '/api/v1/contracts',
  '/api/v1/contracts/stats',
  '/api/v1/contracts/c_0000000000000000',
  '/api/v1/vendors/x',
  '/api/v1/search',
  '/api/v1/zone',
  '/api/v1/export/contracts',
  '/api/v1//contracts',
  '/health',
  '/en/contracts',
  '/fr/vendors/x',
  '/en/awards.csv',
  '/fr/suggest',
  '/openapi.json',
  '/docs',
  '/docs/errors',
  '/account',
  '/account/sign-in',
  '/mcp',
  '/oauth/token',
  '/oauth/authorize',
  '/.well-known/oauth-protected-resource/mcp',
  '/.git/config',
  '/wp-login.php',
  '//evil.example/',
  '/%2e%2e/%2e%2e/etc/passwd',
];
const HEADERS = [
  'Accept: */*;q=x',
  'Accept-Encoding: gzip;q=9, br;q=-1, zstd',
  'If-None-Match: "x", W/"y", *',
  'Range: bytes=0-,5-1',
  'Cookie: session=%00; a=b; __Host-account=x',
  'Authorization: Bearer x.y.z',
  'Content-Type: application/json; charset=utf-7',
  'Content-Type: multipart/form-data; boundary=',
  'Origin: null',
  'X-Forwarded-For: 127.0.0.1, ::1, x',
  'X-Forwarded-Host: evil.example',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'Accept-Language: fr;q=0.5, *;q=nope',
];
const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}',
  '{"jsonrpc":"2.0","id":{},"method":5}',
  'a=b&a=b&%zz=1',
  'grant_type=authorization_code&code=%00',
  '\x00\x01\x02',
  'x'.repeat(70_000),
];

const query = (numbers: Random): string =>
  Array.from({length: numbers.int(4)}, () => `${numbers.pick(NAMES)}=${numbers.pick(TEXTS)}`).join('&');

/** One request that asks for its connection to be closed; most of them carry the key of an account. */
export function hostileRequest(seed: number, key: string): string {
  const numbers = random('hostile', seed);
  const [verb, path, asked] = [numbers.pick(VERBS), numbers.pick(PATHS), query(numbers)];
  const tail = numbers.chance(0.2) ? `/${numbers.pick(TEXTS)}` : '';
  const target = `${path}${tail}${asked === '' ? '' : `?${asked}`}`.replace(/[ \r\n]/g, '+');
  const body = verb === 'GET' || verb === 'HEAD' ? '' : numbers.pick(BODIES);
  const bytes = Buffer.from(body);
  const headers = [
    'Host: x',
    ...(numbers.chance(0.8) ? [`X-API-Key: ${key}`] : []),
    ...Array.from({length: numbers.int(5)}, () => numbers.pick(HEADERS)),
    ...(numbers.chance(0.1) ? Array.from({length: 40}, (_, at) => `X-Flood-${at}: ${'y'.repeat(60)}`) : []),
    ...(bytes.length > 0 || numbers.chance(0.1) ? [`Content-Length: ${bytes.length}`] : []),
    'Connection: close',
  ];
  return `${verb} ${Buffer.from(target).toString('latin1')} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${bytes.toString('latin1')}`;
}
