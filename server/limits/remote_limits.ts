/**
 * Limits counted in Redis or Valkey, exact over any number of machines. While it cannot be reached, every process
 * counts locally from the last known counts; these requests are added with the next command that gets through.
 */
import type {Principal} from '../accounts/principal.ts';
import type {WindowCounts} from '../accounts/windows.ts';
import {WINDOWS} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {type WindowNumbers, windowNumbersAt} from './calendar.ts';
import type {CounterMemory} from './counter_memory.ts';
import {localLimits} from './local_limits.ts';
import {createAdmission, toWindows} from './rate_headers.ts';
import {COUNT_SCRIPT, expiries, parseScriptResult, type ScriptResult, windowKeys} from './redis_script.ts';
import type {Admission, Limits} from './types.ts';
import {mirrorCounts, mirrorRefund, restoreUnsynced, takeUnsynced} from './unsynced.ts';

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

interface RemoteCounter {
  /** False while the server is known to be down, except for one probe a second. */
  isReachable(): boolean;
  /** Adds `add` to the windows, with what is unsynced; null when the server cannot be reached. */
  count(principal: Principal, numbers: WindowNumbers, add: number): Promise<ScriptResult | null>;
}

/** Runs the script behind a circuit breaker. */
function remoteCounter(memory: CounterMemory, {evaluate, log, clock}: RemoteOptions): RemoteCounter {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let down = false;

  function onFailure(error: unknown): void {
    pausedUntil = clock() + PAUSE_MS;
    // Only the message: the client's error may hold the command and with it the password.
    const why = error instanceof Error ? error.message : String(error);
    if (!down) log.error({why}, 'shared counters cannot be reached: counting in this process');
    down = true;
  }

  /** Whether the server answers in time, by a command that adds nothing. */
  async function answers(
    {account}: Principal,
    numbers: WindowNumbers,
    limits: readonly number[],
  ): Promise<boolean> {
    try {
      const nothing = [...limits, ...expiries(numbers), 0, 0, 0, 0];
      parseScriptResult(await evaluate(COUNT_SCRIPT, windowKeys(account, numbers), nothing));
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  }

  return {
    isReachable() {
      if (!down) return true;
      if (clock() < pausedUntil) return false;
      pausedUntil = clock() + PAUSE_MS;
      return true;
    },
    async count(principal, numbers, add) {
      const limits = WINDOWS.map((name) => principal.quotas[name] ?? -1);
      // A slow server does what is given up here: all that was counted meanwhile would be added with every attempt.
      if (down && !(await answers(principal, numbers, limits))) return null;
      const unsynced = takeUnsynced(memory, principal.id, numbers);
      const args = [...limits, ...expiries(numbers), ...unsynced, add];
      try {
        const result = await evaluate(COUNT_SCRIPT, windowKeys(principal.account, numbers), args);
        const counted = parseScriptResult(result);
        if (down) log.info({}, 'shared counters can be reached again');
        down = false;
        return counted;
      } catch (error) {
        restoreUnsynced(memory, principal.id, numbers, unsynced);
        onFailure(error);
        return null;
      }
    },
  };
}

export function remoteLimits(
  memory: CounterMemory,
  load: WindowCounts['get'],
  options: RemoteOptions,
): Limits {
  const {isReachable, count} = remoteCounter(memory, options);
  const local = localLimits(memory, load, true);
  const {onLocal} = options;
  /** Admissions that were counted remotely, for refunds. */
  const principals = new WeakMap<Admission, Principal>();

  function admitLocally(principal: Principal, now: number): Admission {
    onLocal?.();
    return local.admit(principal, now);
  }

  async function admitRemotely(principal: Principal, now: number): Promise<Admission> {
    const numbers = windowNumbersAt(now);
    const counted = await count(principal, numbers, 1);
    if (!counted) return admitLocally(principal, now);
    const {exhausted, used} = counted;
    const keyUsedAt = exhausted < 0 && principal.key_prefix !== null ? now : 0;
    mirrorCounts(memory, principal.id, numbers, used, keyUsedAt);
    const admission = createAdmission(principal.id, used, principal.quotas, numbers, exhausted, now);
    principals.set(admission, principal);
    return admission;
  }

  return {
    admit: (principal, now) => (isReachable() ? admitRemotely(principal, now) : admitLocally(principal, now)),
    refund(admission) {
      const principal = principals.get(admission);
      if (!principal) {
        local.refund(admission);
        return;
      }
      // A refund that does not get through is kept as an unsynced count below zero.
      count(principal, admission.numbers, -1).then((counted) => {
        if (counted) mirrorRefund(memory, principal.id, admission.numbers);
        else local.refund(admission);
      });
    },
    record: local.record,
    async peek(principal, now) {
      const numbers = windowNumbersAt(now);
      const counted = isReachable() ? await count(principal, numbers, 0) : null;
      if (!counted) return local.peek(principal, now);
      mirrorCounts(memory, principal.id, numbers, counted.used, 0);
      return toWindows(counted.used, principal.quotas, numbers);
    },
  };
}
