/**
 * Counters of requests by route, status and duration, in memory that all threads share. Each thread writes
 * its own region, so that counting takes no atomic operation; readers add the regions up.
 */
import {ROUTES} from './routes/index.ts';

/** Names that requests outside the route table are counted under, as in the log. */
const SERVICE_ROUTES = [
  '/health',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/errors',
  '/llms.txt',
  'site',
  'tiles',
  'data',
  'account',
  'oauth',
  'tools',
  'none',
];

export const METRIC_ROUTES: readonly string[] = [...ROUTES.map(({path}) => path), ...SERVICE_ROUTES];

const STATUSES = [200, 204, 304, 400, 401, 403, 404, 405, 406, 429, 500, 503] as const;

/** As labels; the last one is of every other status. */
export const METRIC_STATUSES: readonly string[] = [...STATUSES.map(String), 'other'];

/** Upper bounds in seconds; the last bucket has none. */
export const DURATION_BOUNDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10,
] as const;

const BUCKETS = DURATION_BOUNDS.length + 1;

/** Doubles of a route: requests by status, requests by bucket, sum of the durations in seconds. */
const STRIDE = METRIC_STATUSES.length + BUCKETS + 1;
/** After the routes: requests that were counted without Redis. */
const LOCAL = METRIC_ROUTES.length * STRIDE;
const REGION = LOCAL + 1;

const routeNumbers = new Map(METRIC_ROUTES.map((route, number) => [route, number]));
const statusNumbers = new Map<number, number>(STATUSES.map((status, number) => [status, number]));

/** Memory for so many threads. */
export const allocateMetrics = (threads: number): SharedArrayBuffer =>
  new SharedArrayBuffer(threads * REGION * Float64Array.BYTES_PER_ELEMENT);

/** Counts of one route over all threads. */
export interface RouteMetrics {
  route: string;
  /** By status, as `METRIC_STATUSES`. */
  statuses: number[];
  /** By bucket, as `DURATION_BOUNDS` and one more. */
  buckets: number[];
  seconds: number;
}

export interface Metrics {
  /** Counts an answered request; unknown routes count as `none`. */
  record(route: string, status: number, seconds: number): void;
  /** Counts a request whose account was counted in this process alone, since Redis did not answer. */
  countLocal(): void;
  /** Routes with requests, over all threads. */
  read(): RouteMetrics[];
  /** Requests counted without Redis, over all threads. */
  local(): number;
}

/** The counters as one thread sees them, which alone writes the region of this number. */
export function openMetrics(memory: SharedArrayBuffer, thread: number): Metrics {
  const all = new Float64Array(memory);
  const threads = all.length / REGION;
  const own = all.subarray((thread % threads) * REGION, ((thread % threads) + 1) * REGION);
  const none = routeNumbers.get('none')!;
  const sum = (at: number): number => {
    let total = 0;
    for (let region = 0; region < threads; region++) total += all[region * REGION + at]!;
    return total;
  };
  return {
    record(route, status, seconds) {
      const base = (routeNumbers.get(route) ?? none) * STRIDE;
      own[base + (statusNumbers.get(status) ?? STATUSES.length)]!++;
      let bucket = 0;
      while (bucket < DURATION_BOUNDS.length && seconds > DURATION_BOUNDS[bucket]!) bucket++;
      own[base + METRIC_STATUSES.length + bucket]!++;
      own[base + STRIDE - 1]! += seconds;
    },
    countLocal() {
      own[LOCAL]!++;
    },
    local: () => sum(LOCAL),
    read: () =>
      METRIC_ROUTES.flatMap((route, number) => {
        const base = number * STRIDE;
        const statuses = METRIC_STATUSES.map((_, at) => sum(base + at));
        if (statuses.every((count) => count === 0)) return [];
        const buckets = Array.from({length: BUCKETS}, (_, at) => sum(base + METRIC_STATUSES.length + at));
        return [{route, statuses, buckets, seconds: sum(base + STRIDE - 1)}];
      }),
  };
}
