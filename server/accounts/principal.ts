/**
 * The principal of a request: an open account with tier and quotas, and the key or tool client that acts for
 * it.
 */
import type {KeySlot} from './key_slots.ts';
import {isTier, type Quotas, TIERS, type TierName} from './tiers.ts';
import type {UsageGroup} from './usage.ts';

export interface Principal {
  /** Account id in the store. */
  id: number;
  /** Account name: an e-mail address, or the name that the operator chose. */
  account: string;
  tier: TierName;
  quotas: Quotas;
  /** The key that acts for it: its first characters, for logs, and its slot; null without a key. */
  key: {prefix: string; slot: KeySlot} | null;
  /** Usage group for all its requests; without it, that of the operation. */
  group?: UsageGroup;
}

/** Columns of `accounts` that a principal is made of. */
export const PRINCIPAL_COLUMNS = `accounts.id AS id, accounts.name AS account, accounts.tier AS tier,
  accounts.month_quota AS month, accounts.day_quota AS day, accounts.minute_quota AS minute`;

/** The tier of a row; throws if the store holds an unknown one. */
export function parseTier(value: unknown, account: string): TierName {
  if (typeof value === 'string' && isTier(value)) return value;
  throw new Error(
    `account ${account} has the unknown tier "${String(value)}": correct it in the account store`,
  );
}

type Row = Record<string, unknown>;

const quota = (value: unknown): number | null => (value === null ? null : Number(value));

/** The quotas in force: those of the tier, or for enterprise the account's own. */
export function quotasOf(tier: TierName, row: Row): Quotas {
  if (tier !== 'enterprise') return TIERS[tier];
  return {month: quota(row['month']), day: quota(row['day']), minute: quota(row['minute'])};
}

/** A principal from a row of `PRINCIPAL_COLUMNS`. */
export function toPrincipal(row: Row, key: Principal['key']): Principal {
  const account = String(row['account']);
  const tier = parseTier(row['tier'], account);
  return {id: Number(row['id']), account, tier, quotas: quotasOf(tier, row), key};
}
