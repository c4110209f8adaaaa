/** What the jobs of a run are called, where they wait and how often they are attempted. */
import type {JobsOptions} from 'bullmq';
import {type QueueName, queuePrefix} from '../../builds/queue.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import type {PendingStep} from './run_state.ts';

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
