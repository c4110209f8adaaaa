/** The jobs of a run in Redis: a hint of what to do next, which may be lost at any time. */
import {FlowProducer, type JobsOptions, Queue, QueueEvents} from 'bullmq';
import {QUEUES, type QueueName, queuePrefix} from '../../builds/queue.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import type {Event} from '../runtime/events.ts';
import type {PendingStep} from './run_state.ts';

export interface JobEvents {
  /** What a worker tells of its job. */
  onEvent(event: Event): void;
  /** A job has ended, well or not: the bucket may have news. */
  onEnd(): void;
  /** Why a job ended badly; it is queued again. */
  onFailure(job: string, reason: string): void;
}

export type Jobs = ReturnType<typeof openJobs>;

/** The queues of these settings, for a planner. */
export function openJobs(settings: Settings, events: JobEvents) {
  const options = queueOptions(settings);
  const queues = Object.fromEntries(QUEUES.map((name) => [name, new Queue(name, options)])) as Record<
    QueueName,
    Queue
  >;
  const flows = new FlowProducer(options);
  const listeners = QUEUES.map((name) => listen(new QueueEvents(name, options), events));
  // They reconnect; a planner says so when it next needs them.
  for (const one of Object.values(queues)) one.on('error', () => {});
  for (const one of listeners) one.on('error', () => {});
  flows.on('error', () => {});
  const exists = async (job: JobData) => (await queues[queueOf(job)].getJob(jobId(job))) !== undefined;
  const describe = (job: JobData) => ({
    name: job.step,
    queueName: queueOf(job),
    data: job,
    opts: jobOptions(job, settings),
  });
  return {
    /** Queues what is not queued: the steps, and the publishing that waits for them. */
    async ensure(run: string, pending: readonly PendingStep[]): Promise<void> {
      const publish: JobData = {step: 'publish', run};
      const steps = pending.map((step): JobData => ({...step, run}));
      const missing: JobData[] = [];
      for (const job of steps) if (!(await exists(job))) missing.push(job);
      const parent = await queues.work.getJob(run);
      const isStuck = !pending.length && parent && (await parent.getState()) === 'waiting-children';
      // What it waits for was another run's job, or is lost.
      if (isStuck) await parent.remove({removeChildren: false});
      if (parent && !isStuck && !missing.length) return;
      if (parent && !isStuck) {
        const key = {id: run, queue: queues.work.qualifiedName};
        for (const job of missing) {
          const opts = {...jobOptions(job, settings), parent: key};
          await queues[queueOf(job)].add(job.step, job, opts).catch(withoutParent);
        }
      } else await flows.add({...describe(publish), children: steps.map(describe)});
    },
    /** How many workers are connected. */
    workers: async () =>
      Math.min(...(await Promise.all(QUEUES.map((name) => queues[name].getWorkersCount())))),
    async close(): Promise<void> {
      const all = [...Object.values(queues), flows, ...listeners];
      await Promise.all(all.map((one) => one.close().catch(() => {})));
    },
  };
}

/** The parent is no longer there: it is queued again when the bucket is compared next. */
export function withoutParent(error: unknown): void {
  if (!/parent/i.test(String(error))) throw error;
}

function listen(source: QueueEvents, {onEvent, onEnd, onFailure}: JobEvents): QueueEvents {
  source.on('progress', ({data}) => onEvent(data as Event));
  source.on('completed', () => onEnd());
  source.on('failed', ({jobId: job, failedReason}) => {
    onFailure(job, failedReason);
    onEnd();
  });
  return source;
}

export type JobData = {run: string} & (PendingStep | {step: 'publish'});

/** Most attempts of a job before it is queued anew; tries of a file are counted in the bucket. */
const ATTEMPTS = 4;

/** Where the queues of these settings are. Throws without QUEUE_URL and PUBLISH_TO. */
export function queueOptions(settings: Settings) {
  const {QUEUE_URL, PUBLISH_TO} = settings;
  if (!URL.canParse(QUEUE_URL) || !/^rediss?:$/.test(new URL(QUEUE_URL).protocol)) {
    throw new Error(
      `setting QUEUE_URL must be an address like redis://:password@host:6379/0, got "${QUEUE_URL}": correct the environment`,
    );
  }
  if (!PUBLISH_TO) {
    throw new Error(
      'QUEUE_URL needs PUBLISH_TO, the bucket in which files, parts and builds lie: set it, e.g. s3://bucket/prefix',
    );
  }
  return {connection: {url: QUEUE_URL, maxRetriesPerRequest: null}, prefix: queuePrefix(PUBLISH_TO)};
}

/** Longest time without news of a worker, and how often planners compare: parts of it. */
export function lockMs(settings: Settings): number {
  const ms = numeric(settings, 'QUEUE_LOCK_MS');
  if (ms >= 300) return ms;
  throw new Error(`setting QUEUE_LOCK_MS must be at least 300, got ${ms}: correct the environment`);
}

/** A double of a job has its id and is no job. */
export const jobId = (job: JobData): string =>
  job.step === 'fetch' ? `${job.run}-${job.slug}` : job.step === 'part' ? job.key : job.run;

export const queueOf = ({step}: Pick<JobData, 'step'>): QueueName => (step === 'fetch' ? 'fetch' : 'work');

/**
 * Finished jobs leave nothing: a job that is added again shall run again, and the bucket knows what is done.
 */
export const jobOptions = (job: JobData, settings: Settings): JobsOptions => ({
  jobId: jobId(job),
  attempts: ATTEMPTS,
  backoff: {type: 'exponential', delay: Math.ceil(lockMs(settings) / 30)},
  removeOnComplete: true,
  removeOnFail: true,
  // The publishing looks into the bucket and says what it lacks.
  ...(job.step === 'publish' ? {} : {ignoreDependencyOnFailure: true}),
});
