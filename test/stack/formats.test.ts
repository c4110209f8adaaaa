/**
 * Forms of real answers: CSV and NDJSON against JSON, negotiation, language, HEAD, entity tags, compression,
 * documents.
 */
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import papaparse from 'papaparse';
import {beforeAll, describe, expect, test} from 'vitest';
import type {Json} from '../../datasets/types.ts';
import {type Answer, apiClient, type Carrier, overHttp} from '../helpers/api.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let server: Server;
let key: string;
let carry: Carrier;
let api: (target: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;

beforeAll(async () => {
  const dataDir = await sharedData();
  server = await sharedServer();
  key = makeKey(dataDir);
  carry = overHttp(server.base);
  api = apiClient(carry, key);
});

const ROWS = [
  '/contracts?limit=200',
  '/contracts?limit=120&vendor=%26&sort_by=value',
  '/disclosures?limit=30&lang=fr',
  '/awards?limit=100&lang=en&fields=vendor,department,value,description',
  '/tenders?limit=200&offset=100',
  '/contracts/stats?group_by=vendor',
  '/vendors?limit=150',
  '/departments?lang=fr',
  '/sources?',
  '/contracts?vendor=no%20such%20vendor',
  '/grants?limit=200&lang=en',
  '/grants/recipients?q=e&lang=fr',
  '/grants/stats?group_by=recipient&lang=en',
  '/research_grants?limit=200&fields=keywords,fiscal_year,award_amount',
  '/research_grants/stats?group_by=fiscal_year',
  '/infrastructure_projects?',
];

test('a list as CSV for spreadsheets begins with a byte order mark, and is another answer', async () => {
  const target = '/api/v1/contracts?limit=5&format=csv';
  const [plain, excel] = [await api(target), await api(`${target}&excel=true`)];
  // Only texts that a spreadsheet would run differ otherwise: the corpus has none among these.
  expect(excel.text).toBe(`\uFEFF${plain.text}`);
  expect(excel.headers['etag']).not.toBe(plain.headers['etag']);
  expect((await api('/api/v1/contracts?limit=5&excel=true')).status).toBe(200);
});

const text = (value: Json | undefined) => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

describe.each(ROWS)('%s', (path) => {
  const target = `/api/v1${path}`;
  /** The meta of JSON is in headers. */
  const agree = ({headers}: Answer, {meta}: Answer) =>
    expect([
      headers['x-total-count'],
      headers['x-limit'],
      headers['x-offset'],
      headers['x-next-cursor'] ?? null,
    ]).toEqual([String(meta.total), String(meta.limit), String(meta.offset), meta.next_cursor]);

  test('CSV has the rows of JSON', async () => {
    const json = await api(target);
    const csv = await api(`${target}&format=csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text.endsWith('\r\n')).toBe(true);
    expect(csv.text.startsWith('\uFEFF')).toBe(false);
    const {data, errors} = papaparse.parse<string[]>(csv.text.slice(0, -2), {newline: '\r\n'});
    expect(errors).toEqual([]);
    const [names, ...rows] = data;
    expect(rows).toEqual(json.rows.map((row) => names!.map((name) => text(row[name]))));
    if (json.rows[0]) expect(names).toEqual(Object.keys(json.rows[0]));
    agree(csv, json);
  });

  test('NDJSON has the rows of JSON', async () => {
    const json = await api(target);
    const lines = await api(`${target}&format=NDJSON`);
    expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(lines.text).toBe(json.rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    agree(lines, json);
  });
});

test.each([
  ['text/csv', 'text/csv'],
  ['application/x-ndjson, application/json;q=0.9', 'application/x-ndjson'],
  ['text/csv;q=0.2, application/json;q=0.3', 'application/json'],
  ['*/*', 'application/json'],
  ['text/*', 'text/csv'],
  ['image/png', 'application/json'],
  ['application/json;q=0, text/csv;q=0', 'application/json'],
  ['application/geo+json', 'application/json'],
])('Accept: %s gives %s; format wins over it', async (accept, type) => {
  const given = await api('/api/v1/awards?limit=1', {accept});
  expect(given.headers['content-type']).toContain(type);
  const explicit = await api('/api/v1/awards?limit=1&format=json', {accept});
  expect(explicit.headers['content-type']).toContain('application/json');
  const {record_id} = explicit.rows[0]!;
  const detail = await api(`/api/v1/awards/${record_id}?format=csv`, {accept});
  expect(detail.headers['content-type']).toContain('application/json');
  expect(detail.headers['x-ignored-parameters']).toBe('format');
});

test('lang cuts bilingual values and does not affect filters and order', async () => {
  const both = await api('/api/v1/contracts?department=sante&limit=40');
  for (const [lang, half] of [
    ['en', 0],
    ['fr', 1],
  ] as const) {
    const one = await api(`/api/v1/contracts?department=sante&limit=40&lang=${lang}`);
    expect(one.meta).toEqual(both.meta);
    expect(one.rows).toEqual(
      both.rows.map((row) => ({...row, department: String(row['department']).split(' | ')[half]})),
    );
  }
  const {rows} = await api('/api/v1/departments?limit=1&lang=fr');
  const profile = await api(`/api/v1/departments/${rows[0]!['department_key']}?lang=fr`);
  expect(profile.data['department']).toBe(rows[0]!['department']);
  expect(String(profile.data['department_key'])).toContain('%7C');
});

const TARGETS = [
  '/contracts?limit=50',
  '/contracts/stats?format=csv',
  '/vendors?limit=1',
  '/sources?fields=slug',
];

test.each(TARGETS)('%s: HEAD has the headers of GET, without the body', async (path) => {
  const target = `/api/v1${path}`;
  const headers = {'x-api-key': key, 'x-request-id': 'one'};
  const get = await carry({method: 'GET', target, headers});
  const head = await carry({method: 'HEAD', target, headers});
  const {date: _, ...same} = get.headers;
  expect(head.status).toBe(200);
  expect(head.headers).toMatchObject({...same, 'content-length': String(get.body?.length)});
  expect(head.body).toHaveLength(0);
});

test.each(TARGETS)('%s: any variant of its tag is answered 304', async (path) => {
  const target = `/api/v1${path}`;
  const {headers} = await api(target);
  const tag = headers['etag']!;
  expect(tag).toMatch(/^"[\w-]+"$/);
  const bare = tag.slice(1, -1);
  for (const given of [tag, `W/${tag}`, `"x", ${tag}`, `"${bare}-gzip"`, `"${bare}-br"`, '*']) {
    const same = await api(target, {'if-none-match': given});
    expect([given, same.status, same.headers['x-data-as-of']]).toEqual([given, 304, headers['x-data-as-of']]);
  }
  for (const given of ['"x"', bare, `"${bare}-zip"`])
    expect((await api(target, {'if-none-match': given})).status).toBe(200);
});

test('a tag is the same for the same query and differs with every used value', async () => {
  const tag = async (path: string, headers = {}) => (await api(`/api/v1${path}`, headers)).headers['etag'];
  const plain = await tag('/contracts?vendor=inc');
  for (const same of [
    'limit=50&vendor=inc',
    'vendor=inc&offset=0&page=1',
    'vendor=x&vendor=inc&other=1',
    'vendor=%20inc',
  ])
    expect(await tag(`/contracts?${same}`)).toBe(plain);
  const others = await Promise.all([
    tag('/disclosures?vendor=inc'),
    ...[
      '',
      'limit=49&',
      'offset=1&',
      'lang=en&',
      'format=csv&',
      'fields=value&',
      'sort_by=value&',
      'sort_order=asc&',
    ].map((pair) => tag(`/contracts?${pair}vendor=in`)),
    tag('/contracts?vendor=inc', {accept: 'text/csv'}),
  ]);
  expect(new Set([plain, ...others]).size).toBe(others.length + 1);
});

const DECODE = {br: brotliDecompressSync, gzip: gunzipSync};

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['*', 'br'],
  ['deflate', null],
  ['br;q=0, gzip;q=0', null],
  ['identity', null],
] as const)('Accept-Encoding: %s gives %s', async (accepted, coding) => {
  const target = '/api/v1/contracts?limit=200';
  const plain = await carry({method: 'GET', target, headers: {'x-api-key': key}});
  const got = await carry({method: 'GET', target, headers: {'x-api-key': key, 'accept-encoding': accepted}});
  expect(got.headers['content-encoding'] ?? null).toBe(coding);
  expect(got.headers['vary']).toBe('Accept, Accept-Encoding, X-API-Key');
  expect(got.headers['etag']).toBe(
    coding ? plain.headers['etag']!.replace(/"$/, `-${coding}"`) : plain.headers['etag'],
  );
  const body = coding ? DECODE[coding](got.body as Buffer) : (got.body as Buffer);
  expect(body.equals(plain.body as Buffer)).toBe(true);
  if (coding) expect(got.body!.length).toBeLessThan(body.length / 3);
});

test('short bodies and errors are sent uncompressed', async () => {
  const zipped = {'accept-encoding': 'gzip'};
  expect((await api('/api/v1/contracts?limit=3&fields=record_id', zipped)).headers).not.toHaveProperty(
    'content-encoding',
  );
  expect((await api('/api/v1/nowhere', zipped)).headers).not.toHaveProperty('content-encoding');
});

test('the order of processing: method, key, path, parameters', async () => {
  const ask = async (method: string, target: string, headers: Record<string, string>) =>
    (await carry({method, target, headers})).status;
  const valid = {'x-api-key': key};
  expect(await ask('OPTIONS', '/api/v1/contracts?limit=x', {})).toBe(204);
  expect(await ask('POST', '/api/v1/nowhere', {})).toBe(405);
  expect(await ask('GET', '/api/v1/nowhere', {})).toBe(401);
  expect(await ask('GET', '/api/v1/contracts?limit=x', {'x-api-key': `${key.slice(0, -1)}!`})).toBe(401);
  expect(await ask('GET', `/api/v1/contracts?api_key=${key}`, {})).toBe(401);
  expect(await ask('GET', '/api/v1/nowhere?limit=x', valid)).toBe(404);
  expect(await ask('GET', '/api/v1/contracts?limit=x', valid)).toBe(400);
  expect(await ask('GET', '/api/v1/contracts/?limit=1', valid)).toBe(200);
  expect(await ask('GET', '/nowhere', valid)).toBe(404);
});

test.each([
  ['/docs', 'text/html'],
  ['/docs/errors', 'text/html'],
  ['/openapi.json', 'application/json'],
  ['/llms.txt', 'text/plain'],
])('%s needs no key, is cached and compressed', async (path, type) => {
  const plain = await carry({method: 'GET', target: path, headers: {}});
  expect([plain.status, plain.headers['cache-control']]).toEqual([200, 'public, max-age=300']);
  expect(plain.headers['content-type']).toContain(type);
  const small = await carry({method: 'GET', target: path, headers: {'accept-encoding': 'br'}});
  expect(brotliDecompressSync(small.body as Buffer).equals(plain.body as Buffer)).toBe(true);
});
