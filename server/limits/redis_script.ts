/** The step that counts in Redis or Valkey: all three windows at once, as the server runs scripts one by one. */
import {hash} from 'node:crypto';
import {WINDOWS} from '../accounts/windows.ts';
import {endsOf, type Numbers} from './calendar.ts';
import type {Counts} from './headers.ts';

/** Counts outlive their window by so much, for machines whose clocks are behind. */
const BEHIND_S = 60;

/**
 * KEYS: the three windows. ARGV: their limits (-1: none), the Unix seconds when each key expires, what is owed to each,
 * and what to add when all have room (0 looks). Below 0 it is given back, whatever the limits.
 * Answers which window refuses (0: none, the last where several do) and the three counts.
 */
export const COUNT = `
  local used, refused, add = {}, 0, tonumber(ARGV[10])
  for i = 1, 3 do
    local owed = tonumber(ARGV[6 + i])
    used[i] = tonumber(redis.call('GET', KEYS[i]) or '0')
    if owed ~= 0 then
      used[i] = redis.call('INCRBY', KEYS[i], owed)
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

/** Keys of an account's windows: by the hash of its name, which machines share and which tells nothing. */
export function windowKeys(account: string, numbers: Numbers): string[] {
  const of = hash('sha256', account, 'hex').slice(0, 32);
  return WINDOWS.map((name, i) => `fpd:{${of}}:${name}:${numbers[i]}`);
}

/** When the keys of these windows expire, Unix seconds. */
export const expiries = (numbers: Numbers): number[] => endsOf(numbers).map((end) => end + BEHIND_S);

export interface Counted {
  /** Place in `WINDOWS`, or -1. */
  refused: number;
  used: Counts;
}

/** The script's answer; throws where it is something else. */
export function readCounted(answer: unknown): Counted {
  if (!Array.isArray(answer) || answer.length !== 4)
    throw new Error('the counting script answered otherwise');
  const [refused, minute, day, month] = answer.map(Number);
  const floor = (count: number | undefined) => Math.max(0, count ?? 0);
  return {refused: (refused ?? 0) - 1, used: [floor(minute), floor(day), floor(month)]};
}
