/** The usage history: requests by account, UTC day and usage group, and by key and UTC day, for 400 days. */
import type {Database} from './database.ts';

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

/** Requests of a key, which may be revoked, on a day. */
export interface KeyUsage extends Pick<DayUsage, 'day' | 'requests'> {
  key: number;
  name: string;
  prefix: string;
  revoked_at: string | null;
}

/** The UTC day of a time. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const usageTable = ({all, run}: Database) => ({
  /** Adds to the stored count. */
  add: (account: number, {day, group, requests}: DayUsage) =>
    run(
      `INSERT INTO usage (account, day, operation_group, requests) VALUES (?, ?, ?, ?)
       ON CONFLICT (account, day, operation_group) DO UPDATE SET requests = requests + excluded.requests`,
      account,
      day,
      group,
      requests,
    ),
  /**
   * Rows from day `from` (`YYYY-MM-DD`, inclusive) on, by day, then group. Days and groups without requests
   * have no row.
   */
  since: (account: number, from: string) =>
    all<DayUsage>(
      `SELECT day, operation_group AS "group", requests FROM usage WHERE account = ? AND day >= ?
       ORDER BY day, operation_group`,
      account,
      from,
    ),
  /** Adds to the stored count of a key. */
  addOfKey: (key: number, day: string, requests: number) =>
    run(
      `INSERT INTO key_usage (key, day, requests) VALUES (?, ?, ?)
       ON CONFLICT (key, day) DO UPDATE SET requests = requests + excluded.requests`,
      key,
      day,
      requests,
    ),
  /** Those of all keys that the account ever had, from day `from` on, by day, then age of the key. */
  ofKeysSince: (account: number, from: string) =>
    all<KeyUsage>(
      `SELECT day, key, name, shown AS prefix, revoked_at, requests
       FROM keys CROSS JOIN key_usage ON key_usage.key = keys.id
       WHERE keys.account = ? AND day >= ? ORDER BY day, key`,
      account,
      from,
    ),
});
