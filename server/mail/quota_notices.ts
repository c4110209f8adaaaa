/** Queues a notice when an account has used 80% and 100% of the requests of its month, once each. */
import type {Database} from '../accounts/database.ts';
import {accountTables} from '../accounts/tables.ts';
import {TIERS} from '../accounts/tiers.ts';
import {windowEnds, windowNumbersAt} from '../limits/calendar.ts';

/** Share of the month at which a notice says that the quota will be used up. */
const NEARLY = 0.8;

/** Quota of the month of an account, in SQL; null for unlimited. */
const QUOTA = `CASE tier ${Object.entries(TIERS)
  .map(([name, {month}]) => `WHEN '${name}' THEN ${month ?? 'month_quota'}`)
  .join(' ')} END`;

/** Accounts above the share in the month of this number, by the counts that the store has. */
const ABOVE = `
  SELECT account, used, quota FROM (
    SELECT windows.account AS account, windows.used AS used, ${QUOTA} AS quota
    FROM windows JOIN accounts ON accounts.id = windows.account
    WHERE windows.kind = 'month' AND windows.number = ? AND closed = 0 AND unsubscribed_at IS NULL)
  WHERE quota > 0 AND used >= quota * ${NEARLY}`;

/** Looks at all accounts; returns how many notices it queued. `at`: Unix epoch milliseconds. */
export function queueQuotaNotices(database: Database, at: number): number {
  const {accounts, mail} = accountTables({database});
  const numbers = windowNumbersAt(at);
  const [, , month] = numbers;
  const reset = new Date(windowEnds(numbers)[2] * 1000).toISOString();
  const above = database.all<{account: number; used: number; quota: number}>(ABOVE, month);
  let queued = 0;
  for (const {account, used, quota} of above) {
    const kind = used >= quota ? 'quota_spent' : 'quota_near';
    const occasion = `${kind} ${account} ${month} ${quota}`;
    const parts = {limit: quota, used: Math.min(used, quota), reset};
    const reader = accounts.byId(account)!;
    if (mail.tell(reader, kind, new Date(at), {parts: {...parts, tier: reader.tier}, occasion})) queued++;
  }
  return queued;
}
