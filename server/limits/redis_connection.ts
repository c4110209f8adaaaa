/** A thread's connection to Redis or Valkey: bounded waits, no queue of unsent commands. */
import {Redis, type Result} from 'ioredis';
import {COUNT_SCRIPT, type Evaluate} from './remote_limits.ts';

/** Timeout of the first connection at start. */
const CONNECT_MS = 1000;

/** Interval between reconnects. */
const RETRY_MS = 500;

/**
 * A connection on which commands have failed for this long is made anew: its other end may be gone without a
 * word, or out of step.
 */
const FAILING_MS = 1000;

/**
 * Commands that the client sends of itself, such as those of the handshake, are given up after so much more.
 */
const OWN_MS = 1000;

/** Where all machines count together, and how long a response may wait for it. */
export interface RedisSettings {
  url: string;
  wait_ms: number;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequests(...args: (string | number)[]): Result<unknown, Context>;
  }
}

/**
 * Gives up after `ms`, once what has arrived by then is read: timers come before sockets, and a thread that
 * stood still for longer would blame Redis for a reply that had been there all the time, and count the
 * request twice.
 */
function within<T>(ms: number, reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no reply within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Connects, or continues without and retries until closed. `url` as `redis://:password@host:6379/0`, with
 * `rediss:` for TLS; it is never logged. A command that takes longer than `wait_ms` is given up.
 */
export async function connectRedis(url: string, wait_ms: number) {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: wait_ms + OWN_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => RETRY_MS,
    // Its text is sent only to a server that does not have it.
    scripts: {countRequests: {lua: COUNT_SCRIPT}},
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
  const evaluate: Evaluate = async (keys, args) => {
    try {
      const result = await within(wait_ms, redis.countRequests(keys.length, ...keys, ...args));
      failingSince = null;
      return result;
    } catch (error) {
      onFailure();
      throw error;
    }
  };
  return {evaluate, close: () => redis.disconnect()};
}
