/** The usage of the last 30 UTC days, day by day and group by group. */
import {type DayUsage, dayOf, USAGE_GROUPS} from '../../accounts/usage.ts';

/** Today included (specification 9). */
const DAYS = 30;

const DAY_MS = 86_400_000;

/** A group that has requests in these days. */
export interface Group {
  name: string;
  /** Its place among all groups: its colour and mark do not change with what else was used. */
  place: number;
}

export interface Day {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Requests of each of the groups, in their order. */
  requests: readonly number[];
  total: number;
}

export interface Days {
  groups: readonly Group[];
  /** All 30, oldest first, also those without requests. */
  days: readonly Day[];
  total: number;
}

/** First day that is shown. */
export const firstDay = (now: number): string => dayOf(now - (DAYS - 1) * DAY_MS);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** `rows` from `firstDay` on. A group that is not known any more counts as the last one. */
export function daysOf(rows: readonly DayUsage[], now: number): Days {
  const last = USAGE_GROUPS.length - 1;
  const counts = new Map<string, number[]>();
  for (const {day, group, requests} of rows) {
    const ofDay = counts.get(day) ?? USAGE_GROUPS.map(() => 0);
    const place = (USAGE_GROUPS as readonly string[]).indexOf(group);
    ofDay[place < 0 ? last : place]! += requests;
    counts.set(day, ofDay);
  }
  const groups = USAGE_GROUPS.map((name, place) => ({name, place})).filter(({place}) =>
    [...counts.values()].some((ofDay) => ofDay[place]! > 0),
  );
  const days = Array.from({length: DAYS}, (_, i) => {
    const day = dayOf(now - (DAYS - 1 - i) * DAY_MS);
    const ofDay = counts.get(day);
    const requests = groups.map(({place}) => ofDay?.[place] ?? 0);
    return {day, requests, total: sum(requests)};
  });
  return {groups, days, total: sum(days.map((one) => one.total))};
}
