/**
 * One soak: a server under mixed load, whose builds, Redis and threads change and fail, with every answer
 * compared.
 */
import {Agent} from 'node:http';
import {seededRandom} from '../helpers/seeded_random.ts';
import {visitor} from '../helpers/visitor.ts';
import type {Times} from './measure.ts';
import {possibleBuilds, type Switch} from './serving.ts';
import {
  type Asking,
  ask,
  type Got,
  type Group,
  hashOf,
  isLimited,
  SHARES,
  type Target,
  Unanswered,
} from './targets.ts';

/** Time after the death of a thread in which its connections are broken. */
const DYING_MS = 10_000;

/**
 * The server keeps idle connections for eight seconds at least; the rest is for a client that stood still.
 */
const IDLE_MS = 2000;

export interface Counts {
  requests: number;
  byStatus: Record<string, number>;
  /** Answers that were compared with those of another process. */
  compared: number;
  /** Connections that broke at the death of a thread, by the milliseconds since. */
  broken: number[];
  /**
   * Requests without effects that were sent again, since their idle connection was closed while they were on
   * the way.
   */
  again: number;
  /** Requests with the key that were surely counted by the limits, and those of which nobody knows. */
  counted: number;
  uncertain: number;
  faults: string[];
}

export interface LoadOptions {
  asking: Asking;
  targets: readonly Target[];
  /** By build, by number of the target. */
  expected: ReadonlyMap<string, readonly string[]>;
  switches: readonly Switch[];
  /** Requests that begin so soon after a switch are compared with the others. */
  switchingMs: number;
  /** When threads were killed. */
  deaths: readonly number[];
  times: Times;
  rate: number;
  begun: number;
  until: number;
  seed: number;
  /** A holder who signs in now and then. */
  holder: {email: string; password: string};
}

const MOST_RUNNING = 200;
const MOST_FAULTS = 500;

export const noCounts = (): Counts => ({
  requests: 0,
  byStatus: {},
  compared: 0,
  broken: [],
  again: 0,
  counted: 0,
  uncertain: 0,
  faults: [],
});

export class Load {
  readonly counts = noCounts();
  readonly #options: LoadOptions;
  readonly #random: () => number;
  readonly #agent = new Agent({keepAlive: true, maxSockets: 24});
  readonly #byGroup = new Map<string, number[]>();
  #running = 0;

  constructor(options: LoadOptions) {
    this.#options = {...options, asking: {...options.asking, agent: this.#agent}};
    this.#random = seededRandom(options.seed);
    options.targets.forEach(({group}, at) => {
      this.#byGroup.set(group, [...(this.#byGroup.get(group) ?? []), at]);
    });
  }

  #fault(what: string): void {
    if (this.counts.faults.length < MOST_FAULTS)
      this.counts.faults.push(`${((performance.now() - this.#options.begun) / 1000).toFixed(1)} s: ${what}`);
  }

  /** Sends the load until it is over, then waits for what is running. */
  async run(): Promise<void> {
    const {rate, until} = this.#options;
    let due = performance.now();
    const exports = this.#every(4000, () => this.#one('export'));
    const signIns = this.#every(20_000, () => this.#signIn());
    while (performance.now() < until) {
      due = Math.max(due + 10, performance.now() - 500);
      for (let n = 0; n < rate / 100 && this.#running < MOST_RUNNING; n++) void this.#one(this.#anyGroup());
      await pause(Math.max(0, due - performance.now()));
    }
    await Promise.all([exports, signIns]);
    while (this.#running > 0) await pause(50);
    this.#agent.destroy();
  }

  async #every(ms: number, work: () => Promise<void>): Promise<void> {
    while (performance.now() + ms < this.#options.until) {
      await pause(ms);
      await work();
    }
  }

  #anyGroup(): Group {
    const groups = Object.entries(SHARES) as [Group, number][];
    let at = this.#random() * groups.reduce((sum, [, share]) => sum + share, 0);
    for (const [group, share] of groups) {
      at -= share;
      if (at < 0) return group;
    }
    return 'list';
  }

  /** One request of a kind, with its comparison. */
  async #one(group: Target['group']): Promise<void> {
    const numbers = this.#byGroup.get(group) ?? [];
    const number = numbers[Math.floor(this.#random() * numbers.length)];
    if (number === undefined) return;
    const {asking, targets, times, begun} = this.#options;
    const target = targets[number]!;
    const stall = group === 'export' && this.#random() < 0.5 ? 1000 + this.#random() * 8000 : 0;
    this.#running++;
    const from = performance.now();
    try {
      const got = await this.#send(asking, target, stall);
      const to = performance.now();
      times.add(group, Math.floor((from - begun) / 60_000), to - from, this.#isSwitching(from));
      this.#count(target, got.status);
      this.#compare(number, target, `${got.status} ${hashOf(got.body)}`, from, to, got.body);
    } catch (error) {
      if (isLimited(target)) this.counts.uncertain++;
      this.#onBroken(target, from, error);
    } finally {
      this.#running--;
    }
  }

  /**
   * A request without effects that meets the end of its idle connection is sent again, as RFC 9112 (9.3.1)
   * has clients do; a tool call is a POST and is not.
   */
  async #send(asking: Asking, target: Target, stall: number): Promise<Got> {
    try {
      return await ask(asking, target, stall);
    } catch (error) {
      const isIdle = error instanceof Unanswered && error.idleMs !== null && error.idleMs > IDLE_MS;
      if (!isIdle || target.body) throw error;
      this.counts.again++;
      return ask(asking, target, stall);
    }
  }

  #count(target: Target, status: number): void {
    const {counts} = this;
    counts.requests++;
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1;
    if (status >= 500) this.#fault(`${target.path}: ${status}`);
    else if (isLimited(target)) counts.counted++;
  }

  #onBroken({path}: Target, from: number, error: unknown): void {
    const now = performance.now();
    // A request that was sent before the death, or on a connection that the thread still seemed to have.
    const death = this.#options.deaths.findLast((at) => at > from - 1000 && now - at < DYING_MS);
    if (death !== undefined) this.counts.broken.push(now - death);
    else this.#fault(`${path}: ${String(error)}`);
  }

  #isSwitching(at: number): boolean {
    const {switches, switchingMs} = this.#options;
    return switches.slice(1).some((one) => at >= one.at && at < one.at + switchingMs);
  }

  /** The answer must be that of a build that may have been served at the time. */
  #compare(
    number: number,
    {path, body}: Target,
    answer: string,
    from: number,
    to: number,
    text: Buffer,
  ): void {
    const {switches, expected} = this.#options;
    const possible = possibleBuilds(switches, from, to);
    this.counts.compared++;
    const known = possible.map((id) => expected.get(id)?.[number]);
    if (!known.includes(answer))
      this.#fault(
        `${path} ${body ?? ''}: another answer than that of build ${possible.join(' or ')}: ${text.toString('utf8', 0, 200)}`,
      );
  }

  async #signIn(): Promise<void> {
    const {asking, holder, times, begun} = this.#options;
    const from = performance.now();
    try {
      const browser = visitor(asking.server.base, []);
      await browser.get('/account');
      const {status, location} = await browser.submit('/account/sign-in', holder);
      const page = await browser.get('/account');
      times.add('sign-in', Math.floor((from - begun) / 60_000), performance.now() - from, false);
      if (status !== 303 || !page.text.includes(holder.email))
        this.#fault(`a sign-in was answered ${status}, ${location}`);
    } catch (error) {
      this.#fault(`a sign-in broke: ${String(error)}`);
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
