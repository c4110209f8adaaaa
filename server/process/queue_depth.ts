/**
 * How many jobs of ingests wait in Redis: counted on its keys, since the server needs nothing else of the
 * queue.
 */
import {Redis} from 'ioredis';
import {QUEUES, queuePrefix} from '../../builds/queue.ts';
import type {Settings} from '../../datasets/settings.ts';
import type {JobCount} from '../api/context.ts';

/** Longest wait for Redis; then the depth is unknown until the next look. */
const WAIT_MS = 1000;

export interface QueueDepth {
  /** Jobs by queue and state; null while Redis cannot be reached. */
  read(): Promise<JobCount[] | null>;
  close(): void;
}

/** Opens the queues of QUEUE_URL; null without it, or without the bucket whose ingests are queued there. */
export function openQueueDepth({QUEUE_URL, PUBLISH_TO, FOLLOW}: Settings): QueueDepth | null {
  const location = PUBLISH_TO || FOLLOW;
  if (!QUEUE_URL || !location) return null;
  const redis = new Redis(QUEUE_URL, {
    lazyConnect: true,
    connectTimeout: WAIT_MS,
    commandTimeout: WAIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => WAIT_MS,
  });
  // Each failing command rejects by itself; without a listener the process would exit.
  redis.on('error', () => {});
  const count = async (queue: string): Promise<JobCount[]> => {
    const key = (state: string) => `${queuePrefix(location)}:${queue}:${state}`;
    const [wait, active, delayed, blocked] = await Promise.all([
      redis.llen(key('wait')),
      redis.llen(key('active')),
      redis.zcard(key('delayed')),
      redis.zcard(key('waiting-children')),
    ]);
    return [
      {queue, state: 'waiting', jobs: wait},
      {queue, state: 'active', jobs: active},
      {queue, state: 'delayed', jobs: delayed},
      {queue, state: 'blocked', jobs: blocked},
    ];
  };
  return {
    read: () =>
      Promise.all(QUEUES.map(count)).then(
        (counts) => counts.flat(),
        () => null,
      ),
    close: () => redis.disconnect(),
  };
}
