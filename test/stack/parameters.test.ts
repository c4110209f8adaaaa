/**
 * Every parameter of every documented operation over HTTP: taken, refused, blank, repeated, unknown, in
 * order.
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {type Answer, apiClient, type Carrier, overHttp} from '../helpers/api.ts';
import {dereference} from '../helpers/dereference.ts';
import {type Cases, casesOf, type Documented} from '../helpers/parameter_cases.ts';
import {makeKey, ROOT, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

interface Document {
  paths: Record<string, {get: {parameters?: Documented[]}}>;
}

const COMMITTED = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as Document;
const DOCUMENT = dereference(COMMITTED);

const LISTS = [
  'contracts',
  'disclosures',
  'awards',
  'tenders',
  'grants',
  'research_grants',
  'infrastructure_projects',
  'permits',
];

/** Parameters required together: all are sent, so that each can be tested alone. */
const TOGETHER = new Set(['lat', 'lng', 'radius_km']);

/** Single records by what their lists call them. */
const NAMED: [path: string, list: string, fields: string[]][] = [
  ['/lobbying/registrations/{reg_id}', '/lobbying/registrations', ['reg_id']],
  ['/lobbying/communications/{com_id}', '/lobbying/communications', ['com_id']],
  ['/lobbyists/{lobbyist_id}', '/lobbying/registrations', ['lobbyist_id']],
  ['/clients/{name}', '/lobbying/registrations', ['client']],
  ['/bills/{session}/{number}', '/bills', ['session_id', 'number']],
  ['/votes/{session}/{number}', '/votes', ['session_id', 'number']],
  ['/politicians/{slug}', '/politicians', ['slug']],
  ['/committees/{identifier}', '/committees', ['acronym']],
];

let server: Server;
let key: string;
let carry: Carrier;
let api: (target: string) => Promise<Answer>;
/** A value for every path parameter, by operation. */
const pathParameters: Record<string, string> = {};
/** A point with a result, by operation; that of the documents is arbitrary. */
const points: Record<string, Record<string, number>> = {};

beforeAll(async () => {
  const dataDir = await sharedData();
  server = await sharedServer();
  key = makeKey(dataDir);
  carry = overHttp(server.base);
  api = apiClient(carry, key);
  const first = async (path: string, field: string) =>
    encodeURIComponent(String((await api(`/api/v1${path}?limit=1&q=e`)).rows[0]![field]));
  for (const list of LISTS)
    pathParameters[`/api/v1/${list}/{record_id}`] = await first(`/${list}`, 'record_id');
  pathParameters[HISTORY] = pathParameters['/api/v1/contracts/{record_id}']!;
  pathParameters['/api/v1/changes/{dataset}'] = 'contracts';
  pathParameters['/api/v1/values/{dataset}/{field}'] = 'contracts/vendor';
  pathParameters['/api/v1/grants/recipients/{name}'] = await first('/grants/recipients', 'recipient');
  pathParameters['/api/v1/vendors/{name}'] = await first('/vendors', 'vendor');
  pathParameters['/api/v1/departments/{name}'] = await first('/departments', 'department');
  for (const [path, list, fields] of NAMED) {
    const {rows} = await api(`/api/v1${list}?limit=200`);
    const row = rows.find((one) => fields.every((field) => one[field] !== null))!;
    pathParameters[`/api/v1${path}`] = fields
      .map((field) => encodeURIComponent(String(row[field])))
      .join('/');
  }
  const {rows} = await api('/api/v1/tenders?limit=200');
  const linked = rows.find((row) => row['solicitation_number'] !== null)!;
  pathParameters['/api/v1/procurement/{solicitation_number}'] = encodeURIComponent(
    String(linked['solicitation_number']),
  );
  const cornerOf = ({text}: Answer) => {
    const [line = ''] = text.split('\n');
    const one = JSON.parse(line) as {lat: number; lng: number; geometry?: {coordinates: unknown[]}};
    return (one.geometry?.coordinates.flat(4) ?? [one.lng, one.lat]) as number[];
  };
  const [lng, lat] = cornerOf(await api('/api/v1/export/permits?municipality=mississauga&status=completed'));
  const [x, y] = cornerOf(await api('/api/v1/export/zoning?municipality=calgary'));
  for (const path of ['/api/v1/permits', '/api/v1/permits/stats']) points[path] = {lat: lat!, lng: lng!};
  points['/api/v1/zone'] = {lat: y!, lng: x!};
});

/** The one history that is asked: those of other records are made by the same route. */
const HISTORY = '/api/v1/contracts/{record_id}/history';

/**
 * Exports take what their datasets' lists take, which is tested on its own; the usage of an account takes
 * nothing.
 */
const PATHS = Object.keys(DOCUMENT.paths).filter(
  (path) => /^\/api\/v1\/(?!export\/|usage$)/.test(path) && (path === HISTORY || !path.endsWith('/history')),
);

/**
 * What a document says besides examples, which are those of its build, and what they decide: which parts are
 * shared.
 */
function withoutExamples(document: Document): unknown {
  const {components: _, ...rest} = dereference(document) as Document & {components?: unknown};
  return JSON.parse(JSON.stringify(rest, (name, value) => (/^examples?$/.test(name) ? undefined : value)));
}

test('the served document is the one of the documents folder but for its examples', async () => {
  expect(PATHS.length).toBe(59);
  const served = (await (await fetch(`${server.base}/openapi.json`)).json()) as Document;
  expect(withoutExamples(served)).toEqual(withoutExamples(COMMITTED));
});

/** One pair of a query. Commas stay: with all faults at once an address is nearly as long as may be. */
const is = (name: string, text: string) =>
  `${encodeURIComponent(name)}=${encodeURIComponent(text).replaceAll('%2C', ',')}`;

describe.each(PATHS)('%s', (path) => {
  const parameters = DOCUMENT.paths[path]!.get.parameters!.filter((one) => one.in === 'query');
  const cases: (Documented & Cases)[] = parameters.map((one) => ({...one, ...casesOf(one)}));
  const listed = cases.some(({name}) => name === 'per_page');
  // Of a repeated parameter the last counts that is not blank: what is required is given first, so that any
  // other wins.
  const needed = () =>
    parameters
      .filter(({name, required}) => required || TOGETHER.has(name))
      .map(({name, example}) => is(name, name === 'q' ? 'e' : String(points[path]?.[name] ?? example)));
  const target = (...pairs: string[]) =>
    `${path.replace(/\{.*\}/, pathParameters[path] ?? '')}?${[...needed(), ...pairs].join('&')}`;
  /** The same with a short page, for tests that are not about its length. */
  const short = (...pairs: string[]) => target(...(listed ? ['limit=2', ...pairs] : pairs));

  test('accepts valid values', async () => {
    expect(await api(target())).toMatchObject({status: 200});
    for (const {name, valid, schema} of cases)
      for (const text of valid) {
        const sized = name === 'limit' || name === 'per_page';
        const {status, meta, message} = await api((sized ? target : short)(is(name, text)));
        // A name without an entity or a point without a zone is 404, but valid.
        const absent = name === 'name' || path.endsWith('/zone');
        expect(absent ? [200, 404] : [200], `${name}=${text}: ${message}`).toContain(status);
        if (sized) expect(meta.limit).toBe(Math.min(Number(text), schema.maximum!));
        if (name === 'offset') expect(meta.offset).toBe(Math.abs(Number(text)));
      }
  });

  test('refuses invalid values with their message', async () => {
    for (const {name, invalid} of cases)
      for (const [text, message] of invalid)
        expect(await api(target(is(name, text))), `${name}=${text}`).toMatchObject({status: 400, message});
  });

  test('reports the first error in the order of the table', async () => {
    const faults = cases.map(({name, invalid}) => ({
      pair: is(name, invalid[0]![0]),
      message: invalid[0]![1],
    }));
    for (const [i, {message}] of faults.entries()) {
      const left = faults.slice(i).map(({pair}) => pair);
      // A longer address is refused before anything is read.
      while (target(...left).length > 4096) left.pop();
      expect(await api(target(...left.toReversed()))).toMatchObject({status: 400, message});
    }
  });

  test('a blank text counts as absent', async () => {
    const plain = await api(short());
    for (const {name} of cases)
      for (const text of ['', '\t \u00a0']) {
        const answer = await api(short(is(name, text)));
        expect([answer.headers['etag'], answer.text], name).toEqual([plain.headers['etag'], plain.text]);
      }
  });

  test('of a repeated parameter the last non-blank value counts; names of fields are joined', async () => {
    for (const {name, valid, invalid, schema} of cases) {
      const isList = schema.items !== undefined;
      const names = schema.items?.enum;
      const text = names ? names[1]! : valid[0];
      if (text === undefined) continue;
      const validText = is(name, text);
      const bad = is(name, invalid[0]![0]);
      const refused = {status: 400, message: invalid[0]![1]};
      expect(await api(target(validText, bad, is(name, ' ')))).toMatchObject(refused);
      const replaced = await api(short(bad, validText));
      if (!isList) expect(replaced.status).not.toBe(400);
      if (!isList) continue;
      expect(replaced).toMatchObject(refused);
      if (!names || name !== 'fields') continue;
      const joined = await api(short(validText, is(name, ''), is(name, names[0]!)));
      // Nothing changed before the first build.
      if (!/\/(changes\/|history)/.test(path)) expect(joined.rows.length).toBeGreaterThan(0);
      for (const row of joined.rows) expect(Object.keys(row)).toEqual(names.slice(0, 2));
    }
  });

  test('names ignored parameters', async () => {
    const other = 'ZZ';
    const plain = await api(short());
    const odd = await api(short('zz=1', `${other}=%25`, is('é ,', 'x'), 'zz=2', 'api_key=3'));
    expect(odd.headers['x-ignored-parameters']).toBe(`zz, ${other}, %C3%A9%20%2C, api_key`);
    const said = ',"ignored_parameters":["zz","ZZ","é ,","api_key"]';
    expect([odd.headers['etag'], odd.text.replace(said, '')]).toEqual([plain.headers['etag'], plain.text]);
    expect(plain.headers).not.toHaveProperty('x-ignored-parameters');
    const many = await api(short(...Array.from({length: 25}, (_, i) => `p${i}=`)));
    expect(many.headers['x-ignored-parameters']?.split(', ')).toHaveLength(20);
  });

  if (!listed) return;
  test('limit and offset win over per_page and page', async () => {
    const preset = Number(cases.find(({name}) => name === 'limit')!.schema.default);
    const maximum = Number(cases.find(({name}) => name === 'limit')!.schema.maximum);
    const largest = 9007199254740991;
    for (const [query, limit, offset] of [
      ['', preset, 0],
      ['page=3', preset, 2 * preset],
      ['per_page=3', 3, 0],
      ['per_page=3&page=2', 3, 3],
      ['limit=2&per_page=3&page=2', 2, 2],
      ['offset=1&per_page=3&page=9', 3, 1],
      ['limit=9999&page=2', maximum, maximum],
      ['per_page=500&page=2', 200, 200],
      [`page=${largest}&limit=1`, 1, largest - 1],
      [`page=${largest}&limit=200`, 200, largest],
    ] as const)
      expect((await api(target(query))).meta, query).toMatchObject({limit, offset});
    expect(await api(target('limit=2&per_page=0'))).toMatchObject({
      status: 400,
      message: 'per_page must be at least 1.',
    });
    expect(await api(target('offset=2&page=0'))).toMatchObject({
      status: 400,
      message: 'page must be at least 1.',
    });
  });
});

test('a lower bound above its upper bound matches nothing', async () => {
  const amounts = 'min_value=2&max_value=1';
  const days = 'date_from=2024-02-29&date_to=2024-02-28';
  for (const [list, ...all] of [
    ...['contracts', 'disclosures', 'awards', 'tenders', 'contracts/stats', 'grants', 'grants/stats'].map(
      (name) => [name, amounts, days],
    ),
    ...['registrations', 'registrations/stats', 'communications', 'communications/stats'].map((name) => [
      `lobbying/${name}`,
      days,
    ]),
    ['research_grants', amounts],
    ['infrastructure_projects/stats', amounts, 'issued_after=2024-02-29&issued_before=2024-02-28'],
  ])
    for (const bounds of all)
      expect(await api(`/api/v1/${list}?${bounds}`)).toMatchObject({status: 200, rows: [], meta: {total: 0}});
});

test('identifiers: unknown, malformed and reserved ones are 404, never an error', async () => {
  for (const [path, message] of [
    ['/contracts/c_0000000000000000', 'Contract not found.'],
    ['/contracts/%27%20OR%201=1', 'Contract not found.'],
    ['/contracts/%F0%9F%98%80', 'Contract not found.'],
    ['/contracts/%00', 'Contract not found.'],
    ['/awards/c_0000000000000000', 'Award not found.'],
    ['/disclosures/stats', 'Requested resource not found.'],
    ['/grants/stats/x', 'Requested resource not found.'],
    ['/grants/c_0000000000000000', 'Grant not found.'],
    ['/grants/recipients/stats', 'Requested resource not found.'],
    ['/grants/recipients/a/b', 'Requested resource not found.'],
    ['/grants/recipients/%20', 'Recipient not found. Browse names with /api/v1/grants/recipients?q=.'],
    ['/research_grants/g_0000000000000000', 'Research grant not found.'],
    ['/infrastructure_projects/%00', 'Infrastructure project not found.'],
    ['/lobbying/registrations/0', 'Registration not found.'],
    ['/lobbying/registrations/%27', 'Registration not found.'],
    ['/lobbying/communications/x', 'Communication not found.'],
    ['/lobbying/stats', 'Requested resource not found.'],
    ['/lobbyists/0', 'Lobbyist not found.'],
    ['/lobbyists/%20', 'Lobbyist not found.'],
    ['/lobbyists', 'Requested resource not found.'],
    ['/clients/%00zqxj', 'Client not found.'],
    ['/bills/44-1', 'Requested resource not found.'],
    ['/bills/44-1/stats', 'Requested resource not found.'],
    ['/bills/44-1/C-99999', 'Bill not found.'],
    ['/bills/44-1%2FC-2/x', 'Bill not found.'],
    ['/bills/c-2/44-1', 'Bill not found.'],
    ['/votes/44-1/99999', 'Division not found.'],
    ['/politicians/-', 'Politician not found.'],
    ['/committees/%F0%9F%98%80', 'Committee not found.'],
    ['/vendors/%20', 'Vendor not found. Browse names with /api/v1/vendors?q=.'],
    ['/departments/%2520', 'Department not found. Browse names with /api/v1/departments?q=.'],
    ['/contracts/a/b', 'Requested resource not found.'],
    ['/contracts//', 'Requested resource not found.'],
    ['/Contracts', 'Requested resource not found.'],
  ])
    expect(await api(`/api/v1${path}`), path).toMatchObject({status: 404, message});
  for (const path of [
    '/contracts/%E0%A4%A',
    '/contracts?vendor=%ff',
    `/contracts?vendor=${'x'.repeat(4096)}`,
  ]) {
    const {status, body} = await carry({
      method: 'GET',
      target: `/api/v1${path}`,
      headers: {'x-api-key': key},
    });
    expect({status, body: JSON.parse(String(body))}).toEqual({
      status: 400,
      body: {error: {code: 'BAD_REQUEST', message: 'Invalid parameter value.'}},
    });
  }
});
