/** Runs limits counted in Redis through a schedule of lost, late and repeated commands and of threads that die in between. */
import type {Principal} from '../../server/accounts/principal.ts';
import {allocateCounters, type CounterMemory, viewCounters} from '../../server/limits/counter_memory.ts';
import {type Evaluate, remoteLimits} from '../../server/limits/remote_limits.ts';
import type {Admission, Limits} from '../../server/limits/types.ts';

/**
 * What becomes of a command: `ok`; `slow`: done, the reply comes later; `lost`: never done; `late`: done, but given up before;
 * `overdue`: given up, and done later; `twice`: done, given up, and done again later; `stray`: done, but the reply is that of another command;
 * `dies`, `dies-done`, `dies-overdue`: the thread dies while it waits, and the command is never done, was done or will be.
 */
export const FATES = [
  'ok',
  'slow',
  'lost',
  'late',
  'overdue',
  'twice',
  'stray',
  'dies',
  'dies-done',
  'dies-overdue',
] as const;
export type Fate = (typeof FATES)[number];

/** A refund ends within its step. */
export const REFUND_FATES = ['ok', 'lost', 'late', 'overdue', 'twice'] as const;

const HOUR_MS = 3_600_000;
/** How far the clock goes at once. */
export const LATER = {minute: 60_000, hours: 9 * HOUR_MS, days: 4 * 24 * HOUR_MS} as const;

export type Step =
  | {do: 'request'; thread: number; fate: Fate}
  | {do: 'look'; thread: number; fate: Fate}
  | {do: 'refund'; thread: number; fate: (typeof REFUND_FATES)[number]}
  /** The next reply that is slow, the next command that is overdue. */
  | {do: 'reply'}
  | {do: 'overdue'}
  | {do: 'wait'; ms: number}
  | {do: 'later'; by: keyof typeof LATER}
  /** Redis begins again with nothing. */
  | {do: 'empty'};

/** Each of two machines has so many threads. */
export const THREADS = 3;
export const MACHINES = 2;
const NOW = Date.parse('2040-11-21T12:00:30Z');

interface Thread {
  machine: Machine;
  limits: Limits;
  isDead: boolean;
  /** Of its next command. */
  fate: Fate;
  /** Requests that it has begun and not ended. */
  open: number;
}

interface Machine {
  memory: CounterMemory;
  /** Most requests that were answered and not refunded, by month. */
  admitted: Map<number, number>;
}

export interface Counted {
  /** Requests answered without those refunded: of the month and the day at the end. */
  answered: {month: number; day: number};
  /** Requests of threads that died before the answer: each may have been counted. */
  uncertain: number;
  refused: number;
  /** The most that one machine admitted in a month. */
  mostOfMachine: number;
  /** What another machine sees in the month when all requests have ended. */
  seen: number;
  /** What Redis has when all machines have looked, and all that is overdue is done. */
  month: number;
  day: number;
}

export interface ScheduleOptions {
  redis: Evaluate;
  /** Has Redis begin again. */
  empty(): Promise<void>;
  account: string;
  /** Of the month; null: none. */
  limit: number | null;
}

const silent = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};

class Schedule {
  readonly #options: ScheduleOptions;
  readonly #principal: Principal;
  readonly #replies: (() => void)[] = [];
  readonly #overdue: (() => Promise<unknown>)[] = [];
  readonly #admissions: {admission: Admission; machine: Machine}[] = [];
  readonly #threads: Thread[];
  #now = NOW;
  #clock = 0;
  #working = 0;
  #uncertain = 0;
  #refused = 0;
  #lastReply: unknown = null;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#principal = {
      id: 1,
      account: options.account,
      tier: 'enterprise',
      quotas: {minute: null, day: null, month: options.limit},
      key_prefix: 'fpd_live_abcd',
    };
    this.#threads = Array.from({length: MACHINES}, () => ({
      memory: viewCounters(allocateCounters(1)),
      admitted: new Map(),
    })).flatMap((machine) => Array.from({length: THREADS}, () => this.#begin(machine)));
  }

  /** Whatever can go on without another step does. */
  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = this.#working === 0 ? quiet + 1 : 0)
      await new Promise(setImmediate);
  }

  #evaluate(thread: Thread): Evaluate {
    return async (script, keys, args) => {
      const run = async () => {
        this.#working++;
        return this.#options.redis(script, keys, args).finally(() => this.#working--);
      };
      const {fate} = thread;
      thread.fate = 'ok';
      if (fate.startsWith('dies')) thread.isDead = true;
      if (fate.endsWith('overdue') || fate === 'twice') this.#overdue.push(run);
      const isDone = ['dies-done', 'late', 'twice', 'ok', 'slow', 'stray'].includes(fate);
      const reply = isDone ? await run() : null;
      if (thread.isDead) return new Promise(() => {});
      if (fate === 'stray') return this.#lastReply;
      this.#lastReply = reply ?? this.#lastReply;
      if (fate === 'ok') return reply;
      if (fate !== 'slow') throw new Error('given up');
      return new Promise((resolve) => this.#replies.push(() => thread.isDead || resolve(reply)));
    };
  }

  #begin(machine: Machine): Thread {
    const thread = {machine, isDead: false, fate: 'ok', open: 0} as unknown as Thread;
    const options = {evaluate: this.#evaluate(thread), log: silent, clock: () => this.#clock};
    thread.limits = remoteLimits(machine.memory, () => [0, 0, 0], options);
    return thread;
  }

  async #request(thread: Thread): Promise<void> {
    thread.open++;
    const admission = await thread.limits.admit(this.#principal, this.#now);
    if (thread.isDead) return;
    thread.open--;
    if (admission.exhausted !== null) {
      this.#refused++;
      return;
    }
    const {machine} = thread;
    this.#admissions.push({admission, machine});
    const month = admission.numbers[2];
    machine.admitted.set(month, (machine.admitted.get(month) ?? 0) + 1);
  }

  async step(one: Step): Promise<void> {
    if (one.do === 'wait') this.#clock += one.ms;
    else if (one.do === 'later') this.#now += LATER[one.by];
    else if (one.do === 'reply') this.#replies.shift()?.();
    else if (one.do === 'overdue') await this.#overdue.shift()?.();
    else if (one.do === 'empty') await this.#options.empty();
    else {
      const thread = this.#threads[one.thread % this.#threads.length]!;
      thread.fate = one.fate;
      if (one.do === 'request') void this.#request(thread);
      else if (one.do === 'refund') this.#refund(thread);
      else void Promise.resolve(thread.limits.peek(this.#principal, this.#now));
    }
    await this.#settle();
    for (const [i, thread] of this.#threads.entries()) {
      if (!thread.isDead) continue;
      this.#uncertain += thread.open;
      this.#threads[i] = this.#begin(thread.machine);
    }
  }

  /** A request is refunded by the thread that it was answered by, or one like it. */
  #refund(thread: Thread): void {
    const at = this.#admissions.findLastIndex(({machine}) => machine === thread.machine);
    const [last] = at < 0 ? [] : this.#admissions.splice(at, 1);
    if (last) thread.limits.refund(last.admission);
  }

  /** What a machine sees that counts nothing and tells nothing. */
  async #seen(): Promise<number> {
    const options = {evaluate: this.#options.redis, log: silent, clock: () => 0};
    const other = remoteLimits(viewCounters(allocateCounters(1)), () => [0, 0, 0], options);
    return (await other.peek(this.#principal, this.#now)).month.used;
  }

  /** Lets everything end, has all machines look, and does last what is overdue. */
  async end(): Promise<Counted> {
    while (this.#replies.length > 0) await this.step({do: 'reply'});
    const seen = await this.#seen();
    this.#clock += 1001;
    const looks = Array.from({length: MACHINES}, (_, n) => n * THREADS);
    for (const thread of looks) await this.step({do: 'look', thread, fate: 'ok'});
    for (const run of this.#overdue) await run();
    const {day, month} = await this.#threads[0]!.limits.peek(this.#principal, this.#now);
    const answered = (window: 1 | 2, of: number): number =>
      this.#admissions.filter(({admission}) => admission.numbers[window] === of).length;
    const at = new Date(this.#now);
    return {
      answered: {
        month: answered(2, (at.getUTCFullYear() - 1970) * 12 + at.getUTCMonth()),
        day: answered(1, Math.floor(this.#now / (24 * HOUR_MS))),
      },
      uncertain: this.#uncertain,
      refused: this.#refused,
      mostOfMachine: Math.max(0, ...this.#threads.flatMap(({machine}) => [...machine.admitted.values()])),
      seen,
      month: month.used,
      day: day.used,
    };
  }
}

/** Runs the steps, and tells what was answered and what is counted. */
export async function runSchedule(options: ScheduleOptions, steps: readonly Step[]): Promise<Counted> {
  const schedule = new Schedule(options);
  for (const one of steps) await schedule.step(one);
  return schedule.end();
}
