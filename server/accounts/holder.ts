/** Who asks: an open account with its tier and quotas, and the key or the tool client that it asks by. */
import {isTier, type Quotas, TIERS, type TierName} from './tiers.ts';
import type {UsageGroup} from './usage.ts';

export interface KeyHolder {
  /** Number of the account in the store. */
  id: number;
  /** Name of the account: an e-mail address, or what the operator called it. */
  account: string;
  tier: TierName;
  quotas: Quotas;
  /** First characters of the key, for logs; null for one that asks without a key. */
  shown: string | null;
  /** Where its requests stand in the usage history; of keys it is the section of the operation. */
  group?: UsageGroup;
}

/** Columns of `accounts` that a holder is made of. */
export const HOLDER_COLUMNS = `accounts.id AS id, accounts.name AS account, accounts.tier AS tier,
  accounts.month_quota AS month, accounts.day_quota AS day, accounts.minute_quota AS minute`;

/** The tier of a row; throws where the store holds another word. */
export function tierOf(value: unknown, account: string): TierName {
  if (typeof value === 'string' && isTier(value)) return value;
  throw new Error(
    `account ${account} has the unknown tier "${String(value)}": correct it in the account store`,
  );
}

type Row = Record<string, unknown>;

const quota = (value: unknown): number | null => (value === null ? null : Number(value));

/** What an account may ask: the quotas of its tier, or its own where the tier has none of its own (enterprise). */
export function quotasOf(tier: TierName, row: Row): Quotas {
  if (tier !== 'enterprise') return TIERS[tier];
  return {month: quota(row['month']), day: quota(row['day']), minute: quota(row['minute'])};
}

/** A holder from a row of `HOLDER_COLUMNS`. */
export function holderOf(row: Row, shown: string | null): KeyHolder {
  const account = String(row['account']);
  const tier = tierOf(row['tier'], account);
  return {id: Number(row['id']), account, tier, quotas: quotasOf(tier, row), shown};
}
