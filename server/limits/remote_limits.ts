/**
 * Limits counted in Redis or Valkey, exact over any number of machines while it answers. While it does not,
 * every machine goes on by itself from the counts that it heard last; what it counts then stays with it.
 */
import {hash} from 'node:crypto';
import type {Principal} from '../accounts/principal.ts';
import {type LoadWindows, type OfWindows, WINDOWS} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {windowEnds, windowNumbersAt} from './calendar.ts';
import {accountCounter, type CounterMemory, keyCounter} from './counter_memory.ts';
import {localLimits} from './local_limits.ts';
import {createAdmission, tightest, toWindows} from './rate_headers.ts';
import type {Admission, Limits} from './types.ts';

/** Keys outlive their window by this much, for machines whose clocks are behind. */
const BEHIND_S = 60;

/**
 * Adds a number of requests to all windows, or to none: where one more than a limit would be used, and where
 * the number is 0. A window that has ended takes nothing back.
 *
 * KEYS: the windows. ARGV: their limits (-1: none), the Unix seconds when each key expires, how many requests
 * are added, and a number that is returned first. Then comes which window refuses (0: none, the last if
 * several do), and what is used.
 */
export const COUNT_SCRIPT = `
  local n, used, refused = #KEYS, {}, 0
  local count = tonumber(ARGV[2 * n + 1])
  for i = 1, n do
    used[i] = tonumber(redis.call('GET', KEYS[i]) or 0)
    local limit = tonumber(ARGV[i])
    if count > 0 and limit >= 0 and used[i] + count > limit then refused = i end
  end
  for i = 1, n do
    if refused == 0 and (count > 0 or count < 0 and used[i] > 0) then
      used[i] = redis.call('INCRBY', KEYS[i], count)
      if used[i] == count then redis.call('EXPIREAT', KEYS[i], ARGV[n + i]) end
    end
  end
  return {ARGV[2 * n + 2], refused, unpack(used)}`;

/**
 * Keys of the windows of an account, or of one of its keys, by the hash of the account's name: the same on all
 * machines, anonymous, and all of an account in one slot of a cluster.
 */
export function windowKeys(account: string, numbers: OfWindows, line: number | null = null): string[] {
  const id = hash('sha256', account, 'hex').slice(0, 32);
  const owner = line === null ? `fpd:{${id}}` : `fpd:{${id}}:key:${line}`;
  return WINDOWS.map((name, i) => `${owner}:used:${name}:${numbers[i]}`);
}

/** Whose windows a request is counted in: those of its account, then those of a key with quotas of its own. */
function countedFor({id, quotas, key}: Principal) {
  const account = {line: null, counter: accountCounter(id), quotas};
  return key?.quotas
    ? [account, {line: key.line, counter: keyCounter(key.line), quotas: key.quotas}]
    : [account];
}

/** Keys and arguments of the script that adds `count` requests: 1, -1 to take one back, 0 to look. */
export function countCommand(
  principal: Principal,
  numbers: OfWindows,
  count: -1 | 0 | 1,
  serial: number,
): [keys: string[], args: (string | number)[]] {
  const counted = countedFor(principal);
  const keys = counted.flatMap(({line}) => windowKeys(principal.account, numbers, line));
  const limits = counted.flatMap(({quotas}) => WINDOWS.map((name) => quotas[name] ?? -1));
  const ends = counted.flatMap(() => windowEnds(numbers).map((end) => end + BEHIND_S));
  return [keys, [...limits, ...ends, count, serial]];
}

/**
 * Parses the script's reply: the index of the window that refuses the request, -1 for none, and what all
 * machines have counted. Throws if it has another form, or is that of another command: a connection that lost
 * bytes may be out of step.
 */
function parseReply(answer: unknown, serial: number, windows: number): {refused: number; used: number[]} {
  if (!Array.isArray(answer) || answer.length !== 2 + windows || Number(answer[0]) !== serial)
    throw new Error('the counting script answered otherwise');
  const [, refused, ...used] = answer.map(Number);
  return {refused: refused! - 1, used};
}

/** Runs the script; rejects at once without a connection, and after a bounded wait. */
export type Evaluate = (keys: string[], args: (string | number)[]) => Promise<unknown>;

/** Pause after a failure: only one response waits for a server that hangs. */
const PAUSE_MS = 1000;

interface RemoteOptions {
  evaluate: Evaluate;
  log: Log;
  /** Monotonic clock, milliseconds. */
  clock: () => number;
  /** Called for every request that is counted without Redis. */
  onLocal?: (() => void) | undefined;
}

/**
 * Adds requests of an account by the script behind a circuit breaker: while Redis is known to be down, one
 * command a second tries it. Null where it cannot be reached.
 */
function countIn({evaluate, log, clock}: RemoteOptions) {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let down = false;
  let serial = 0;

  return async (principal: Principal, numbers: OfWindows, count: -1 | 0 | 1) => {
    if (down && clock() < pausedUntil) return null;
    pausedUntil = clock() + PAUSE_MS;
    const sent = ++serial;
    try {
      const [keys, args] = countCommand(principal, numbers, count, sent);
      const reply = parseReply(await evaluate(keys, args), sent, keys.length);
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
export function remoteLimits(memory: CounterMemory, load: LoadWindows, options: RemoteOptions): Limits {
  const count = countIn(options);
  const local = localLimits(memory, load);
  /** Admissions that were counted remotely, for refunds. */
  const principals = new WeakMap<Admission, Principal>();

  /** What is counted then, and the window that refuses the request; null where Redis cannot be reached. */
  async function counted(principal: Principal, now: number, by: 0 | 1) {
    const numbers = windowNumbersAt(now);
    const reply = await count(principal, numbers, by);
    if (!reply) return null;
    const all = countedFor(principal).map(({counter, quotas}, i) => {
      const used = reply.used.slice(i * WINDOWS.length, (i + 1) * WINDOWS.length) as unknown as OfWindows;
      if (by > 0) local.learn(counter, now, numbers, used);
      return {used, quotas};
    });
    const refusing = all[Math.floor(reply.refused / WINDOWS.length)];
    return {counts: refusing ?? all.reduce(tightest), exhausted: reply.refused % WINDOWS.length};
  }

  return {
    async admit(principal, now) {
      const reply = await counted(principal, now, 1);
      if (!reply) {
        options.onLocal?.();
        return local.admit(principal, now);
      }
      const {counts, exhausted} = reply;
      const admission = createAdmission(principal, counts, windowNumbersAt(now), exhausted, now);
      if (exhausted < 0) principals.set(admission, principal);
      return admission;
    },
    refund(admission) {
      const principal = principals.get(admission);
      if (!principal) return local.refund(admission);
      void count(principal, admission.numbers, -1);
    },
    record: local.record,
    files: local.files,
    async peek(principal, now) {
      const reply = await counted(principal, now, 0);
      return reply ? toWindows(reply.counts, windowNumbersAt(now)) : local.peek(principal, now);
    },
  };
}
