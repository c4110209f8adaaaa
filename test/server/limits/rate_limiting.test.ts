/** Rate limits: their position in the order of processing, and their headers. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {accountsTable} from '../../../server/accounts/accounts.ts';
import type {Principal} from '../../../server/accounts/principal.ts';
import type {Quotas} from '../../../server/accounts/tiers.ts';
import {handleForAccount} from '../../../server/api/dispatch.ts';
import type {HttpResponse} from '../../../server/http/types.ts';
import {handle} from '../../helpers/handle.ts';
import {mergeHeaders} from '../../helpers/merge_headers.ts';
import {NOW, type Service, testService} from '../../helpers/service.ts';

let service: Service;
let recorded: string[];
beforeEach(async () => {
  service = await testService();
  recorded = [];
  const {limits} = service.context;
  service.context.limits = {
    ...limits,
    record(admission, group) {
      recorded.push(group);
      limits.record(admission, group);
    },
  };
});
afterEach(() => service.close());

/** Quotas of the account; what is remembered of its key would hide them. */
function setQuotas(quotas: Partial<Quotas>): void {
  const {context, store} = service;
  accountsTable(store.database).setQuotas(1, {month: null, day: null, minute: null, ...quotas});
  context.store = store;
}

const get = (target: string, key: string | null = service.key, method = 'GET'): Promise<HttpResponse> =>
  Promise.resolve(
    handle({method, target: `/api/v1${target}`, headers: key ? {'x-api-key': key} : {}}, service.context),
  );

const usage = async () => JSON.parse(String((await get('/usage')).body)).data;
const headersOf = ({blocks, headers}: HttpResponse) => mergeHeaders(blocks, headers);

test('an exhausted quota is reported after the key and before route and parameters', async () => {
  setQuotas({day: 0});
  for (const target of ['/contracts', '/nowhere', '/contracts?limit=x', '/export/contracts'])
    expect((await get(target)).status).toBe(429);
  expect((await get('/contracts', null)).status).toBe(401);
  expect((await get('/contracts', service.key, 'POST')).status).toBe(405);
  expect((await get('/contracts?x=%zz')).status).toBe(400);
  const refused = await get('/contracts');
  expect(JSON.parse(String(refused.body)).error.message).toBe('Daily request limit exceeded.');
  expect(headersOf(refused)).toMatchObject({'X-RateLimit-Remaining': '0', 'Cache-Control': 'no-store'});
});

test('/usage is not counted and answers when a quota is exhausted', async () => {
  setQuotas({minute: 1, day: null, month: 1});
  await get('/contracts?limit=1');
  const answer = await get('/usage?colour=red');
  expect(answer.status).toBe(200);
  const headers = headersOf(answer);
  expect(headers['ETag']).toBeUndefined();
  expect(headers).toMatchObject({
    'Cache-Control': 'no-store',
    'X-Ignored-Parameters': 'colour',
    'X-RateLimit-Limit': '1',
    'X-RateLimit-Remaining': '0',
  });
  expect(await usage()).toEqual({
    account: 'tester',
    tier: 'enterprise',
    minute: {limit: 1, used: 1, remaining: 0, reset: NOW.getTime() / 1000 + 60},
    day: {limit: null, used: 1, remaining: null, reset: Date.parse('2026-11-22T00:00:00Z') / 1000},
    month: {limit: 1, used: 1, remaining: 0, reset: Date.parse('2026-12-01T00:00:00Z') / 1000},
    permits_limit: 500,
    export: true,
  });
});

test.each([
  ['/contracts?limit=1', 'GET', 1],
  ['/contracts?limit=1', 'HEAD', 1],
  ['/contracts?limit=x', 'GET', 1],
  ['/nowhere', 'GET', 1],
  ['/contracts/zzz', 'GET', 1],
  ['/contracts', 'OPTIONS', 0],
  ['/contracts', 'DELETE', 0],
  ['/usage', 'GET', 0],
  ['/usage/', 'HEAD', 0],
  ['/usage/more', 'GET', 1],
])('%s by %s counts %i', async (target, method, count) => {
  await get(target, service.key, method);
  const {minute, day, month} = await usage();
  expect([minute.used, day.used, month.used]).toEqual([count, count, count]);
  expect(recorded).toHaveLength(count);
});

test('a request that ends in 5xx is refunded and not in the history', async () => {
  service.context.builds = {
    ...service.context.builds,
    acquire() {
      throw new Error('broken');
    },
  };
  expect((await get('/contracts')).status).toBe(500);
  expect((await usage()).month.used).toBe(0);
  expect(recorded).toEqual([]);
});

test('the history lists a request under its section and a tool call under tools', async () => {
  await get('/contracts?limit=1');
  await get('/lobbying/registrations?limit=1');
  await get('/nowhere');
  const principal: Principal = {...service.store.find(service.key)!, key: null, group: 'tools'};
  const request = {method: 'GET', target: '/api/v1/contracts?limit=1', headers: {}};
  expect((await handleForAccount(principal, request, service.context)).status).toBe(200);
  expect(recorded).toEqual(['procurement', 'lobbying', 'other', 'tools']);
  expect((await usage()).day.used).toBe(4);
});
