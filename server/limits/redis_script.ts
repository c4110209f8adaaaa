/** The Lua script that counts all three windows in Redis or Valkey atomically. */
import {hash} from 'node:crypto';
import {WINDOWS} from '../accounts/windows.ts';
import {type WindowNumbers, windowEnds} from './calendar.ts';
import type {Counts} from './rate_headers.ts';

/** Keys outlive their window by this much, for machines whose clocks are behind. */
const BEHIND_S = 60;

/**
 * KEYS: the three windows. ARGV: their limits (-1: none), the Unix seconds when each key expires, the unsynced count
 * of each, and the number to add if no window is exhausted (0 only reads). A negative number refunds, whatever the
 * limits. Returns which window refuses (0: none, the last if several do) and the three counts.
 */
export const COUNT_SCRIPT = `
  local used, refused, add = {}, 0, tonumber(ARGV[10])
  for i = 1, 3 do
    local unsynced = tonumber(ARGV[6 + i])
    used[i] = tonumber(redis.call('GET', KEYS[i]) or '0')
    if unsynced ~= 0 then
      used[i] = redis.call('INCRBY', KEYS[i], unsynced)
      redis.call('EXPIREAT', KEYS[i], ARGV[3 + i])
    end
    local limit = tonumber(ARGV[i])
    if add > 0 and limit >= 0 and used[i] >= limit then refused = i end
  end
  if refused == 0 and add ~= 0 then
    for i = 1, 3 do
      used[i] = redis.call('INCRBY', KEYS[i], add)
      redis.call('EXPIREAT', KEYS[i], ARGV[3 + i])
    end
  end
  return {refused, used[1], used[2], used[3]}`;

/** Keys of an account's windows, by the hash of its name: the same on all machines, and anonymous. */
export function windowKeys(account: string, numbers: WindowNumbers): string[] {
  const account_hash = hash('sha256', account, 'hex').slice(0, 32);
  return WINDOWS.map((name, i) => `fpd:{${account_hash}}:${name}:${numbers[i]}`);
}

/** When the keys of these windows expire, Unix seconds. */
export const expiries = (numbers: WindowNumbers): number[] =>
  windowEnds(numbers).map((end) => end + BEHIND_S);

export interface ScriptResult {
  /** Index in `WINDOWS`, or -1. */
  exhausted: number;
  used: Counts;
}

/** Parses the script's reply; throws if it has another form. */
export function parseScriptResult(answer: unknown): ScriptResult {
  if (!Array.isArray(answer) || answer.length !== 4)
    throw new Error('the counting script answered otherwise');
  const [exhausted, minute, day, month] = answer.map(Number);
  const floor = (count: number | undefined) => Math.max(0, count ?? 0);
  return {exhausted: (exhausted ?? 0) - 1, used: [floor(minute), floor(day), floor(month)]};
}
