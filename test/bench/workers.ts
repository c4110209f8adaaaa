/** An ingest on a queue with one, two and four workers, beside one process, and a model of more. */
import {mkdtemp, rm} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {startWorkers} from '../helpers/queue_workers.ts';
import {hasRadosgw, startRadosgw} from '../helpers/radosgw.ts';
import {redisProgram, startRedis} from '../helpers/redis.ts';
import {runNode} from './child.ts';
import {atEnd} from './closing.ts';
import {SOURCES_TAKEN} from './effort.ts';
import {say} from './say.ts';
import {calibrated, criticalPath, type Measured, predict, type Step} from './workers/model.ts';
import {processorSeconds} from './workers/processor_time.ts';
import {watchSteps} from './workers/watch_steps.ts';

export interface Options {
  /** Folder for what the ingests write, which is removed. */
  home: string;
  /** Folder of the publishers' files; empty: the generated corpus of SCALE. */
  mirror: string;
  /** Numbers of workers that are measured; the first is what the model is made of. */
  workers: readonly number[];
}

/** A worker fetches so many sources at a time, and makes one part: a worker for each processor. */
const FETCHES = 2;
/** The bucket lies in memory: files, parts and the build. */
const BUCKET_GB = 12;
/** Numbers of workers that the model is asked for. */
const ASKED = [1, 2, 4, 16];

/** Whether the machine has what runs a queue and a bucket. */
export const hasQueueAndBucket = hasRadosgw && redisProgram !== null;

interface Point {
  workers: number;
  seconds: number;
  steps: Step[];
  cores: Measured['cores'];
}

/**
 * Prints the time of one process and of each number of workers, then what the model says. Throws without
 * Redis or radosgw. How many steps were timed.
 */
export async function measureWorkers({home, mirror, workers}: Options): Promise<number> {
  if (!hasQueueAndBucket) {
    throw new Error(
      'workers need a queue and a bucket: install redis-server, radosgw, ceph-mon and ceph-osd (Debian), then run again',
    );
  }
  const folder = await mkdtemp(join(home, 'workers-'));
  const remove = atEnd(() => rm(folder, {recursive: true, force: true}));
  const files = mirror || join(folder, 'corpus');
  if (!mirror) await runNode(['test/corpus/cli.ts'], {SOURCES: SOURCES_TAKEN, OUT: files});
  const one = await inBucket(
    async (env) => (await ingest({...env, DATA_DIR: join(folder, 'one')}, files)).seconds,
  );
  await rm(join(folder, 'one'), {recursive: true, force: true});
  say(`one process, published to the bucket: ${one.toFixed(1)} s`);
  const points: Point[] = [];
  for (const count of workers) {
    const point = await inBucket((env) => measurePoint(env, files, join(folder, `planner-${count}`), count));
    points.push(point);
    say(
      `${count} workers: ${point.seconds.toFixed(1)} s, ${(point.seconds / one).toFixed(2)} of one process`,
    );
  }
  say(`\n${modelTable(one, points)}`);
  await remove();
  return points.reduce((sum, {steps}) => sum + steps.length, 0);
}

/** Runs `work` with an empty bucket and an empty queue. */
async function inBucket<T>(work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const gateway = await startRadosgw('builds', BUCKET_GB * 2 ** 30);
  const stopGateway = atEnd(() => gateway.stop());
  const redis = await startRedis(redisProgram!);
  const stopRedis = atEnd(() => redis.end());
  try {
    return await work({...gateway.env, PUBLISH_TO: 's3://builds/bench', REDIS: redis.url});
  } finally {
    await stopRedis();
    await stopGateway();
  }
}

/** One ingest from nothing, by its own process or by workers where QUEUE_URL is set. */
const ingest = ({REDIS: _, ...env}: Record<string, string>, mirror: string) =>
  runNode(['pipeline/cli.ts'], {...env, MIRROR: mirror, MIRROR_MAP: '', SOURCES: SOURCES_TAKEN, LOG: 'json'});

async function measurePoint(
  {REDIS: redis = '', ...bucket}: Record<string, string>,
  mirror: string,
  dataDir: string,
  count: number,
): Promise<Point> {
  const env = {...bucket, QUEUE_URL: redis, WORKER_JOBS: '1', WORKER_FETCHES: String(FETCHES)};
  const spent = {atStart: 0, atPublish: 0};
  const watch = await watchSteps(env, (step) => {
    if (step === 'publish') spent.atPublish = processorSeconds();
  });
  const group = startWorkers(count, env);
  const stop = atEnd(() => group.stop());
  await group.ready();
  spent.atStart = processorSeconds();
  const {seconds} = await ingest({...env, DATA_DIR: dataDir}, mirror);
  const atEndOfRun = processorSeconds();
  const steps = await watch.steps();
  await watch.close();
  await group.finish();
  await stop();
  await rm(dataDir, {recursive: true, force: true});
  const secondsOf = (isPublish: boolean) =>
    steps.reduce((sum, one) => ((one.step === 'publish') === isPublish ? sum + one.seconds : sum), 0);
  const cores = {
    source: (spent.atPublish - spent.atStart) / secondsOf(false),
    publish: (atEndOfRun - spent.atPublish) / secondsOf(true),
  };
  return {workers: count, seconds, steps, cores};
}

/** Measured and predicted seconds: on this machine, and with a machine like it for each worker. */
function modelTable(one: number, points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  const here = availableParallelism();
  const measured = calibrated(first.steps, first.cores, first.seconds, {
    workers: first.workers,
    cores: here,
    fetches: FETCHES,
  });
  const {cores, overhead} = measured;
  const rows = ASKED.map((workers) => {
    const point = points.find((other) => other.workers === workers);
    const shared = predict(measured, {workers, cores: here, fetches: FETCHES});
    const own = predict(measured, {workers, cores: here * workers, fetches: FETCHES});
    const error = point ? `${((100 * (shared - point.seconds)) / point.seconds).toFixed(0)}%` : '';
    const cells = [
      workers,
      point?.seconds.toFixed(1) ?? '',
      shared.toFixed(1),
      error,
      own.toFixed(1),
      (own / one).toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `a fetch or part keeps ${cores.source.toFixed(2)} processors busy, publishing ${cores.publish.toFixed(2)}; ${overhead.toFixed(1)} s without a step; ` +
      `not below ${criticalPath(measured).toFixed(1)} s with any number of workers`,
    `| workers | measured on ${here} processors, s | model, s | error | model with ${here} processors for each worker, s | of one process |`,
    '|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
