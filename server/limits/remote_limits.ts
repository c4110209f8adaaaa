/**
 * Limits counted in Redis or Valkey, exact over any number of machines. While it cannot be reached, every process
 * counts locally from the last known counts; these requests are added with the next command that gets through.
 */
import type {Principal} from '../accounts/principal.ts';
import type {WindowCounts} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {type WindowNumbers, windowNumbersAt} from './calendar.ts';
import {type CounterMemory, slotOf} from './counter_memory.ts';
import {localLimits} from './local_limits.ts';
import {createAdmission, toWindows} from './rate_headers.ts';
import {COUNT_SCRIPT, countCommand, parseScriptResult, type ScriptResult} from './redis_script.ts';
import type {Admission, Limits} from './types.ts';
import {confirm, type Outgoing, outgoing} from './unsynced.ts';

/** Runs the script; rejects at once without a connection, and after a bounded wait. */
export type Evaluate = (script: string, keys: string[], args: (string | number)[]) => Promise<unknown>;

/** Of a command that only looks whether the server is there. */
const NOTHING: Outgoing = {sender: 0, batch: null};

/** Pause after a failure: only one response waits for a server that hangs. */
const PAUSE_MS = 1000;

/** A sender that is closed is replaced, at most once a second. */
const TRIES = 3;

interface RemoteOptions {
  evaluate: Evaluate;
  log: Log;
  /** Monotonic clock that all threads share, milliseconds. */
  clock: () => number;
  /** Called for every request that is counted without Redis. */
  onLocal?: () => void;
}

interface RemoteCounter {
  /** False while the server is known to be down, except for one probe a second. */
  isReachable(): boolean;
  /**
   * Adds `add` to the windows, with what is unsynced, and mirrors the counts, with `keyUsedAt` if it is counted; null when the
   * server cannot be reached.
   */
  count(
    principal: Principal,
    numbers: WindowNumbers,
    add: number,
    keyUsedAt: number,
  ): Promise<ScriptResult | null>;
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

  /** Runs the script once; throws if the reply does not come or has another form. */
  async function run(principal: Principal, numbers: WindowNumbers, add: number, sent: Outgoing) {
    const [keys, args] = countCommand(principal, numbers, add, sent);
    return parseScriptResult(await evaluate(COUNT_SCRIPT, keys, args));
  }

  return {
    isReachable() {
      if (!down) return true;
      if (clock() < pausedUntil) return false;
      pausedUntil = clock() + PAUSE_MS;
      return true;
    },
    async count(principal, numbers, add, keyUsedAt) {
      // Throws without counters: that is no failure of the server.
      slotOf(memory, principal.id);
      try {
        // A slow server has enough to do: nothing is added before it answers in time.
        if (down) await run(principal, numbers, 0, NOTHING);
        for (let tries = 0; tries < TRIES; tries++) {
          const sent = outgoing(memory, principal.id, clock());
          const counted = await run(principal, numbers, add, sent);
          const isCounted = counted.exhausted < 0 && !counted.isClosed;
          const reply = {
            used: counted.used,
            added: isCounted ? add : 0,
            keyUsed: isCounted ? keyUsedAt : 0,
          };
          confirm(memory, principal.id, numbers, sent, reply);
          if (down) log.info({}, 'shared counters can be reached again');
          down = false;
          // Otherwise another thread gave the sender up, while this one was about to count for it.
          if (!counted.isClosed) return counted;
        }
        throw new Error('every sender is closed');
      } catch (error) {
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
    const counted = await count(principal, numbers, 1, principal.key_prefix === null ? 0 : now);
    if (!counted) return admitLocally(principal, now);
    const {exhausted, used} = counted;
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
      count(principal, admission.numbers, -1, 0).then((counted) => {
        if (!counted) local.refund(admission);
      });
    },
    record: local.record,
    async peek(principal, now) {
      const numbers = windowNumbersAt(now);
      const counted = isReachable() ? await count(principal, numbers, 0, 0) : null;
      if (!counted) return local.peek(principal, now);
      return toWindows(counted.used, principal.quotas, numbers);
    },
  };
}
