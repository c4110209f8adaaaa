/** The Lua script that counts all three windows in Redis or Valkey atomically, whatever is sent again or comes too late. */
import {hash} from 'node:crypto';
import type {Principal} from '../accounts/principal.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type WindowNumbers, windowEnds} from './calendar.ts';
import type {Counts} from './rate_headers.ts';
import type {Outgoing} from './unsynced.ts';

/** Keys outlive their window by this much, for machines whose clocks are behind. */
const BEHIND_S = 60;

/** Stands for the window that refuses where the sender has its total already. */
const CLOSED = -1;

/**
 * A window is a hash: what was `used`, and how much of it each sender counted. A batch says how much its sender has counted in all:
 * the difference is added, and the sender is closed, so that the batch changes nothing when it comes again, and a command of that
 * sender that comes too late counts nothing.
 *
 * KEYS: the three windows, and those of the batch. ARGV: their limits (-1: none), the Unix seconds when each key expires, the number
 * to add if no window is exhausted (0 only reads), and its sender; of a batch its id, three totals and when its keys expire. A negative
 * number refunds, whatever the limits. Returns which window refuses (0: none, the last if several do; -1: the sender is
 * closed) and the three counts.
 */
export const COUNT_SCRIPT = `
  local add, sender, batch = tonumber(ARGV[7]), ARGV[8], ARGV[9]
  local function read(key, of, expiry)
    local found = redis.pcall('HMGET', key, 'used', of)
    if found.err then
      -- A number alone, as servers of before counted.
      found = {redis.call('GET', key), false}
      redis.call('DEL', key)
      redis.call('HSET', key, 'used', found[1])
      redis.call('EXPIREAT', key, expiry)
    end
    return found[1], found[2]
  end
  local function write(key, used, of, count, isNew, expiry)
    redis.call('HSET', key, 'used', used, of, count)
    if isNew then redis.call('EXPIREAT', key, expiry) end
  end
  if batch then
    for i = 1, 3 do
      local key, expiry = KEYS[3 + i], ARGV[12 + i]
      local had, counted = read(key, batch, expiry)
      if counted ~= 'closed' then
        local used = tonumber(had or '0') + tonumber(ARGV[9 + i]) - tonumber(counted or '0')
        write(key, used, batch, 'closed', not had, expiry)
      end
    end
  end
  local used, counted, isNew, refused = {}, {}, {}, 0
  for i = 1, 3 do
    local had, mine = read(KEYS[i], sender, ARGV[3 + i])
    used[i], isNew[i] = tonumber(had or '0'), not had
    if mine == 'closed' then refused = ${CLOSED} else counted[i] = tonumber(mine or '0') end
    local limit = tonumber(ARGV[i])
    if refused ~= ${CLOSED} and add > 0 and limit >= 0 and used[i] >= limit then refused = i end
  end
  if refused == 0 and add ~= 0 then
    for i = 1, 3 do
      used[i] = used[i] + add
      write(KEYS[i], used[i], sender, counted[i] + add, isNew[i], ARGV[3 + i])
    end
  end
  return {refused, used[1], used[2], used[3]}`;

/** Keys of an account's windows, by the hash of its name: the same on all machines, and anonymous. */
export function windowKeys(account: string, numbers: WindowNumbers): string[] {
  const account_hash = hash('sha256', account, 'hex').slice(0, 32);
  return WINDOWS.map((name, i) => `fpd:{${account_hash}}:${name}:${numbers[i]}`);
}

/** When the keys of these windows expire, Unix seconds. */
const expiries = (numbers: WindowNumbers): number[] => windowEnds(numbers).map((end) => end + BEHIND_S);

/** Keys and arguments of the script that adds `add` to the windows of an account. */
export function countCommand(
  {account, quotas}: Principal,
  numbers: WindowNumbers,
  add: number,
  {sender, batch}: Outgoing,
): [keys: string[], args: (string | number)[]] {
  const keys = windowKeys(account, numbers);
  const limits = WINDOWS.map((name) => quotas[name] ?? -1);
  const args = [...limits, ...expiries(numbers), add, sender];
  if (!batch) return [keys, args];
  return [
    [...keys, ...windowKeys(account, batch.numbers)],
    [...args, batch.id, ...batch.totals, ...expiries(batch.numbers)],
  ];
}

export interface ScriptResult {
  /** Index in `WINDOWS`, or -1. */
  exhausted: number;
  /** Nothing was counted, since the sender has its total. */
  isClosed: boolean;
  used: Counts;
}

/** Parses the script's reply; throws if it has another form. */
export function parseScriptResult(answer: unknown): ScriptResult {
  if (!Array.isArray(answer) || answer.length !== 4)
    throw new Error('the counting script answered otherwise');
  const [refused = 0, minute, day, month] = answer.map(Number);
  const floor = (count: number | undefined) => Math.max(0, count ?? 0);
  return {
    exhausted: Math.max(0, refused) - 1,
    isClosed: refused === CLOSED,
    used: [floor(minute), floor(day), floor(month)],
  };
}
