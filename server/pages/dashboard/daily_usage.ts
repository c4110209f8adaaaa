/** Usage of the last 30 UTC days by day and group. */
import {type DayUsage, USAGE_GROUPS, utcDay} from '../../accounts/usage.ts';

/** Including today. */
const DAYS = 30;

const DAY_MS = 86_400_000;

/** A group with requests in these days. */
export interface Group {
  name: string;
  /** Index among all groups: colour and pattern do not depend on what else was used. */
  index: number;
}

export interface Day {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Requests per group, in the order of the groups. */
  requests: readonly number[];
  total: number;
}

export interface DailyUsage {
  groups: readonly Group[];
  /** All 30 days, oldest first. */
  days: readonly Day[];
  total: number;
}

/** First day shown. */
export const firstDay = (now: number): string => utcDay(now - (DAYS - 1) * DAY_MS);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** `rows` start with `firstDay`. Groups that no longer exist count as the last one. */
export function dailyUsage(rows: readonly DayUsage[], now: number): DailyUsage {
  const last = USAGE_GROUPS.length - 1;
  const counts = new Map<string, number[]>();
  for (const {day, group, requests} of rows) {
    const dayCounts = counts.get(day) ?? USAGE_GROUPS.map(() => 0);
    const index = (USAGE_GROUPS as readonly string[]).indexOf(group);
    dayCounts[index < 0 ? last : index]! += requests;
    counts.set(day, dayCounts);
  }
  const groups = USAGE_GROUPS.map((name, index) => ({name, index})).filter(({index}) =>
    [...counts.values()].some((dayCounts) => dayCounts[index]! > 0),
  );
  const days = Array.from({length: DAYS}, (_, i) => {
    const day = utcDay(now - (DAYS - 1 - i) * DAY_MS);
    const dayCounts = counts.get(day);
    const requests = groups.map(({index}) => dayCounts?.[index] ?? 0);
    return {day, requests, total: sum(requests)};
  });
  return {groups, days, total: sum(days.map((one) => one.total))};
}
