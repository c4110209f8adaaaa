/** Usage of the last 30 UTC days by day and group. */
import {rollup, sum} from 'd3-array';
import {type DayUsage, USAGE_GROUPS, type UsageGroup, utcDay} from '../../accounts/usage.ts';
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

export interface DailyUsage {
  /** Groups with requests in these days. */
  groups: readonly UsageGroup[];
  /** All 30 days, oldest first. */
  days: readonly Day[];
  total: number;
}

/** First day shown. */
export const firstDay = (now: number): string => utcDay(now - (DAYS - 1) * DAY_MS);

/** Groups that no longer exist count as the last one. */
const groupOf = ({group}: DayUsage): UsageGroup => USAGE_GROUPS.find((one) => one === group) ?? 'other';

/** `rows` start with `firstDay`. */
export function dailyUsage(rows: readonly DayUsage[], now: number): DailyUsage {
  const counts = rollup(
    rows,
    (some) => sum(some, ({requests}) => requests),
    ({day}) => day,
    groupOf,
  );
  const groups = USAGE_GROUPS.filter((group) =>
    rows.some((row) => row.requests > 0 && groupOf(row) === group),
  );
  const days = Array.from({length: DAYS}, (_, i) => {
    const day = utcDay(now - (DAYS - 1 - i) * DAY_MS);
    const requests = groups.map((group) => counts.get(day)?.get(group) ?? 0);
    return {day, requests, total: sum(requests)};
  });
  return {groups, days, total: sum(days, ({total}) => total)};
}
