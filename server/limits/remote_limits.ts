/**
 * Limits counted in Redis or Valkey, exact over any number of machines while it answers. While it does not,
 * every machine goes on by itself from the counts that it heard last; what it counts then stays with it.
 */
import type {Principal} from '../accounts/principal.ts';
import type {WindowCounts} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {type WindowNumbers, windowNumbersAt} from './calendar.ts';
import type {CounterMemory} from './counter_memory.ts';
import {localLimits} from './local_limits.ts';
import {createAdmission, toWindows} from './rate_headers.ts';
import {COUNT_SCRIPT, countCommand, parseReply, type Reply} from './redis_script.ts';
import type {Admission, Limits} from './types.ts';

/** Runs the script; rejects at once without a connection, and after a bounded wait. */
export type Evaluate = (script: string, keys: string[], args: (string | number)[]) => Promise<unknown>;

/** Pause after a failure: only one response waits for a server that hangs. */
const PAUSE_MS = 1000;

interface RemoteOptions {
  evaluate: Evaluate;
  log: Log;
  /** Monotonic clock, milliseconds. */
  clock: () => number;
  /** Called for every request that is counted without Redis. */
  onLocal?: () => void;
}

/** Adds requests of an account; null where Redis cannot be reached. */
type Count = (principal: Principal, numbers: WindowNumbers, count: -1 | 0 | 1) => Promise<Reply | null>;

/**
 * Runs the script behind a circuit breaker: while Redis is known to be down, one command a second tries it.
 */
function countIn({evaluate, log, clock}: RemoteOptions): Count {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let down = false;
  let serial = 0;

  return async (principal, numbers, count) => {
    if (down && clock() < pausedUntil) return null;
    pausedUntil = clock() + PAUSE_MS;
    const sent = ++serial;
    try {
      const reply = parseReply(
        await evaluate(COUNT_SCRIPT, ...countCommand(principal, numbers, count, sent)),
        sent,
      );
      if (down) log.info({}, 'shared counters can be reached again');
      down = false;
      return reply;
    } catch (error) {
      // Only the message: the client's error may hold the command and with it the password.
      const why = error instanceof Error ? error.message : String(error);
      if (!down) log.error({why}, 'shared counters cannot be reached: counting in this process');
      down = true;
      return null;
    }
  };
}

/** Limits counted in Redis; `load` as in `localLimits`. */
export function remoteLimits(
  memory: CounterMemory,
  load: WindowCounts['get'],
  options: RemoteOptions,
): Limits {
  const count = countIn(options);
  const local = localLimits(memory, load);
  /** Admissions that were counted remotely, for refunds. */
  const principals = new WeakMap<Admission, Principal>();

  return {
    async admit(principal, now) {
      const {id, quotas, key} = principal;
      const numbers = windowNumbersAt(now);
      const reply = await count(principal, numbers, 1);
      if (!reply) {
        options.onLocal?.();
        return local.admit(principal, now);
      }
      const {exhausted, used} = reply;
      local.learn(id, now, numbers, used, exhausted < 0 && key ? key.slot : null);
      const admission = createAdmission(id, used, quotas, numbers, exhausted, now);
      if (exhausted < 0) principals.set(admission, principal);
      return admission;
    },
    refund(admission) {
      const principal = principals.get(admission);
      if (principal) void count(principal, admission.numbers, -1);
      else local.refund(admission);
    },
    record: local.record,
    files: local.files,
    async peek(principal, now) {
      const numbers = windowNumbersAt(now);
      const reply = await count(principal, numbers, 0);
      return reply ? toWindows(reply.used, principal.quotas, numbers) : local.peek(principal, now);
    },
  };
}
