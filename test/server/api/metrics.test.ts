/** Counters of requests, and their text for Prometheus. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {
  allocateMetrics,
  DURATION_BOUNDS,
  METRIC_ROUTES,
  METRIC_STATUSES,
  openMetrics,
} from '../../../server/api/metrics.ts';
import {handle} from '../../helpers/handle.ts';
import {type Service, testService} from '../../helpers/service.ts';

let service: Service;
beforeEach(async () => {
  service = await testService();
  service.context.metricsToken = 'secret';
});
afterEach(() => service.close());

const get = async (target: string, headers: Record<string, string> = {}) =>
  handle({method: 'GET', target, headers: {host: 'x', ...headers}}, service.context);

const scrape = async () => String((await get('/metrics', {authorization: 'Bearer secret'})).body);

/** Samples by name and labels, as Prometheus reads them. */
function parse(text: string): Map<string, number> {
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split('\n')) {
    const [, name, type] = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (name && type) {
      expect(types.has(name)).toBe(false);
      types.set(name, type);
    }
    if (line.startsWith('#')) continue;
    const [, sample, base, , value] =
      /^((\w+?)(?:_bucket|_sum|_count)?(\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)+\})?) (\S+)$/.exec(line) ?? [];
    expect([line, types.has(base!) || types.has(sample!.split('{')[0]!)]).toEqual([line, true]);
    expect(samples.has(sample!)).toBe(false);
    samples.set(sample!, Number(value));
  }
  return samples;
}

test('every answer counts once, by route and status', async () => {
  const key = {'x-api-key': service.key};
  for (let n = 0; n < 3; n++) await get('/api/v1/contracts', key);
  await get('/api/v1/contracts?limit=nothing', key);
  await get('/api/v1/contracts');
  await get('/api/v1/nothing', key);
  await get('/health');
  await get('/nowhere');
  const samples = parse(await scrape());
  const counted = [...samples].filter(([name]) => name.startsWith('fpd_requests_total'));
  expect(Object.fromEntries(counted)).toEqual({
    'fpd_requests_total{route="/contracts",status="200"}': 3,
    'fpd_requests_total{route="/contracts",status="400"}': 1,
    'fpd_requests_total{route="none",status="401"}': 1,
    'fpd_requests_total{route="none",status="404"}': 2,
    'fpd_requests_total{route="/health",status="200"}': 1,
  });
  expect(parse(await scrape()).get('fpd_requests_total{route="/metrics",status="200"}')).toBe(1);
  expect(samples.get('fpd_request_duration_seconds_count{route="/contracts"}')).toBe(4);
  expect(samples.get('fpd_request_duration_seconds_bucket{route="/contracts",le="+Inf"}')).toBe(4);
});

test('the depth of a queue is told where the server looks at one', async () => {
  expect(await scrape()).not.toContain('fpd_queue');
  service.context.state = () => ({
    unready: null,
    replication: null,
    queue: [
      {queue: 'fetch', state: 'waiting', jobs: 3},
      {queue: 'work', state: 'active', jobs: 2},
    ],
  });
  const samples = parse(await scrape());
  expect(samples.get('fpd_queue_jobs{queue="fetch",state="waiting"}')).toBe(3);
  expect(samples.get('fpd_queue_jobs{queue="work",state="active"}')).toBe(2);
  expect(samples.get('fpd_queue_up')).toBe(1);
  service.context.state = () => ({unready: null, replication: null, queue: null});
  expect(parse(await scrape()).get('fpd_queue_up')).toBe(0);
});

test('state, build and lag are told', async () => {
  const replication = {
    wanted: 'b2',
    behind_since: service.context.now() - 2500,
    bytes: {done: 7, total: 9},
    error: 'the bucket "x"\nis gone',
  };
  service.context.state = () => ({unready: 'staging', replication});
  const samples = parse(await scrape());
  const told = [
    'fpd_build_info{build_id="b1",data_as_of="2026-11-20T06:00:00",version="9.9.9"}',
    'fpd_data_as_of_timestamp_seconds',
    'fpd_ready',
    'fpd_account_store_up',
    'fpd_uptime_seconds',
    'fpd_replication_lag_seconds',
    'fpd_replication_up',
    'fpd_replication_fetched_bytes',
  ];
  expect(told.map((name) => samples.get(name))).toEqual([
    1,
    Date.UTC(2026, 10, 20, 6) / 1000,
    0,
    1,
    5,
    2.5,
    0,
    7,
  ]);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
});

test('only the token reads them; without one the path does not exist', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer Secret', 'Basic secret', 'Bearer secret2']) {
    const {status, headers, body} = await get('/metrics', {authorization});
    expect([status, headers['WWW-Authenticate'], String(body).includes('fpd_')]).toEqual([
      401,
      'Bearer',
      false,
    ]);
  }
  service.context.metricsToken = '';
  expect((await get('/metrics', {authorization: 'Bearer '})).status).toBe(404);
});

test('threads are added up, durations fall into their buckets, and unknown names count as others', () => {
  const memory = allocateMetrics(3);
  const threads = [0, 1, 2, 3].map((thread) => openMetrics(memory, thread));
  for (const [at, metrics] of threads.entries()) metrics.record('/contracts', 200, DURATION_BOUNDS[at]!);
  threads[0]!.record('/contracts', 200, 1000);
  threads[1]!.record('/made-up', 418, 0);
  const read = threads[2]!.read();
  expect(read.map(({route}) => route)).toEqual(['/contracts', 'none']);
  const [contracts, none] = read;
  expect(contracts!.statuses[METRIC_STATUSES.indexOf('200')]).toBe(5);
  expect(contracts!.buckets).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(contracts!.seconds).toBeCloseTo(1000 + 0.0001 + 0.00025 + 0.0005 + 0.001, 6);
  expect(none!.statuses[METRIC_STATUSES.indexOf('other')]).toBe(1);
  expect(new Set(METRIC_ROUTES).size).toBe(METRIC_ROUTES.length);
});
