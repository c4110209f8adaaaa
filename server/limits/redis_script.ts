/** The Lua script by which all processes count together in Redis or Valkey, whatever comes again, too late or in another order. */
import {hash} from 'node:crypto';
import type {Principal} from '../accounts/principal.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type WindowNumbers, windowEnds} from './calendar.ts';
import type {Reply, Report} from './own_counts.ts';

/** Keys outlive their window by this much, for machines whose clocks are behind. */
const BEHIND_S = 60;

/** Added to what a report is answered that is older than what Redis knows of its process. */
const STALE = 10;

/**
 * A window is a hash: what was `used` in all, and for each process how much of it is its own; the month also has by which of its reports.
 * A report says how much the process has counted, the request that it asks for included; one older than what is known changes nothing,
 * and where its windows have ended they may lack its request. A request is refused where more than a limit would be used, and is then not counted.
 *
 * KEYS: the three windows. ARGV: their limits (-1: none), the Unix seconds when each key expires, the counts of the process, its name,
 * the version of the report, and a number that is returned first, below zero where nothing is asked for. Then comes which window
 * refuses (0: none, the last if several do), and what is used of the three. Counts are written as they came: making texts of numbers takes longest.
 */
export const COUNT_SCRIPT = `
  local process, version, asks = ARGV[10], tonumber(ARGV[11]), tonumber(ARGV[12]) > 0
  local stamp = process .. 'v'
  local function read(i, ...)
    local found = redis.pcall('HMGET', KEYS[i], 'used', process, ...)
    if found.err then
      -- A number alone, as servers of before counted.
      found = {redis.call('GET', KEYS[i]), false, false}
      redis.call('DEL', KEYS[i])
      redis.call('HSET', KEYS[i], 'used', found[1])
      redis.call('EXPIREAT', KEYS[i], ARGV[3 + i])
    end
    return found
  end
  local month = read(3, stamp)
  local windows = {read(1), read(2), month}
  local isLatest = version > tonumber(month[3] or 0)
  local used, refused, lacking = {}, 0, isLatest and 0 or 1
  for i = 1, 3 do
    local sum, limit = tonumber(windows[i][1] or 0), tonumber(ARGV[i])
    if isLatest then sum = sum + ARGV[6 + i] - (windows[i][2] or 0) end
    if asks and limit >= 0 and sum + lacking > limit then refused = i end
    used[i] = sum
  end
  if isLatest then
    for i = 1, 3 do
      local own = ARGV[6 + i]
      if refused > 0 then used[i], own = used[i] - 1, own - 1 end
      if i < 3 then redis.call('HSET', KEYS[i], 'used', used[i], process, own)
      else redis.call('HSET', KEYS[i], 'used', used[i], process, own, stamp, ARGV[11]) end
      if not windows[i][1] then redis.call('EXPIREAT', KEYS[i], ARGV[3 + i]) end
    end
  elseif version > 0 then refused = refused + ${STALE} end
  return {ARGV[12], refused, used[1], used[2], used[3]}`;

/** Accounts whose hashes are kept: making one takes 0.6 of the 2.1 us that a request takes here besides its command. */
const MOST_KEPT = 10_000;
const kept = new Map<string, string>();

/** The hash of an account's name: the same on all machines, and anonymous. */
function hashOf(account: string): string {
  const found = kept.get(account);
  if (found !== undefined) return found;
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = hash('sha256', account, 'hex').slice(0, 32);
  kept.set(account, made);
  return made;
}

/** Keys of an account's windows. */
export function windowKeys(account: string, numbers: WindowNumbers): string[] {
  const key = hashOf(account);
  return WINDOWS.map((name, i) => `fpd:{${key}}:${name}:${numbers[i]}`);
}

/** Keys and arguments of the script for a report of a process; `serial` from 1 on. */
export function countCommand(
  {account, quotas}: Principal,
  process: number,
  {numbers, own, version, asks}: Report,
  serial: number,
): [keys: string[], args: (string | number)[]] {
  const ends = windowEnds(numbers);
  return [
    windowKeys(account, numbers),
    [
      quotas.minute ?? -1,
      quotas.day ?? -1,
      quotas.month ?? -1,
      ends[0] + BEHIND_S,
      ends[1] + BEHIND_S,
      ends[2] + BEHIND_S,
      own[0],
      own[1],
      own[2],
      process,
      version,
      asks ? serial : -serial,
    ],
  ];
}

const countOf = (value: unknown): number => Math.max(0, Number(value));

/**
 * Parses the script's reply; throws if it has another form, or is that of another command: a connection that lost bytes may be out of step.
 */
export function parseReply(answer: unknown, serial: number): Reply {
  if (!Array.isArray(answer) || answer.length !== 5 || Math.abs(Number(answer[0])) !== serial)
    throw new Error('the counting script answered otherwise');
  const code = Number(answer[1]);
  const isLatest = code < STALE;
  return {
    exhausted: (isLatest ? code : code - STALE) - 1,
    isLatest,
    used: [countOf(answer[2]), countOf(answer[3]), countOf(answer[4])],
  };
}
