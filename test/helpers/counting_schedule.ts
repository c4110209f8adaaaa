/** Runs limits counted in Redis through a schedule of lost, late and repeated commands and of threads that die in between. */
import type {Principal} from '../../server/accounts/principal.ts';
import {allocateCounters, viewCounters} from '../../server/limits/counter_memory.ts';
import {type Evaluate, remoteLimits} from '../../server/limits/remote_limits.ts';
import type {Admission, Limits} from '../../server/limits/types.ts';

/**
 * What becomes of a command: `ok`; `slow`: done, the reply comes later; `lost`: never done; `late`: done, but given up before;
 * `overdue`: given up, and done later; `dies`, `dies-done`, `dies-overdue`: the thread dies while it waits, and the command is
 * never done, was done or will be.
 */
export const FATES = ['ok', 'slow', 'lost', 'late', 'overdue', 'dies', 'dies-done', 'dies-overdue'] as const;
export type Fate = (typeof FATES)[number];

/** A refund ends within its step. */
export const REFUND_FATES = ['ok', 'lost', 'late', 'overdue'] as const;

export type Step =
  | {do: 'request'; thread: number; fate: Fate}
  | {do: 'look'; thread: number; fate: Fate}
  | {do: 'refund'; thread: number; fate: (typeof REFUND_FATES)[number]}
  | {do: 'reply'}
  | {do: 'overdue'}
  | {do: 'wait'; ms: number}
  | {do: 'minute'};

const NOW = Date.parse('2040-11-21T12:00:30Z');
const THREADS = 3;

interface Thread {
  limits: Limits;
  isDead: boolean;
  /** Of its next command that is more than a look whether Redis is back. */
  fate: Fate;
  /** Requests that it has begun and not ended. */
  open: number;
}

export interface Counted {
  /** Requests that were answered, without those refunded. */
  answered: number;
  /** Requests of threads that died before the answer: each may have been counted. */
  uncertain: number;
  /** As Redis has them at the end. */
  day: number;
  month: number;
}

const silent = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};

/** Runs the steps over `redis`, then lets everything end, looks until nothing is unsynced, and does last what is overdue. */
export async function runSchedule(
  redis: Evaluate,
  account: string,
  steps: readonly Step[],
): Promise<Counted> {
  const principal: Principal = {
    id: 1,
    account,
    tier: 'enterprise',
    quotas: {minute: null, day: null, month: null},
    key_prefix: 'fpd_live_abcd',
  };
  const memory = viewCounters(allocateCounters(1));
  const counted: Counted = {answered: 0, uncertain: 0, day: 0, month: 0};
  const replies: (() => void)[] = [];
  const overdue: (() => Promise<unknown>)[] = [];
  const admissions: Admission[] = [];
  let [now, clock, working] = [NOW, 0, 0];

  /** Whatever can go on without another step does. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = working === 0 ? quiet + 1 : 0) await new Promise(setImmediate);
  }

  function evaluate(thread: Thread): Evaluate {
    return async (script, keys, args) => {
      const run = async () => {
        working++;
        return redis(script, keys, args).finally(() => working--);
      };
      if (args[7] === 0) return run();
      const {fate} = thread;
      thread.fate = 'ok';
      if (fate.startsWith('dies')) thread.isDead = true;
      if (fate.endsWith('overdue')) overdue.push(run);
      if (fate === 'dies-done' || fate === 'late') await run();
      if (thread.isDead) return new Promise(() => {});
      if (fate === 'ok') return run();
      if (fate !== 'slow') throw new Error('given up');
      const reply = await run();
      return new Promise((resolve) => replies.push(() => thread.isDead || resolve(reply)));
    };
  }

  function newThread(): Thread {
    const thread: Thread = {limits: null as unknown as Limits, isDead: false, fate: 'ok', open: 0};
    const options = {evaluate: evaluate(thread), log: silent, clock: () => clock};
    thread.limits = remoteLimits(memory, () => [0, 0, 0], options);
    return thread;
  }

  const threads = Array.from({length: THREADS}, newThread);

  async function request(thread: Thread): Promise<void> {
    thread.open++;
    const admission = await thread.limits.admit(principal, now);
    if (thread.isDead) return;
    thread.open--;
    counted.answered++;
    admissions.push(admission);
  }

  function refund(thread: Thread): void {
    const admission = admissions.pop();
    if (!admission) return;
    thread.limits.refund(admission);
    counted.answered--;
  }

  async function step(one: Step): Promise<void> {
    if (one.do === 'wait') clock += one.ms;
    else if (one.do === 'minute') now += 60_000;
    else if (one.do === 'reply') replies.shift()?.();
    else if (one.do === 'overdue') await overdue.shift()?.();
    else {
      const thread = threads[one.thread % THREADS]!;
      thread.fate = one.fate;
      if (one.do === 'request') void request(thread);
      else if (one.do === 'refund') refund(thread);
      else void Promise.resolve(thread.limits.peek(principal, now));
    }
    await settle();
    for (const [i, thread] of threads.entries()) {
      if (!thread.isDead) continue;
      counted.uncertain += thread.open;
      threads[i] = newThread();
    }
  }

  for (const one of steps) await step(one);
  for (const reply of replies) {
    reply();
    await settle();
  }
  for (let look = 0; look < 4; look++) {
    clock += 1001;
    await step({do: 'look', thread: 0, fate: 'ok'});
  }
  for (const run of overdue) await run();
  const {day, month} = await threads[0]!.limits.peek(principal, now);
  return Object.assign(counted, {day: day.used, month: month.used});
}
