/**
 * Names of the queues of an ingest on several machines, as the workers make them and the server counts them.
 */
import {createHash} from 'node:crypto';

/** Fetches wait for networks and run several at a time; parts and builds wait for memory. */
export const QUEUES = ['fetch', 'work'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Prefix of all keys in Redis: one bucket, one ingest. Braces keep them on one node of a cluster. */
export const queuePrefix = (location: string): string =>
  `{fpd:${createHash('sha256').update(location.replace(/\/+$/, '')).digest('hex').slice(0, 12)}}`;
