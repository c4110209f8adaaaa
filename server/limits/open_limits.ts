/** Opens the limits of one thread: counted in this process, or in Redis together with other machines. */
import type {LoadWindows} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import type {CounterMemory} from './counter_memory.ts';
import {localLimits} from './local_limits.ts';
import type {RedisSettings} from './redis_connection.ts';
import {remoteLimits} from './remote_limits.ts';
import type {Limits} from './types.ts';

/**
 * `load` reads the stored counts of an account; `onLocal` is called for every request that is counted without
 * Redis, where there is one. Resolves even if Redis cannot be reached.
 */
export async function openLimits(
  memory: CounterMemory,
  load: LoadWindows,
  redis: RedisSettings | null,
  log: Log,
  onLocal?: () => void,
): Promise<Limits & {close(): void}> {
  if (!redis) return {...localLimits(memory, load), close() {}};
  // Its client is large: who counts alone does not load it.
  const {connectRedis} = await import('./redis_connection.ts');
  const {evaluate, close} = await connectRedis(redis.url, redis.wait_ms);
  const clock = () => performance.now();
  return {...remoteLimits(memory, load, {evaluate, log, clock, onLocal}), close};
}
