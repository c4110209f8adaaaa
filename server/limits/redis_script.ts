/** The Lua script by which all processes count together in Redis or Valkey, whatever comes again, too late or in another order. */
import {hash} from 'node:crypto';
import type {Principal} from '../accounts/principal.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type WindowNumbers, windowEnds} from './calendar.ts';
import type {Reply, Report} from './own_counts.ts';

/** Keys outlive their window by this much, for machines whose clocks are behind. */
const BEHIND_S = 60;

/**
 * A window is a hash: what was `used` in all, and for each process how much of it is its own, and by which of its reports. A report says how
 * much the process has counted, the request that it asks for included; one older than what is known changes nothing. A request is
 * refused where more than a limit would be used, and is then not counted.
 *
 * KEYS: the three windows. ARGV: their limits (-1: none), the Unix seconds when each key expires, the counts of the process, its name,
 * the version of the report, 1 if it asks for a request, and a number that is returned first. Then comes which window refuses (0:
 * none, the last if several do), what is used of the three, and how much of that is the process's own.
 */
export const COUNT_SCRIPT = `
  local process, version, asks = ARGV[10], tonumber(ARGV[11]), ARGV[12] == '1'
  local stamp = process .. ':version'
  local used, own, isNew, isLatest, refused = {}, {}, {}, {}, 0
  for i = 1, 3 do
    local key, expiry = KEYS[i], ARGV[3 + i]
    local found = redis.pcall('HMGET', key, 'used', process, stamp)
    if found.err then
      -- A number alone, as servers of before counted.
      found = {redis.call('GET', key), false, false}
      redis.call('DEL', key)
      redis.call('HSET', key, 'used', found[1])
      redis.call('EXPIREAT', key, expiry)
    end
    used[i], own[i], isNew[i] = tonumber(found[1] or '0'), tonumber(found[2] or '0'), not found[1]
    isLatest[i] = version > tonumber(found[3] or '0')
    if isLatest[i] then
      local counted = tonumber(ARGV[6 + i])
      used[i], own[i] = used[i] + counted - own[i], counted
    end
    local limit = tonumber(ARGV[i])
    if asks and limit >= 0 and used[i] > limit then refused = i end
  end
  for i = 1, 3 do
    if isLatest[i] then
      if refused > 0 and asks then used[i], own[i] = used[i] - 1, own[i] - 1 end
      redis.call('HSET', KEYS[i], 'used', used[i], process, own[i], stamp, version)
      if isNew[i] then redis.call('EXPIREAT', KEYS[i], ARGV[3 + i]) end
    end
  end
  return {ARGV[13], refused, used[1], used[2], used[3], own[1], own[2], own[3]}`;

/** Keys of an account's windows, by the hash of its name: the same on all machines, and anonymous. */
export function windowKeys(account: string, numbers: WindowNumbers): string[] {
  const account_hash = hash('sha256', account, 'hex').slice(0, 32);
  return WINDOWS.map((name, i) => `fpd:{${account_hash}}:${name}:${numbers[i]}`);
}

/** Keys and arguments of the script for a report of a process. */
export function countCommand(
  {account, quotas}: Principal,
  process: number,
  {numbers, own, version, asks}: Report,
  serial: number,
): [keys: string[], args: (string | number)[]] {
  const [minute, day, month] = windowEnds(numbers);
  return [
    windowKeys(account, numbers),
    [
      ...WINDOWS.map((name) => quotas[name] ?? -1),
      minute + BEHIND_S,
      day + BEHIND_S,
      month + BEHIND_S,
      ...own,
      process,
      version,
      asks ? 1 : 0,
      serial,
    ],
  ];
}

/**
 * Parses the script's reply; throws if it has another form, or is that of another command: a connection that lost bytes may be out of step.
 */
export function parseReply(answer: unknown, serial: number): Reply {
  if (!Array.isArray(answer) || answer.length !== 8 || Number(answer[0]) !== serial)
    throw new Error('the counting script answered otherwise');
  const [, refused = 0, ...counts] = answer.map(Number);
  const [m = 0, d = 0, n = 0, ownM = 0, ownD = 0, ownN = 0] = counts;
  const floor = (count: number) => Math.max(0, count);
  return {exhausted: refused - 1, used: [floor(m), floor(d), floor(n)], own: [ownM, ownD, ownN]};
}
