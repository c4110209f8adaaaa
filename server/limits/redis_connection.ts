/** A thread's connection to Redis or Valkey: bounded waits, no queue of unsent commands. */
import {hash} from 'node:crypto';
import {Redis} from 'ioredis';
import type {Evaluate} from './remote_limits.ts';

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

export interface Connection {
  evaluate: Evaluate;
  close(): void;
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

/** A script's hash, by which a server that has it runs it. */
function hashes(): (script: string) => string {
  const known = new Map<string, string>();
  return (script) => {
    const found = known.get(script) ?? hash('sha1', script, 'hex');
    known.set(script, found);
    return found;
  };
}

/** Whether the server lacks the script of that hash, and so has run nothing. */
const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT');

/**
 * Connects, or continues without and retries until closed. `url` as `redis://:password@host:6379/0`, with
 * `rediss:` for TLS; it is never logged. A command that takes longer than `wait_ms` is given up.
 */
export async function connectRedis(url: string, wait_ms: number): Promise<Connection> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: wait_ms + OWN_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => RETRY_MS,
  });
  // Each failing command rejects by itself; without a listener the process would exit.
  redis.on('error', () => {});
  await redis.connect().catch(() => {});
  const hashOf = hashes();
  let failingSince: number | null = null;
  const onFailure = (): void => {
    const now = performance.now();
    failingSince ??= now;
    if (redis.status !== 'ready' || now - failingSince < FAILING_MS) return;
    failingSince = null;
    redis.disconnect(true);
  };
  /** Sends the text of a script only to a server that does not have it. */
  async function run(script: string, keys: string[], args: (string | number)[]): Promise<unknown> {
    try {
      return await within(wait_ms, redis.evalsha(hashOf(script), keys.length, ...keys, ...args));
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return await within(wait_ms, redis.eval(script, keys.length, ...keys, ...args));
    }
  }

  return {
    async evaluate(script, keys, args) {
      try {
        const result = await run(script, keys, args);
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
