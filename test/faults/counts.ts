/** Limits counted in Redis: each case is a batch of seeded schedules of lost, late and repeated commands, and of threads that die. */
import {connectRedis} from '../../server/limits/redis_connection.ts';
import {CALM_FATES, wrongCounts, wrongLimit} from '../helpers/counting_check.ts';
import {
  FATES,
  LATER,
  MACHINES,
  REFUND_FATES,
  runSchedule,
  type ScheduleOptions,
  type Step,
  THREADS,
} from '../helpers/counting_schedule.ts';
import {redisProgram, startRedis} from '../helpers/redis.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {batchesOf} from './batches.ts';
import type {Kind} from './kind.ts';

/** Schedules of a case. */
const BATCH = 100;
const MOST_STEPS = 60;
const MOST_OF_LIMIT = 20;
/** A Redis that fails is never waited for in a schedule. */
const WAIT_MS = 600_000;

type Random = () => number;

const anyOf = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/** One step of a schedule; in a calm one Redis only takes its time. */
function stepOf(random: Random, isCalm: boolean): Step {
  const thread = Math.floor(random() * MACHINES * THREADS);
  const kind = random() * (isCalm ? 20 : 31);
  if (kind < 14) return {do: 'request', thread, fate: anyOf(random, isCalm ? CALM_FATES : FATES)};
  if (kind < 20) return {do: isCalm || random() < 0.5 ? 'reply' : 'overdue'};
  if (kind < 25) return {do: 'wait', ms: random() < 0.5 ? 300 : 1001};
  if (kind < 27) return {do: 'refund', thread, fate: anyOf(random, REFUND_FATES)};
  if (kind < 29) return {do: 'look', thread, fate: anyOf(random, FATES)};
  if (kind < 30) return {do: 'later', by: anyOf(random, Object.keys(LATER) as (keyof typeof LATER)[])};
  return {do: 'empty'};
}

/** What is wrong after the schedule of a seed; null: nothing. Every other one is calm. */
async function wrongOf(
  seed: number,
  redis: Pick<ScheduleOptions, 'redis' | 'empty'>,
): Promise<string | null> {
  const random = seededRandom(Math.imul(seed + 1, 0x9e3779b1));
  const isCalm = seed % 2 === 0;
  const limit = 1 + Math.floor(random() * MOST_OF_LIMIT);
  const isLimited = isCalm || random() < 0.7;
  const count = 1 + Math.floor(random() * MOST_STEPS);
  const steps = Array.from({length: count}, () => stepOf(random, isCalm));
  const options = {...redis, account: `a${seed}@example.org`, limit: isLimited ? limit : null};
  const counted = await runSchedule(options, steps);
  return isCalm ? wrongLimit(steps, limit, counted) : wrongCounts(steps, options.limit, counted);
}

export const counts: Kind = {
  name: 'counts',
  promise:
    'Whatever happens to commands, threads and Redis, each answered request is counted once, and a machine admits no more than a limit. While Redis answers, all machines together admit exactly the limit.',
  how: 'Two machines of three threads count in Redis. Commands are lost, late, given up, repeated and answered out of order; threads die; Redis restarts empty.',
  batch: BATCH,
  full: 20_000,
  sample: 100,
  unmet: async () => (redisProgram ? null : 'no redis-server or valkey-server'),
  async open(choice) {
    const server = await startRedis(redisProgram!);
    const {evaluate, close} = await connectRedis(server.url, WAIT_MS);
    const empty = async () => void (await evaluate("return redis.call('FLUSHALL')", [], []));
    const batches = batchesOf('counts', choice, BATCH, (seed) => wrongOf(seed, {redis: evaluate, empty}));
    return {
      names: batches.names,
      async run(batch) {
        const done = await batches.run(batch);
        await empty();
        return done;
      },
      async close() {
        close();
        await server.end();
      },
    };
  },
  mutants: [
    {
      what: 'the count of a request before Redis is asked',
      file: 'server/limits/own_counts.ts',
      find: '  if (asks) addToWindows(memory, slot, numbers, 1, false);\n',
      replace: '',
    },
    {
      what: 'the refund of a request that Redis refused',
      file: 'server/limits/own_counts.ts',
      find: '  if (isRefused) addToWindows(memory, slot, numbers, -1, false);\n',
      replace: '',
    },
    {
      what: 'the version number of the counts that a process reports',
      file: 'server/limits/redis_script.ts',
      find: 'version > tonumber(month[3] or 0)',
      replace: 'version > 0',
      count: 1000,
    },
    {
      what: 'the report of a refusal to Redis before it is answered',
      file: 'server/limits/remote_limits.ts',
      find: 'if (made.asks ? exhausted >= 0 : exhausted < 0) continue;',
      replace: 'if (!made.asks && exhausted < 0) continue;',
      count: 1000,
    },
    {
      what: 'the count of requests in flight to Redis',
      file: 'server/limits/slot_counts.ts',
      find: '    doubles[usedAt(slot, i, bank)]! += count;\n',
      replace: '    if (isStored) doubles[usedAt(slot, i, bank)]! += count;\n',
      count: 1000,
    },
  ],
};
