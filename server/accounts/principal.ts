/**
 * The principal of a request: an open account with tier and quotas, and the key or tool client that acts for
 * it.
 */
import type {KeyLimits} from './key_limits.ts';
import {isTier, type Quotas, TIERS, type TierName} from './tiers.ts';
import type {UsageGroup} from './usage.ts';

/** A key that acts for an account. */
export interface ActingKey {
  /** Its number in the store. */
  id: number;
  /** Its first characters, for logs. */
  prefix: string;
  /** The first of the keys that it replaced, or itself: whose windows it counts in, where it has any. */
  line: number;
  /** Of a key on a lower tier than its account: its own quotas, beside those of the account; else null. */
  quotas: Quotas | null;
  /** Null: it may do all that its account may. */
  limits: KeyLimits | null;
  /** Unix epoch milliseconds from which it is refused; null: it does not expire. */
  expiresAt: number | null;
}

export interface Principal {
  /** Account id in the store. */
  id: number;
  /** Account name: an e-mail address, or the name that the operator chose. */
  account: string;
  /** That of the key, where it has a lower one than the account. */
  tier: TierName;
  /** Quotas of the account in force: those of its tier; for enterprise the account's own, null for unlimited. */
  quotas: Quotas;
  /** The key that acts for it; null without a key. */
  key: ActingKey | null;
  /** Usage group for all its requests; without it, that of the operation. */
  group?: UsageGroup;
}

/** Columns of `accounts` that a principal is made of. */
export const PRINCIPAL_COLUMNS = `accounts.id AS id, accounts.name AS account, accounts.tier AS tier,
  accounts.month_quota AS month, accounts.day_quota AS day, accounts.minute_quota AS minute`;

/** A row of `PRINCIPAL_COLUMNS`. */
export interface PrincipalRow extends Quotas {
  id: number;
  account: string;
  tier: string;
}

/** The principal of a row; throws if the store holds an unknown tier. */
export function toPrincipal(
  {id, account, tier, month, day, minute}: PrincipalRow,
  key: Principal['key'],
): Principal {
  if (!isTier(tier)) {
    throw new Error(`account ${account} has the unknown tier "${tier}": correct it in the account store`);
  }
  return {id, account, tier, quotas: tier === 'enterprise' ? {month, day, minute} : TIERS[tier], key};
}
