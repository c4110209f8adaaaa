/** What operators see of all accounts at once. */
import type {Database} from './database.ts';
import type {TierName} from './tiers.ts';

/** Accounts of a tier. */
export interface TierCount {
  tier: TierName;
  open: number;
  closed: number;
  /** Open ones with a key that works. */
  keyed: number;
}

/** An account and its requests since some day. */
export interface BusyAccount {
  name: string;
  tier: TierName;
  created_at: string;
  requests: number;
}

export const reportsTable = ({all}: Database) => ({
  tiers: (now: Date) =>
    all<TierCount>(
      `SELECT tier, count(*) FILTER (WHERE closed = 0) AS open, count(*) FILTER (WHERE closed = 1) AS closed,
         count(*) FILTER (WHERE closed = 0 AND EXISTS (
           SELECT 1 FROM keys WHERE keys.account = accounts.id AND revoked_at IS NULL
             AND (expires_at IS NULL OR expires_at > ?))) AS keyed
       FROM accounts GROUP BY tier ORDER BY open DESC, tier`,
      now,
    ),
  /** The accounts with most requests from a day (`YYYY-MM-DD`, UTC) on. */
  busiest: (since: string, most: number) =>
    all<BusyAccount>(
      `SELECT name, tier, created_at, sum(requests) AS requests
       FROM usage JOIN accounts ON accounts.id = usage.account
       WHERE day >= ? GROUP BY accounts.id ORDER BY requests DESC, name LIMIT ?`,
      since,
      most,
    ),
  /** The newest accounts, newest first, with their requests from a day on. */
  newest: (since: string, most: number) =>
    all<BusyAccount>(
      `SELECT name, tier, created_at, coalesce(
         (SELECT sum(requests) FROM usage WHERE account = accounts.id AND day >= ?), 0) AS requests
       FROM accounts ORDER BY id DESC LIMIT ?`,
      since,
      most,
    ),
  /** Saved searches by state and by how they tell. */
  searches: () =>
    all<{state: string; channel: string; searches: number}>(
      'SELECT state, channel, count(*) AS searches FROM searches GROUP BY state, channel ORDER BY state, channel',
    ),
});
