/** The usage history: requests by account, UTC day and usage group, kept for 400 days. */
import type {Database} from './database.ts';

/** Retention of the history, today included. */
const RETENTION_DAYS = 400;

const DAY_MS = 86_400_000;

/**
 * What usage is broken down by: the sections of the route table in lower case, tool calls, and requests that
 * matched no operation. Charts keep this order.
 */
export const USAGE_GROUPS = [
  'procurement',
  'grants and research',
  'lobbying',
  'parliament',
  'building permits and zoning',
  'search',
  'export',
  'tools',
  'other',
] as const;

export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface DayUsage {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** A usage group, perhaps one that no longer exists. */
  group: string;
  requests: number;
}

export interface Usage {
  /** Adds to the stored count. */
  add(account: number, usage: DayUsage): void;
  /**
   * Rows from day `from` (`YYYY-MM-DD`, inclusive) on, by day, then group. Days and groups without requests
   * have no row.
   */
  since(account: number, from: string): DayUsage[];
  /** Removes days past retention. */
  prune(now: Date): void;
}

/** The UTC day of a time. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function usageTable({sql}: Database): Usage {
  const add = sql.prepare(
    `INSERT INTO usage (account, day, operation_group, requests) VALUES (?, ?, ?, ?)
     ON CONFLICT (account, day, operation_group) DO UPDATE SET requests = requests + excluded.requests`,
  );
  const since = sql.prepare(
    `SELECT day, operation_group, requests FROM usage WHERE account = ? AND day >= ?
     ORDER BY day, operation_group`,
  );
  const prune = sql.prepare('DELETE FROM usage WHERE day <= ?');
  return {
    add(account, {day, group, requests}) {
      add.run(account, day, group, requests);
    },
    since: (account, from) =>
      since.all(account, from).map((row) => ({
        day: String(row['day']),
        group: String(row['operation_group']),
        requests: Number(row['requests']),
      })),
    prune(now) {
      prune.run(utcDay(now.getTime() - RETENTION_DAYS * DAY_MS));
    },
  };
}
