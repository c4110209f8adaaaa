/** `/metrics`: counters in the text format of Prometheus, for whoever has the token. */
import {hash, timingSafeEqual} from 'node:crypto';
import type {HttpRequest, HttpResponse} from '../../http/types.ts';
import type {ApiContext, ServiceState} from '../context.ts';
import {ApiError} from '../errors.ts';
import {DURATION_BOUNDS, METRIC_STATUSES, type RouteMetrics} from '../metrics.ts';

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const sample = (name: string, labels: Record<string, string>, value: number): string => {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
  return `${name}${pairs.length ? `{${pairs.join(',')}}` : ''} ${value}`;
};

const family = (
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  lines: string[],
): string[] => (lines.length ? [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines] : []);

/** A number without labels. */
const gauge = (name: string, help: string, value: number): string[] =>
  family(name, 'gauge', help, [sample(name, {}, value)]);

const requestLines = ({route, statuses}: RouteMetrics): string[] =>
  statuses.flatMap((count, at) =>
    count ? [sample('fpd_requests_total', {route, status: METRIC_STATUSES[at]!}, count)] : [],
  );

/** Buckets are cumulative, as the format wants them. */
function durationLines({route, buckets, seconds}: RouteMetrics): string[] {
  const name = 'fpd_request_duration_seconds';
  let count = 0;
  const lines = buckets.map((own, at) => {
    count += own;
    return sample(`${name}_bucket`, {route, le: String(DURATION_BOUNDS[at] ?? '+Inf')}, count);
  });
  return [...lines, sample(`${name}_sum`, {route}, seconds), sample(`${name}_count`, {route}, count)];
}

/** Jobs of ingests, for a server that looks at a queue. */
function queueLines({queue}: ServiceState): string[] {
  if (queue === undefined) return [];
  const jobs = (queue ?? []).map((one) =>
    sample('fpd_queue_jobs', {queue: one.queue, state: one.state}, one.jobs),
  );
  return [
    ...gauge('fpd_queue_up', '1 if the queue of QUEUE_URL can be reached.', queue === null ? 0 : 1),
    ...family('fpd_queue_jobs', 'gauge', 'Jobs of ingests that are not done.', jobs),
  ];
}

/** What waits to be told and sent; nothing where the store cannot be asked. */
function messageLines({store, now}: ApiContext): string[] {
  if (!store.waiting || !store.healthy()) return [];
  const {messages, alerts} = store.waiting(new Date(now()));
  return [
    ...family(
      'fpd_messages_waiting',
      'gauge',
      'Messages that are not sent yet.',
      messages.map(({via, messages: n}) => sample('fpd_messages_waiting', {via}, n)),
    ),
    ...family(
      'fpd_messages_late_seconds',
      'gauge',
      'Since the first of them was due.',
      messages.map(({via, seconds}) => sample('fpd_messages_late_seconds', {via}, seconds)),
    ),
    ...gauge('fpd_alerts_waiting', 'Saved searches with something to tell.', alerts.searches),
    ...gauge('fpd_alerts_late_seconds', 'Since the first of them was due.', alerts.seconds),
  ];
}

/** What is told besides requests. */
function gauges({builds, state, store, startedAt, now, version}: ApiContext): string[] {
  const [info, {unready, replication}] = [builds.info(), state()];
  const rss = process.memoryUsage.rss();
  const lag = replication?.behind_since == null ? 0 : Math.max(0, (now() - replication.behind_since) / 1000);
  const ready = info !== null && unready === null;
  return [
    ...(info
      ? [
          ...family('fpd_build_info', 'gauge', 'The build in service.', [
            sample('fpd_build_info', {build_id: info.build_id, data_as_of: info.data_as_of, version}, 1),
          ]),
          ...gauge(
            'fpd_data_as_of_timestamp_seconds',
            'Newest fetch of its sources.',
            Date.parse(`${info.data_as_of}Z`) / 1000,
          ),
        ]
      : []),
    ...gauge('fpd_ready', '1 if /readyz is 200.', ready ? 1 : 0),
    ...gauge('fpd_account_store_up', '1 if the account store can be used.', store.healthy() ? 1 : 0),
    ...gauge('fpd_uptime_seconds', 'Since start.', Math.max(0, (now() - startedAt) / 1000)),
    ...gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    ...(replication
      ? [
          ...gauge('fpd_replication_lag_seconds', 'Since which the bucket wants another build.', lag),
          ...gauge(
            'fpd_replication_up',
            '1 if the bucket and its build can be used.',
            replication.error === null ? 1 : 0,
          ),
          ...gauge(
            'fpd_replication_fetched_bytes',
            'Of the build that is being fetched.',
            replication.bytes.done,
          ),
        ]
      : []),
  ];
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** 404 where no token is set, 401 for another one. */
export function answerMetrics({headers}: HttpRequest, context: ApiContext): HttpResponse {
  const {metrics, metricsToken} = context;
  if (!metricsToken) throw new ApiError('path');
  const given = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const type = {'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store'};
  if (!timingSafeEqual(digest(given), digest(metricsToken))) {
    return {
      status: 401,
      blocks: [],
      headers: {...type, 'WWW-Authenticate': 'Bearer'},
      body: 'The token of METRICS_TOKEN is missing or wrong.\n',
    };
  }
  const routes = metrics.read();
  const lines = [
    ...family('fpd_requests_total', 'counter', 'Answered requests.', routes.flatMap(requestLines)),
    ...family(
      'fpd_request_duration_seconds',
      'histogram',
      'From the parsed request to its answer, without sending it.',
      routes.flatMap(durationLines),
    ),
    ...family(
      'fpd_counted_without_redis_total',
      'counter',
      'Requests whose account was counted in this process alone, since REDIS_URL did not answer in time.',
      [sample('fpd_counted_without_redis_total', {}, metrics.local())],
    ),
    ...gauges(context),
    ...messageLines(context),
    ...queueLines(context.state()),
  ];
  return {status: 200, blocks: [], headers: type, body: `${lines.join('\n')}\n`};
}
