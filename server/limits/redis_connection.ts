/** A thread's connection to Redis or Valkey: bounded waits, no queue of unsent commands. */
import {Redis} from 'ioredis';
import type {Evaluate} from './remote_limits.ts';

/** Timeout of the first connection at start. */
const CONNECT_MS = 1000;

/** Interval between reconnects. */
const RETRY_MS = 500;

/** A connection on which commands have failed for this long is made anew: its other end may be gone without a word, or out of step. */
const FAILING_MS = 1000;

/** Where all machines count together, and how long a response may wait for it. */
export interface RedisSettings {
  url: string;
  wait_ms: number;
}

export interface Connection {
  evaluate: Evaluate;
  close(): void;
}

/**
 * Connects, or continues without and retries until closed. `url` as `redis://:password@host:6379/0`, with `rediss:`
 * for TLS; it is never logged. A command that takes longer than `wait_ms` is given up.
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
  // Each failing command rejects by itself; without a listener the process would exit.
  redis.on('error', () => {});
  await redis.connect().catch(() => {});
  let failingSince: number | null = null;
  const onFailure = (): void => {
    const now = performance.now();
    failingSince ??= now;
    if (redis.status !== 'ready' || now - failingSince < FAILING_MS) return;
    failingSince = null;
    redis.disconnect(true);
  };
  return {
    async evaluate(script, keys, args) {
      try {
        const result = await redis.eval(script, keys.length, ...keys, ...args);
        failingSince = null;
        return result;
      } catch (error) {
        onFailure();
        throw error;
      }
    },
    close: () => redis.disconnect(),
  };
}
