/**
 * The Lua script by which all machines count together in Redis or Valkey: a counter for each window of an
 * account.
 */
import {hash} from 'node:crypto';
import type {Principal} from '../accounts/principal.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type WindowNumbers, windowEnds} from './calendar.ts';
import type {Counts} from './rate_headers.ts';

/** Keys outlive their window by this much, for machines whose clocks are behind. */
const BEHIND_S = 60;

/**
 * Adds a number of requests to all windows, or to none: where one more than a limit would be used, and where
 * the number is 0. A window that has ended takes nothing back.
 *
 * KEYS: the three windows. ARGV: their limits (-1: none), the Unix seconds when each key expires, how many
 * requests are added, and a number that is returned first. Then comes which window refuses (0: none, the last
 * if several do), and what is used.
 */
export const COUNT_SCRIPT = `
  local count, used, refused = tonumber(ARGV[7]), {}, 0
  for i = 1, 3 do
    used[i] = tonumber(redis.call('GET', KEYS[i]) or 0)
    local limit = tonumber(ARGV[i])
    if count > 0 and limit >= 0 and used[i] + count > limit then refused = i end
  end
  for i = 1, 3 do
    if refused == 0 and (count > 0 or count < 0 and used[i] > 0) then
      used[i] = redis.call('INCRBY', KEYS[i], count)
      if used[i] == count then redis.call('EXPIREAT', KEYS[i], ARGV[3 + i]) end
    end
  end
  return {ARGV[8], refused, used[1], used[2], used[3]}`;

/** What the script answers. */
export interface Reply {
  /** Index in `WINDOWS` of the window that refuses the request; -1: none. */
  exhausted: number;
  /** What all machines have counted. */
  used: Counts;
}

/** The hash of an account's name: the same on all machines, and anonymous. */
const hashOf = (account: string): string => hash('sha256', account, 'hex').slice(0, 32);

/** Keys of an account's windows. */
export function windowKeys(account: string, numbers: WindowNumbers): string[] {
  const key = hashOf(account);
  return WINDOWS.map((name, i) => `fpd:{${key}}:used:${name}:${numbers[i]}`);
}

/** Keys and arguments of the script that adds `count` requests: 1, -1 to take one back, 0 to look. */
export function countCommand(
  {account, quotas}: Principal,
  numbers: WindowNumbers,
  count: -1 | 0 | 1,
  serial: number,
): [keys: string[], args: (string | number)[]] {
  const limits = WINDOWS.map((name) => quotas[name] ?? -1);
  const ends = windowEnds(numbers).map((end) => end + BEHIND_S);
  return [windowKeys(account, numbers), [...limits, ...ends, count, serial]];
}

/**
 * Parses the script's reply; throws if it has another form, or is that of another command: a connection that
 * lost bytes may be out of step.
 */
export function parseReply(answer: unknown, serial: number): Reply {
  if (!Array.isArray(answer) || answer.length !== 5 || Number(answer[0]) !== serial)
    throw new Error('the counting script answered otherwise');
  const [, refused, ...used] = answer.map(Number);
  return {exhausted: refused! - 1, used: used as [number, number, number]};
}
