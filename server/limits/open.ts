/** The limits of one thread: counted in this process, or together with other machines. */
import type {WindowCounts} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {localLimits} from './counters.ts';
import type {Memory} from './memory.ts';
import {connectRedis, type RedisSettings} from './redis.ts';
import {remoteLimits} from './remote.ts';
import type {Limits} from './types.ts';

/** `load` reads what the store has of an account. Settles also when nothing can be reached. */
export async function openLimits(
  memory: Memory,
  load: WindowCounts['of'],
  redis: RedisSettings | null,
  log: Log,
): Promise<Limits & {close(): void}> {
  if (!redis) return {...localLimits(memory, load), close() {}};
  const {evaluate, close} = await connectRedis(redis.url, redis.wait_ms);
  const limits = remoteLimits(memory, load, {evaluate, log, clock: () => performance.now()});
  return {...limits, close};
}
