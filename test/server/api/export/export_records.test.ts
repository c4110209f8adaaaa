/** Exports over an engine in memory that is asynchronous, yields too few records, or fails. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {makeKey} from '../../../../server/accounts/api_key.ts';
import {isStreamed, type StreamedBody} from '../../../../server/http/streamed_body.ts';
import {scanEngine} from '../../../helpers/engine.ts';
import {handle} from '../../../helpers/handle.ts';
import {exampleRow} from '../../../helpers/rows.ts';
import {NOW, type Service, testService} from '../../../helpers/service.ts';

const ROWS = 1300;

let service: Service;
beforeEach(async () => {
  service = await testService();
  const contracts = Array.from({length: ROWS}, (_, i) =>
    exampleRow('contracts', {record_id: `c_${String(i).padStart(16, '0')}`}),
  );
  service.engine.list = scanEngine({contracts}).list;
});
afterEach(() => service.close());

const ask = (query = '', key = service.key, method = 'GET') =>
  handle({method, target: `/api/v1/export/contracts${query}`, headers: {'x-api-key': key}}, service.context);

async function streamed(query = ''): Promise<StreamedBody> {
  const {status, body} = await ask(query);
  if (status !== 200 || !isStreamed(body)) throw new Error(`no stream but ${status}`);
  return body;
}

async function countLines(body: StreamedBody): Promise<number> {
  let lines = 0;
  for (let piece = await body.next(); piece; piece = await body.next())
    lines += piece.toString().split('\n').length - 1;
  return lines;
}

test('leases its build until the stream is closed', async () => {
  const body = await streamed();
  expect(service.held.count).toBe(1);
  expect(await countLines(body)).toBe(ROWS);
  expect(service.held.count).toBe(1);
  body.close();
  expect(service.held.count).toBe(0);
});

test('HEAD and If-None-Match keep no lease', async () => {
  const given: [Record<string, string>, number][] = [
    [{}, 200],
    [{'if-none-match': '*'}, 304],
  ];
  for (const [headers, status] of given) {
    const request = {method: 'HEAD', target: '/api/v1/export/contracts'};
    const answer = await handle(
      {...request, headers: {'x-api-key': service.key, ...headers}},
      service.context,
    );
    expect([answer.status, answer.body, service.held.count]).toEqual([status, null, 0]);
  }
});

test('few records are one body with a length', async () => {
  const {headers, body} = await ask('?vendor=nobody', service.key, 'HEAD');
  expect([headers['Content-Length'], headers['X-Total-Count'], body]).toEqual(['0', '0', null]);
});

test('an engine that yields fewer records than its count fails the stream', async () => {
  const {list} = service.engine;
  service.engine.list = (query) => ({...list(query), total: ROWS + 5});
  const body = await streamed();
  await expect(countLines(body)).rejects.toThrow('contracts ended 5 records early');
  body.close();
  expect(service.held.count).toBe(0);
});

test('an engine that fails later fails the stream; before the first byte it is an error', async () => {
  const body = await streamed('?format=csv');
  await body.next();
  service.engine.list = () => {
    throw new Error('disk gone');
  };
  await expect(countLines(body)).rejects.toThrow('disk gone');
  body.close();
  expect((await ask()).status).toBe(500);
  expect(service.held.count).toBe(0);
});

test('a missing file is an error of the server', async () => {
  expect((await ask('?format=parquet')).status).toBe(500);
  expect([service.held.count, service.errors.length]).toEqual([0, 1]);
});

test('tiers', async () => {
  for (const [tier, status] of [
    ['free', 403],
    ['developer', 403],
    ['pro', 200],
    ['enterprise', 200],
  ] as const) {
    const key = makeKey();
    service.store.issue(tier, tier, key, NOW);
    expect((await ask('', key, 'HEAD')).status).toBe(status);
  }
});
