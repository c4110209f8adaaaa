/** Order of treatment, headers and answers of handle(), over an engine in memory. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {DamagedFile, TooExpensive} from '../../../engine/types.ts';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {readUncounted} from '../../../server/api/dispatch.ts';
import {apiClient} from '../../helpers/api.ts';
import {handle} from '../../helpers/handle.ts';
import {type Service, testService} from '../../helpers/service.ts';

let service: Service;
let api: ReturnType<typeof apiClient>;
beforeEach(async () => {
  service = await testService();
  api = apiClient((request) => handle(request, service.context), service.key);
});
afterEach(() => service.close());

const at = (path: string) => `/api/v1${path}`;
const bare = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  handle({method, target, headers}, service.context);

describe('order of processing', () => {
  test('preflight on any path, without a key', async () => {
    for (const target of ['/nowhere', at('/contracts?x=%zz')]) {
      const {status, headers, body} = await bare(target, {}, 'OPTIONS');
      expect([status, body]).toEqual([204, null]);
      expect(headers).toMatchObject({
        'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
        'Access-Control-Allow-Headers': 'X-API-Key, Accept, If-None-Match',
        'Access-Control-Max-Age': '86400',
      });
    }
  });
  test.each([
    ['POST', at('/contracts?x=%zz'), 405],
    ['get', '/health', 405],
    ['GET', '/nowhere/%zz', 400],
    ['GET', at(`/contracts?x=${'a'.repeat(4096)}`), 400],
    ['GET', '/', 404],
    ['GET', '/api', 404],
    ['GET', '/api/v1', 404],
    ['GET', '/api/v2/contracts', 404],
    ['GET', '/API/v1/contracts', 404],
    ['GET', '/Health', 404],
    ['GET', '//health', 404],
    ['GET', at('/nowhere'), 401],
    ['GET', at('/contracts?limit=x'), 401],
    ['HEAD', at('/contracts'), 401],
  ])('%s %s without a key is %i', async (method, target, status) => {
    const response = await bare(target, {}, method);
    expect(response.status).toBe(status);
    expect(response.headers).not.toHaveProperty('X-RateLimit-Limit');
    expect(response.headers).toHaveProperty('Access-Control-Expose-Headers');
  });
  test.each([
    ['/nowhere', 404, 'Requested resource not found.'],
    ['/contracts%2Fstats', 404, 'Requested resource not found.'],
    ['/..%2Fhealth', 404, 'Requested resource not found.'],
    ['//contracts', 404, 'Requested resource not found.'],
    ['/contracts/STATS', 404, 'Contract not found.'],
    ['/disclosures/stats/x', 404, 'Requested resource not found.'],
    ['/contracts/%00', 404, 'Contract not found.'],
    ['/contracts/x?lang=zz', 400, 'lang must be one of: en, fr, both.'],
    ['/contracts?lang=zz&offset=-1&limit=x', 400, 'limit must be an integer.'],
    ['/contracts?format=xml&cursor=zzz', 400, 'cursor is not valid.'],
    ['/contracts/stats?group_by=colour', 400, 'group_by must be one of: department, vendor, year.'],
    ['/contracts/stats?sum_field=x', 400, 'sum_field must be one of: value.'],
    ['/contracts/stats?sort_by=value', 400, 'sort_by must be one of: sum, count, label.'],
    ['/vendors/zzz', 404, 'Vendor not found. Browse names with /api/v1/vendors?q=.'],
    ['/vendors/%20', 404, 'Vendor not found. Browse names with /api/v1/vendors?q=.'],
    [`/vendors/_?name=${'x'.repeat(301)}`, 400, 'name must be at most 300 characters.'],
    [
      '/procurement/%CC%81',
      404,
      'Solicitation number not found. Numbers are listed in /api/v1/tenders and /api/v1/awards.',
    ],
  ])('%s with a key is %i %s', async (path, status, code) => {
    const answer = await api(at(path));
    expect([answer.status, answer.message]).toEqual([status, code]);
  });
  test('keys of others and malformed ones', async () => {
    for (const key of [makeKey(), 'x', '', 'é'.repeat(20)]) {
      const {status, body} = await bare(at('/contracts'), {'x-api-key': key});
      expect([status, String(body)]).toEqual([
        401,
        '{"error":{"code":"UNAUTHORIZED","message":"Invalid API key."}}',
      ]);
    }
  });
});

describe('answers', () => {
  test('every route answers in its declared shape', async () => {
    const id = 'c_0000000000000004';
    const paths = [
      '/contracts',
      '/contracts/stats',
      '/disclosures',
      '/awards',
      '/tenders',
      '/vendors',
      '/departments',
    ];
    for (const path of [...paths, '/sources']) expect((await api(at(path))).rows.length).toBeGreaterThan(0);
    for (const path of [`/contracts/${id}`, `/disclosures/${id}`, '/awards/a_0000000000000001']) {
      expect((await api(at(path))).data['record_id']).toBe(path.split('/')[2]);
    }
    expect((await api(at('/tenders/t_0000000000000001/'))).status).toBe(200);
    expect((await api(at('/vendors/northline'))).data['vendor']).toBe('Northline Surveying Inc.');
    expect((await api(at('/departments/sante'))).data['record_count']).toBe(3);
    expect((await api(at('/procurement/ws%2F44%20e'))).data['solicitation_number']).toBe('WS/44 É');
  });
  test('a cursor walk returns every row once, across formats and page sizes', async () => {
    const all = (await api(at('/contracts?limit=200&sort_by=value'))).rows.map((row) => row['record_id']);
    const seen: unknown[] = [];
    for (let cursor = '', limit = 1; ; limit++) {
      const {rows, meta} = await api(
        at(`/contracts?sort_by=VALUE&limit=${limit}${cursor && `&cursor=${cursor}`}`),
      );
      expect(meta.offset).toBe(seen.length);
      seen.push(...rows.map((row) => row['record_id']));
      if (meta.next_cursor === null) break;
      cursor = meta.next_cursor;
    }
    expect(seen).toEqual(all);
  });
  test('a cursor is valid for its query only, and not together with offset or page', async () => {
    const {meta} = await api(at('/contracts?limit=1&vendor=%C3%89v'));
    expect(meta.next_cursor).toBeNull();
    const {next_cursor} = (await api(at('/contracts?limit=1&vendor=Vendor'))).meta;
    const go = async (path: string) => {
      const {status, message} = await api(at(`${path}&cursor=${next_cursor}`));
      return message || status;
    };
    expect(await go('/contracts?vendor=%20VENDOR')).toBe(200);
    expect(await go('/contracts?vendor=Vendor&sort_order=asc')).toBe('cursor does not match this query.');
    expect(await go('/contracts?vendor=Vendors')).toBe('cursor does not match this query.');
    expect(await go('/awards?vendor=Vendor')).toBe('cursor does not match this query.');
    expect(await go('/contracts?vendor=Vendor&offset=0')).toBe(
      'cursor cannot be combined with offset or page.',
    );
    expect(await go('/contracts?vendor=Vendor&page=1')).toBe(
      'cursor cannot be combined with offset or page.',
    );
  });
  test('after a change of build a cursor walk ends with a short page', async () => {
    const first = await api(at('/contracts?limit=40'));
    service.engine.info.build_id = 'b2';
    const second = await api(at(`/contracts?limit=20&cursor=${first.meta.next_cursor}`));
    expect(second.rows).toHaveLength(20);
    expect(second.meta.next_cursor).not.toBeNull();
  });
  test('fields and lang', async () => {
    const {rows} = await api(at('/contracts?limit=200&fields=department,%20record_id,&lang=FR'));
    expect(Object.keys(rows[0]!)).toEqual(['record_id', 'department']);
    expect(new Set(rows.map((row) => row['department']))).toEqual(new Set(['Parcs Canada', 'Santé Canada']));
    const {data} = await api(at('/vendors/northline?lang=en'));
    expect(data['departments']).toMatchObject([{name: 'Health Canada'}]);
    const stats = await api(at('/contracts/stats?lang=en'));
    expect(stats.rows.map((row) => row['group_value']).sort()).toEqual(['Health Canada', 'Parks Canada']);
    expect((await api(at('/contracts/stats?lang=en&group_by=year'))).rows[0]!['group_by']).toBe('year');
  });
  test('the parameter `name` wins over the path; a path without a match is decoded once more', async () => {
    const odd = 'A+B/C & 100% Ltd';
    for (const path of [
      `/vendors/${encodeURIComponent(odd)}`,
      `/vendors/${encodeURIComponent(encodeURIComponent(odd))}`,
      `/vendors/zzz?name=${encodeURIComponent(odd)}`,
      `/vendors/${encodeURIComponent(odd)}?name=`,
    ]) {
      expect((await api(at(path))).data['vendor'], path).toBe(odd);
    }
    expect((await api(at('/vendors/northline?name=zzz'))).status).toBe(404);
    expect((await api(at('/vendors/%2541%25zz'))).status).toBe(404);
  });
  test('unknown parameters are named', async () => {
    const {headers} = await api(at('/contracts/stats?municipality=x&Colour=1&limit=1'));
    expect(headers['x-ignored-parameters']).toBe('municipality, Colour');
  });
});

describe('caching and compression', () => {
  const tag = async (path: string, headers = {}) => (await api(at(path), headers)).headers['etag'];
  test('an entity tag covers the values in use', async () => {
    const plain = await tag('/contracts');
    for (const path of [
      '/contracts?offset=0&limit=50',
      '/contracts?lang=BOTH',
      '/contracts?sort_by=DATE&sort_order=desc&vendor=',
      '/contracts?zzz=1',
      '/contracts/?page=1',
    ]) {
      expect(await tag(path)).toBe(plain);
    }
    for (const path of ['/contracts?limit=49', '/contracts?lang=en', '/contracts?format=csv', '/awards']) {
      expect(await tag(path)).not.toBe(plain);
    }
    expect(await tag('/contracts?vendor=%C3%89V')).toBe(await tag('/contracts?vendor=ev'));
  });
  test('a known tag is answered 304 without the engine; `*` only if there is an answer', async () => {
    const known = (await tag('/contracts', {'accept-encoding': 'br'}))!;
    expect(known).toMatch(/-br"$/);
    service.engine.onStreamError = new Error('not to be asked');
    const again = await api(at('/contracts'), {'if-none-match': `"x", ${known}`});
    expect([again.status, again.headers['etag']]).toEqual([304, known]);
    service.engine.onStreamError = null;
    expect((await api(at('/contracts'), {'if-none-match': '*'})).status).toBe(304);
    expect((await api(at('/contracts/none'), {'if-none-match': '*'})).status).toBe(404);
  });
  test('bodies over 1,024 bytes are compressed on demand', async () => {
    const plain = await api(at('/contracts'));
    for (const coding of ['gzip', 'br']) {
      const {headers, text} = await api(at('/contracts'), {'accept-encoding': coding});
      expect([headers['content-encoding'], text]).toEqual([coding, plain.text]);
    }
    const small = await api(at('/contracts?limit=1'), {'accept-encoding': 'gzip'});
    expect(small.headers).not.toHaveProperty('content-encoding');
  });
  test('HEAD has the headers of GET and the length of its body', async () => {
    const id = {'x-request-id': 'one'};
    const get = await api(at('/contracts'), id);
    const {headers, text} = await api(at('/contracts'), id, 'HEAD');
    expect(text).toBe('');
    expect(headers).toEqual({...get.headers, 'content-length': String(Buffer.byteLength(get.text))});
  });
  test('rate headers of an unlimited key name the end of the month', async () => {
    expect((await api(at('/sources'))).headers).toMatchObject({
      'x-ratelimit-limit': '2147483647',
      'x-ratelimit-remaining': '2147483647',
      'x-ratelimit-reset': String(Date.UTC(2026, 11, 1) / 1000),
    });
  });
});

describe('faults', () => {
  test('an internal error reveals nothing and is logged without the key', async () => {
    service.engine.onStreamError = new Error('secret detail');
    const {status, message, text} = await api(at('/contracts?vendor=private'), {'x-request-id': 'one'});
    expect([status, message]).toEqual([500, 'Internal error.']);
    expect(text).not.toContain('secret');
    const fields = {route: '/contracts', key: service.key.slice(0, 13), request_id: 'one'};
    expect(service.errors).toEqual([{...fields, err: service.engine.onStreamError}]);
  });
  test('unreadable data is 503', async () => {
    service.engine.onStreamError = new Error('no such file');
    service.files.readable = false;
    const {status, headers} = await api(at('/contracts'));
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect((await bare('/health')).status).toBe(503);
  });
  test('a damaged file is 503 and logged once a minute, not once a request', async () => {
    const [one, two] = ['one', 'two'].map(
      (name) => new DamagedFile(`/${name}.items`, `/${name}.items is damaged`),
    );
    let now = service.context.now();
    service.context.now = () => now;
    const told = async (error: DamagedFile | undefined, later_ms: number): Promise<number> => {
      now += later_ms;
      service.engine.onStreamError = error ?? null;
      const before = service.errors.length;
      expect((await api(at('/contracts'))).status).toBe(503);
      return service.errors.length - before;
    };
    expect([await told(one, 0), await told(one, 0), await told(two, 0), await told(one, 59_999)]).toEqual([
      1, 0, 1, 0,
    ]);
    expect([await told(one, 1), await told(one, 0), await told(two, 0)]).toEqual([1, 0, 1]);
    expect(service.errors[0]).toMatchObject({route: '/contracts', err: {message: '/one.items is damaged'}});
  });
  test('a further reading that is refused is answered, too', async () => {
    const principal = service.store.find(service.key)!;
    for (const [path, status] of [
      ['/contracts?limit=1', 200],
      ['/contracts?limit=x', 400],
      ['/contracts?x=%zz', 400],
      ['/nowhere', 404],
    ] as const) {
      const request = {method: 'GET', target: at(path), headers: {}};
      expect((await readUncounted(principal, request, service.context)).status, path).toBe(status);
    }
    expect(service.held.count).toBe(0);
  });
  test('a query that takes too long is 503 with a remedy, and counted', async () => {
    service.engine.onStreamError = new TooExpensive();
    const {status, headers, text} = await api(at('/contracts?limit=1'));
    expect([status, JSON.parse(text).error.code, headers['x-error-reason'], headers['retry-after']]).toEqual([
      503,
      'QUERY_TOO_EXPENSIVE',
      'query_too_expensive',
      undefined,
    ]);
    expect(JSON.parse(text).error.message).toMatch(/Add a filter/);
    expect(service.errors).toEqual([]);
    service.engine.onStreamError = null;
    const {body} = await bare(at('/usage'), {'x-api-key': service.key});
    expect(JSON.parse(String(body)).data.minute).toMatchObject({used: 1});
  });
  test('an unreadable account store is 503 and reported by /health', async () => {
    const find = () => {
      throw new Error('disk I/O error');
    };
    service.context.store = {...service.store, find, healthy: () => false};
    const {status, text} = await api(at('/contracts'));
    expect([status, JSON.parse(text)]).toEqual([
      503,
      {error: {code: 'UNAVAILABLE', message: 'Service is temporarily unavailable.'}},
    ]);
    expect(service.errors).toHaveLength(1);
    expect(JSON.parse(String((await bare('/health')).body)).checks).toEqual({store: 'error'});
  });
});

describe('without a key', () => {
  test('/health', async () => {
    const {status, headers, body} = await bare('/health/');
    expect([status, headers['Cache-Control'], 'ETag' in headers]).toEqual([200, 'no-store', false]);
    expect(JSON.parse(String(body))).toEqual({
      status: 'ok',
      version: '9.9.9',
      build_id: 'b1',
      data_as_of: '2026-11-20T06:00:00',
      uptime_seconds: 5,
      records: {contracts: 60, disclosures: 30, awards: 12, tenders: 9},
      checks: {store: 'ok'},
    });
    service.engine.info.synthetic = true;
    expect(JSON.parse(String((await bare('/health')).body))).toMatchObject({synthetic: true});
  });
  test('/health of a server that follows a bucket tells how far it is', async () => {
    const replication = {
      wanted: 'b2',
      behind_since: service.context.now() - 12_345,
      bytes: {done: 3, total: 9},
      error: null,
    };
    service.context.state = () => ({unready: null, replication});
    expect(JSON.parse(String((await bare('/health')).body)).replication).toEqual({
      build_id: 'b2',
      lag_seconds: 12,
      bytes_done: 3,
      bytes_total: 9,
      error: null,
    });
  });
  test.each(['starting', 'draining', 'staging'] as const)('/readyz is 503 while %s', async (unready) => {
    const ready = await bare('/readyz');
    expect([ready.status, ready.headers['Cache-Control'], ready.body]).toEqual([
      200,
      'no-store',
      '{"status":"ready"}',
    ]);
    expect(ready.headers['Access-Control-Allow-Origin']).toBe('*');
    service.context.state = () => ({unready, replication: null});
    const {status, headers, body} = await bare('/readyz');
    expect([status, headers['Retry-After'], body]).toEqual([503, '1', `{"status":"${unready}"}`]);
  });
  test('/readyz is 503 without a build', async () => {
    service.context.builds = {...service.context.builds, info: () => null};
    expect((await bare('/readyz')).status).toBe(503);
  });
  test('documents', async () => {
    const plain = await bare('/llms.txt');
    expect(plain.headers).toMatchObject({
      'Content-Type': 'text/plain',
      'Cache-Control': 'public, max-age=300',
    });
    const gzip = {'accept-encoding': 'gzip'};
    const [coded, beside] = await Promise.all([bare('/llms.txt', gzip), bare('/llms.txt', gzip)]);
    // Compressed once, for all who wait for it and for all who come later.
    expect(beside.body).toBe(coded.body);
    expect((await bare('/llms.txt', gzip)).body).toBe(coded.body);
    expect(coded.headers['Content-Encoding']).toBe('gzip');
    const size = ({body}: {body: unknown}) => Buffer.byteLength(body as Buffer);
    expect(size(coded)).toBeLessThan(size(plain));
    expect((await bare('/llms.txt', {}, 'HEAD')).headers['Content-Length']).toBe(String(size(plain)));
  });
});
