/**
 * Limits counted in Redis or Valkey, exact over any number of machines. While it cannot be reached, every process
 * counts locally from the last known counts, and tells Redis when it answers again.
 */
import type {Principal} from '../accounts/principal.ts';
import type {WindowCounts} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {type CounterMemory, processOf} from './counter_memory.ts';
import {localLimits} from './local_limits.ts';
import {type Reply, type Report, report, reportAgain, settle, takeBack} from './own_counts.ts';
import {createAdmission, exhaustedWindow, toWindows} from './rate_headers.ts';
import {COUNT_SCRIPT, countCommand, parseReply} from './redis_script.ts';
import type {Admission, Limits} from './types.ts';

/** Runs the script; rejects at once without a connection, and after a bounded wait. */
export type Evaluate = (script: string, keys: string[], args: (string | number)[]) => Promise<unknown>;

/** Pause after a failure: only one response waits for a server that hangs. */
const PAUSE_MS = 1000;

/** A refusal is told to Redis before it is answered; meanwhile other processes may give requests back. */
const TRIES = 8;

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
  /** Gives Redis the report; null when it cannot be reached. */
  tell(principal: Principal, report: Report): Promise<Reply | null>;
}

/** Runs the script behind a circuit breaker. */
function remoteCounter(memory: CounterMemory, {evaluate, log, clock}: RemoteOptions): RemoteCounter {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let down = false;
  let serial = 0;

  function onFailure(error: unknown): void {
    pausedUntil = clock() + PAUSE_MS;
    // Only the message: the client's error may hold the command and with it the password.
    const why = error instanceof Error ? error.message : String(error);
    if (!down) log.error({why}, 'shared counters cannot be reached: counting in this process');
    down = true;
  }

  return {
    isReachable() {
      if (!down) return true;
      if (clock() < pausedUntil) return false;
      pausedUntil = clock() + PAUSE_MS;
      return true;
    },
    async tell(principal, made) {
      serial++;
      const sent = serial;
      try {
        const [keys, args] = countCommand(principal, processOf(memory), made, sent);
        const reply = parseReply(await evaluate(COUNT_SCRIPT, keys, args), sent);
        if (down) log.info({}, 'shared counters can be reached again');
        down = false;
        return reply;
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
  const {isReachable, tell} = remoteCounter(memory, options);
  const local = localLimits(memory, load);
  const {onLocal} = options;
  /** Admissions that were counted remotely, for refunds. */
  const principals = new WeakMap<Admission, Principal>();

  /** Accounts that this thread counted since Redis had last heard of them. */
  const untold = new Map<number, Principal>();
  let isTelling = false;

  function admitLocally(principal: Principal, now: number): Admission {
    onLocal?.();
    untold.set(principal.id, principal);
    return local.admit(principal, now);
  }

  /** Gives Redis a report, and takes what it answers. */
  async function ask(principal: Principal, made: Report, now: number): Promise<Reply | null> {
    const reply = await tell(principal, made);
    if (!reply) return null;
    settle(memory, principal.id, made, reply, principal.key_prefix === null ? 0 : now);
    if (untold.size > 0) {
      untold.delete(principal.id);
      void tellRest();
    }
    return reply;
  }

  /** After an outage: accounts that ask for nothing any more, one after the other, so that requests are not held up. */
  async function tellRest(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    for (const principal of untold.values())
      if (!isReachable() || !(await ask(principal, reportAgain(memory, principal.id), 0))) break;
    isTelling = false;
  }

  async function admitRemotely(principal: Principal, now: number): Promise<Admission> {
    const {id, quotas} = principal;
    for (let tries = 0; tries < TRIES; tries++) {
      const made = report(memory, id, now, load, quotas);
      const reply = await ask(principal, made, now);
      if (!reply) {
        // Whether Redis has counted it does not matter: it is told what this process has.
        if (made.asks) takeBack(memory, id, made.numbers);
        break;
      }
      const exhausted = made.asks ? reply.exhausted : exhaustedWindow(reply.used, quotas);
      // A refusal is answered only to a report that asked for nothing: Redis then has no more than what was admitted.
      if (made.asks ? exhausted >= 0 : exhausted < 0) continue;
      const admission = createAdmission(id, reply.used, quotas, made.numbers, exhausted, now);
      if (exhausted < 0) principals.set(admission, principal);
      return admission;
    }
    return admitLocally(principal, now);
  }

  return {
    admit: (principal, now) => (isReachable() ? admitRemotely(principal, now) : admitLocally(principal, now)),
    refund(admission) {
      const principal = principals.get(admission);
      if (!principal) {
        local.refund(admission);
        return;
      }
      takeBack(memory, principal.id, admission.numbers);
      untold.set(principal.id, principal);
      if (isReachable()) void ask(principal, reportAgain(memory, principal.id), 0);
    },
    record: local.record,
    async peek(principal, now) {
      if (!isReachable()) return local.peek(principal, now);
      const made = report(memory, principal.id, now, load, null);
      const reply = await ask(principal, made, 0);
      return reply ? toWindows(reply.used, principal.quotas, made.numbers) : local.peek(principal, now);
    },
  };
}
