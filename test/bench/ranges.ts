/** What queries read of a build that lies elsewhere: rounds, ranges and kilobytes by kind, each query over a cold source. */
import pino from 'pino';
import {indexedTables} from '../../engine/file/table_layout.ts';
import {openRanges, type RangeEngine} from '../../engine/open_ranges.ts';
import {type ApiContext, READY} from '../../server/api/context.ts';
import {handle} from '../../server/api/dispatch.ts';
import {allocateMetrics, openMetrics} from '../../server/api/metrics.ts';
import {allocateBuffer} from '../../server/http/buffers.ts';
import {allocateCounters, viewCounters} from '../../server/limits/counter_memory.ts';
import {localLimits} from '../../server/limits/local_limits.ts';
import {VERSION} from '../../server/version.ts';
import {type Counted, CountingSource} from '../helpers/counting_source.ts';
import {scaled} from './effort.ts';
import type {Kind} from './queries/kind.ts';
import {KINDS} from './queries/kinds.ts';
import {drawValues, type Values} from './queries/values.ts';
import {median} from './ranks.ts';
import {say} from './say.ts';

/** Queries of a kind. */
const QUERIES = scaled(100, 3);
const KEY = 'fpd_live_ranges';

export interface Options {
  /** Link to the build, or its folder. */
  current: string;
  /** Names; none: all. */
  kinds: readonly string[];
  /** Ranges no farther apart are read as one. */
  gap: number;
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Prints what opening each table reads, then the medians of each kind, with the ninth decile of the kilobytes. How many kinds. */
export async function measureRanges({current, kinds, gap}: Options): Promise<number> {
  const source = new CountingSource(false, gap);
  const engine = await openRanges(current, source);
  const values = await drawValues(current, '1');
  const context = contextOf(engine);
  say(`gap ${gap} bytes\n\nopening                          rounds  ranges        kB`);
  for (const {name} of indexedTables()) {
    source.take();
    engine.openTable(name);
    say(row(name, [source.take()]));
  }
  source.keep();
  say('\nkind                             rounds  ranges        kB    kB p90');
  let measured = 0;
  for (const kind of KINDS.filter(({name}) => kinds.length === 0 || kinds.includes(name))) {
    const counted = await measureKind(kind, values, context, source);
    if (counted.length === 0) continue;
    say(row(kind.name, counted));
    measured++;
  }
  await engine.close();
  return measured;
}

/** Medians in columns. */
function row(name: string, counted: readonly Counted[]): string {
  const of = (value: (one: Counted) => number): number[] => counted.map(value).sort((a, b) => a - b);
  const bytes = of((one) => one.bytes);
  const columns = [
    String(median(of(({rounds}) => rounds))).padStart(9),
    String(median(of(({ranges}) => ranges))).padStart(8),
    kilobytes(median(bytes)).padStart(10),
  ];
  if (counted.length > 1) columns.push(kilobytes(bytes[Math.floor(bytes.length * 0.9)]!).padStart(10));
  return `${name.padEnd(30)}${columns.join('')}`;
}

/** Counts each query by itself. */
async function measureKind(
  kind: Kind,
  values: Values,
  context: ApiContext,
  source: CountingSource,
): Promise<Counted[]> {
  const counted: Counted[] = [];
  const ask = async (target: string): Promise<string> => {
    source.forget();
    source.take();
    const headers = {'x-api-key': KEY, ...kind.headers};
    const {status, body} = await handle({method: 'GET', target, headers}, context);
    if (status !== 200) throw new Error(`${target} was answered with ${status}`);
    return String(body);
  };
  for (const target of kind.targets(values).slice(0, QUERIES)) {
    const text = await ask(target);
    if (kind.walk) {
      const cursor: unknown = JSON.parse(text).meta.next_cursor;
      if (typeof cursor !== 'string') continue;
      await ask(`${target.slice(0, target.indexOf('?'))}?cursor=${cursor}`);
    }
    counted.push(source.take());
  }
  return counted;
}

/** A service over the engine for one account without limits. */
function contextOf(engine: RangeEngine): ApiContext {
  const principal = {
    id: 1,
    account: 'bench',
    tier: 'enterprise',
    quotas: {month: null, day: null, minute: null},
    key_prefix: null,
  } as const;
  const limits = localLimits(viewCounters(allocateCounters(1)), () => [0, 0, 0]);
  return {
    state: () => READY,
    metrics: openMetrics(allocateMetrics(1), 0),
    metricsToken: '',
    origin: '',
    builds: {info: () => engine.info, acquire: () => ({engine, release() {}}), isReadable: async () => true},
    store: {find: () => principal, healthy: () => true},
    limits,
    documents: new Map(),
    version: VERSION,
    startedAt: Date.now(),
    now: () => Date.now(),
    log: pino({level: 'silent'}),
    allocate: allocateBuffer,
    timeout_ms: 60_000,
  };
}
