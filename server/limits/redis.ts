/** The connection of a thread to Redis or Valkey: never waits long, never queues what it cannot send. */
import {Redis} from 'ioredis';
import type {Evaluate} from './remote.ts';

/** Longest time for the first connection, at the start. */
const CONNECT_MS = 1000;

/** A lost connection is tried again after so long at most. */
const RETRY_MS = 500;

/** Where all machines count together, and how long an answer may wait for it. */
export interface RedisSettings {
  url: string;
  wait_ms: number;
}

export interface Connection {
  evaluate: Evaluate;
  close(): void;
}

/**
 * Connects, or goes on without: it is tried again until it is closed. `url` as `redis://:password@host:6379/0`, with
 * `rediss:` over TLS; it is never logged. A call that takes longer than `wait_ms` is given up.
 */
export async function connectRedis(url: string, wait_ms: number): Promise<Connection> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: wait_ms,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => RETRY_MS,
  });
  // Every call that fails says so; without a listener the process would end.
  redis.on('error', () => {});
  await redis.connect().catch(() => {});
  return {
    evaluate: (script, keys, args) => redis.eval(script, keys.length, ...keys, ...args),
    close: () => redis.disconnect(),
  };
}
