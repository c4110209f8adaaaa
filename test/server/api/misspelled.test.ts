/** Parameters that are nearly known, those that are ignored, and the mark of synthetic data. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {refuseMalformed} from '../../../server/api/dispatch.ts';
import {editDistance, nearestName} from '../../../server/api/request/misspelled.ts';
import {type Answer, apiClient} from '../../helpers/api.ts';
import fc from '../../helpers/fast_check.ts';
import {handle} from '../../helpers/handle.ts';
import {mergeHeaders} from '../../helpers/merge_headers.ts';
import {type Service, testService} from '../../helpers/service.ts';

let service: Service;
let api: (target: string, headers?: Record<string, string>) => Promise<Answer>;
beforeEach(async () => {
  service = await testService();
  const client = apiClient((request) => handle(request, service.context), service.key);
  api = (target, headers) => client(`/api/v1${target}`, headers);
});
afterEach(() => service.close());

test.each([
  ['/contracts?vender=x', 'vender', 'vendor'],
  ['/contracts?VENDOR=x', 'VENDOR', 'vendor'],
  ['/contracts?Limit=3', 'Limit', 'limit'],
  ['/contracts?min-value=3', 'min-value', 'min_value'],
  ['/contracts?minvalue=3', 'minvalue', 'min_value'],
  ['/contracts?depratmnet=x', 'depratmnet', 'department'],
  ['/contracts?ofset=1', 'ofset', 'offset'],
  ['/contracts?colour=red&vender=x&Vendor=y', 'vender', 'vendor'],
  ['/search?q=x&result_per_domain=1', 'result_per_domain', 'results_per_domain'],
  ['/contracts/c_0000000000000001?langg=fr', 'langg', 'lang'],
])('%s is refused: %s is nearly %s', async (target, name, meant) => {
  const {status, message} = await api(target);
  expect([status, message]).toEqual([
    400,
    `${name} is not a parameter of this operation: did you mean ${meant}?`,
  ]);
});

test('known parameters are checked first', async () => {
  expect((await api('/contracts?vender=x&limit=x')).message).toBe('limit must be an integer.');
});

test('a name of another operation, and one that is far from all, are ignored and named', async () => {
  const {status, headers, meta} = await api(
    '/contracts?lobbyist=x&colour=red&colour=blue&%C3%A9t%C3%A9=1&limi%20=1',
  );
  expect(status).toBe(400);
  const ignored = await api('/contracts?lobbyist=x&colour=red&colour=blue&%C3%A9t%C3%A9=1');
  expect(ignored.status).toBe(200);
  expect(ignored.headers['x-ignored-parameters']).toBe('lobbyist, colour, %C3%A9t%C3%A9');
  expect(ignored.meta).toMatchObject({ignored_parameters: ['lobbyist', 'colour', 'été']});
  expect(headers['x-ignored-parameters']).toBeUndefined();
  expect(meta.total).toBe(-1);
  expect('ignored_parameters' in (await api('/contracts')).meta).toBe(false);
});

describe('edits', () => {
  test.each([
    ['vendor', 'vendor', 0],
    ['vender', 'vendor', 1],
    ['vedor', 'vendor', 1],
    ['vendorr', 'vendor', 1],
    ['vednor', 'vendor', 1],
    ['ab', 'ba', 1],
    ['', 'a', 1],
    ['abc', 'xyz', 3],
  ])('from %s to %s: %d', (a, b, edits) => expect(editDistance(a, b, 9)).toBe(edits));

  test('one edit of a known name is found, and the distance is symmetric', () => {
    const letters = fc.string({unit: fc.constantFrom(...'abcd_'), maxLength: 9});
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const edits = editDistance(a, b, 20);
        expect(editDistance(b, a, 20)).toBe(edits);
        expect(edits === 0).toBe(a === b);
        expect(edits).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(editDistance(a, b, 1)).toBe(Math.min(edits, 2));
      }),
    );
  });

  test('short names allow one edit, long ones two', () => {
    expect(nearestName('stats', ['status'])).toBe('status');
    expect(nearestName('stat', ['status'])).toBeUndefined();
    expect(nearestName('provnc', ['province'])).toBe('province');
    expect(nearestName('prvnc', ['province'])).toBeUndefined();
    expect(nearestName('é', ['q'])).toBeUndefined();
    expect(nearestName('qq', ['q'])).toBeUndefined();
    expect(nearestName('date_fro', ['date_to', 'date_from'])).toBe('date_from');
  });
});

describe('synthetic data', () => {
  const TARGETS = [
    '/api/v1/contracts',
    '/api/v1/contracts?format=csv',
    '/api/v1/contracts?limit=x',
    '/api/v1/nowhere',
    '/api/v1/usage',
    '/api/v1/search?q=x',
    '/health',
    '/openapi.json',
    '/nothing',
  ];
  const send = async (
    target: string,
    method = 'GET',
    headers: Record<string, string> = {'x-api-key': service.key},
  ) => Promise.resolve(handle({method, target, headers}, service.context));

  test.each([true, false])('%s is said by every response', async (synthetic) => {
    Object.assign(service.engine.info, {synthetic});
    const responses = [
      ...(await Promise.all(TARGETS.map((target) => send(target)))),
      await send('/api/v1/contracts', 'GET', {}),
      await send('/api/v1/contracts', 'OPTIONS'),
      await send('/api/v1/contracts', 'POST'),
      await send('/api/v1/contracts', 'HEAD'),
      await send('/api/v1/contracts', 'GET', {'x-api-key': service.key, 'if-none-match': '*'}),
    ];
    for (const {blocks, headers, status} of responses) {
      const mark = mergeHeaders(blocks, headers)['X-Data-Synthetic'];
      expect({status, mark}).toEqual({status, mark: synthetic ? 'true' : undefined});
    }
    expect(responses.map(({status}) => status)).toEqual(
      expect.arrayContaining([200, 204, 304, 400, 401, 404, 405]),
    );
  });

  test('is said by meta', async () => {
    Object.assign(service.engine.info, {synthetic: true});
    expect((await api('/contracts')).meta).toMatchObject({synthetic: true});
    expect((await api('/contracts/stats')).meta).toMatchObject({synthetic: true});
    Object.assign(service.engine.info, {synthetic: false});
    expect('synthetic' in (await api('/contracts')).meta).toBe(false);
  });
  test('also by the refusal of malformed headers', () => {
    const request = {method: 'GET', target: '/health', headers: {host: 'a, b'}};
    for (const synthetic of [true, false]) {
      Object.assign(service.engine.info, {synthetic});
      const {status, blocks, headers} = refuseMalformed(request, service.context);
      const mark = mergeHeaders(blocks, headers)['X-Data-Synthetic'];
      expect({status, mark}).toEqual({status: 400, mark: synthetic ? 'true' : undefined});
    }
  });
});
