/** Usage of the last 30 UTC days by day and group, and by day and key. */
import {rollup, sum} from 'd3-array';
import {type DayUsage, type KeyUsage, USAGE_GROUPS, type UsageGroup, utcDay} from '../../accounts/usage.ts';
import {isMessageKey, type MessageKey} from '../../site/messages.ts';

/** The message that names a group; its key has no blanks. */
export function groupText(group: UsageGroup): MessageKey {
  const key = `usage_groups.${group.replaceAll(' ', '_')}`;
  if (!isMessageKey(key)) throw new Error(`the group ${group} has no name: add ${key} to the messages`);
  return key;
}

/** Including today. */
const DAYS = 30;

const DAY_MS = 86_400_000;

export interface Day {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Requests per group, in the order of the groups. */
  requests: readonly number[];
  total: number;
}

/** By `groups`: usage groups, or keys. */
export interface DailyUsage<Group = UsageGroup> {
  /** Groups with requests in these days. */
  groups: readonly Group[];
  /** All 30 days, oldest first. */
  days: readonly Day[];
  total: number;
}

/** First day shown. */
export const firstDay = (now: number): string => utcDay(now - (DAYS - 1) * DAY_MS);

/** Groups that no longer exist count as the last one. */
const groupOf = ({group}: DayUsage): UsageGroup => USAGE_GROUPS.find((one) => one === group) ?? 'other';

/** Counts of the 30 days by day and group. */
function daysOf<Row extends {day: string; requests: number}, Group>(
  rows: readonly Row[],
  of: (row: Row) => Group,
  groups: readonly Group[],
  now: number,
): DailyUsage<Group> {
  const counts = rollup(
    rows,
    (some) => sum(some, ({requests}) => requests),
    ({day}) => day,
    of,
  );
  const days = Array.from({length: DAYS}, (_, i) => {
    const day = utcDay(now - (DAYS - 1 - i) * DAY_MS);
    const requests = groups.map((group) => counts.get(day)?.get(group) ?? 0);
    return {day, requests, total: sum(requests)};
  });
  return {groups, days, total: sum(days, ({total}) => total)};
}

/** `rows` start with `firstDay`. */
export function dailyUsage(rows: readonly DayUsage[], now: number): DailyUsage {
  const groups = USAGE_GROUPS.filter((group) =>
    rows.some((row) => row.requests > 0 && groupOf(row) === group),
  );
  return daysOf(rows, groupOf, groups, now);
}

/** What counts as one key; null: requests without a key, and those from before keys were counted. */
export type UsedKey = Pick<KeyUsage, 'name' | 'prefix' | 'revoked_at'> | null;

/** The same requests by key, oldest key first; `all` are those of the account. */
export function usageByKey(rows: readonly KeyUsage[], all: DailyUsage, now: number): DailyUsage<UsedKey> {
  const keys = [...new Map(rows.map((row) => [row.key, row])).values()].sort((a, b) => a.key - b.key);
  const numbers = keys.map(({key}) => key);
  const {days} = daysOf(rows, ({key}) => key, numbers, now);
  // A key may be written an instant before its account.
  const rest = days.map(({total}, i) => Math.max(0, all.days[i]!.total - total));
  const hasRest = rest.some((requests) => requests > 0);
  return {
    groups: hasRest ? [...keys, null] : keys,
    days: days.map(({day, requests, total}, i) => ({
      day,
      requests: hasRest ? [...requests, rest[i]!] : requests,
      total: total + rest[i]!,
    })),
    total: sum(days, ({total}) => total) + sum(rest),
  };
}
