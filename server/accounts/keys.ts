/** The table of API keys, stored as hashes: an account has as many active ones as its tier allows. */
import {keyPrefix} from './api_key.ts';
import type {Database} from './database.ts';
import {type KeyLimits, limitsOf, limitsText} from './key_limits.ts';
import {PRINCIPAL_COLUMNS, type Principal, type PrincipalRow, toPrincipal} from './principal.ts';
import {hashSecret} from './secrets.ts';
import {TIERS, type TierName, tiersBelow} from './tiers.ts';

/** Characters of the longest name of a key. */
export const MAX_KEY_NAME = 60;

export interface ActiveKey {
  id: number;
  /** Chosen by the owner; may be empty. */
  name: string;
  /** First 13 characters. */
  prefix: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** To the second; null for never. */
  last_used_at: string | null;
  /** Null: that of its account, which holds too where it is lower. */
  tier: TierName | null;
  /** Null: it may do all that its account may. */
  limits: KeyLimits | null;
  /** From when it is refused; null: it does not expire. */
  expires_at: string | null;
}

/** What its owner says of a new key. */
export interface NewKey {
  /** May be empty. */
  name: string;
  /** Null: that of its account. */
  tier: TierName | null;
  limits: KeyLimits | null;
  expiresAt: Date | null;
}

/** A key without a name that may do all that its account may. */
const PLAIN: NewKey = {name: '', tier: null, limits: null, expiresAt: null};

const FIND = `
  SELECT ${PRINCIPAL_COLUMNS}, keys.id AS key, keys.shown AS prefix,
    keys.tier AS key_tier, coalesce(keys.line, keys.id) AS line, keys.limits AS limits, keys.expires_at AS expires_at
  FROM keys JOIN accounts ON accounts.id = keys.account
  WHERE keys.hash = ? AND keys.revoked_at IS NULL AND accounts.closed = 0`;

interface KeyRow extends PrincipalRow {
  key: number;
  prefix: string;
  key_tier: TierName | null;
  line: number;
  limits: string | null;
  expires_at: string | null;
}

/** Whether a key is refused, since its last day is over. */
export const isExpired = ({expires_at}: Pick<ActiveKey, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime();

const keyRows = ({all, run}: Database) => ({
  /** The account's active keys, oldest first. */
  active: (account: number): ActiveKey[] =>
    all<Omit<ActiveKey, 'limits'> & {limits: string | null}>(
      `SELECT id, name, shown AS prefix, created_at, last_used_at, tier, limits, expires_at FROM keys
       WHERE account = ? AND revoked_at IS NULL ORDER BY id`,
      account,
    ).map((row) => ({...row, limits: limitsOf(row.limits)})),
  /** All keys that the account ever had, oldest first; null for what has not happened. */
  all: (account: number) =>
    all<{
      name: string;
      prefix: string;
      created_at: string;
      last_used_at: string | null;
      tier: TierName | null;
      limits: string | null;
      expires_at: string | null;
      revoked_at: string | null;
    }>(
      `SELECT name, shown AS prefix, created_at, last_used_at, tier, limits, expires_at, revoked_at FROM keys
       WHERE account = ? ORDER BY id`,
      account,
    ),
  /** `before`: the key that it replaces, if any. */
  give: (
    account: number,
    key: string,
    {name, tier, limits, expiresAt}: NewKey,
    now: Date,
    before: number | null = null,
  ) =>
    run(
      `INSERT INTO keys (hash, shown, account, created_at, name, tier, limits, expires_at, line)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(line, id) FROM keys WHERE id = ?))`,
      hashSecret(key),
      keyPrefix(key),
      account,
      now,
      name,
      tier,
      limits && limitsText(limits),
      expiresAt,
      before,
    ),
  take: (account: number, now: Date, id: number | null) =>
    run(
      `UPDATE keys SET revoked_at = ?2
       WHERE account = ?1 AND revoked_at IS NULL AND (?3 IS NULL OR id = ?3)`,
      account,
      now,
      id,
    ) > 0,
});

export function keysTable(database: Database) {
  const {get, run, change} = database;
  const {active, all, give, take} = keyRows(database);
  return {
    /** The principal of an active key of an open account, or null. */
    find(secret: string): Principal | null {
      const row = get<KeyRow>(FIND, hashSecret(secret));
      if (!row) return null;
      const {key: id, prefix, line, key_tier, limits, expires_at} = row;
      const expiresAt = expires_at === null ? null : Date.parse(expires_at);
      const key = {id, prefix, line, quotas: null, limits: limitsOf(limits), expiresAt};
      const principal = toPrincipal(row, key);
      if (key_tier === null || !tiersBelow(principal.tier).includes(key_tier)) return principal;
      return {...principal, tier: key_tier, key: {...key, quotas: TIERS[key_tier]}};
    },
    active,
    all,
    /** Gives the account another key; false if it has `most` already. */
    add: (account: number, key: string, said: NewKey, most: number, now: Date) =>
      change(() => {
        const hasRoom = active(account).length < most;
        if (hasRoom) give(account, key, said, now);
        return hasRoom;
      }),
    /**
     * Replaces an active key, whose name, tier, limits and last day stay; false if it is none of the account, or that day is
     * over.
     */
    refresh: (account: number, id: number, key: string, now: Date) =>
      change(() => {
        const before = active(account).find((one) => one.id === id);
        if (!before || isExpired(before, now) || !take(account, now, id)) return false;
        const {name, tier, limits, expires_at: last} = before;
        give(account, key, {name, tier, limits, expiresAt: last === null ? null : new Date(last)}, now, id);
        return true;
      }),
    /** Gives the account this key alone: all others are revoked. */
    replace(account: number, key: string, now: Date): void {
      change(() => {
        take(account, now, null);
        give(account, key, PLAIN, now);
      });
    },
    /** Revokes an active key of the account, or all of them; false if there is none. */
    revoke: (account: number, now: Date, id: number | null = null) => change(() => take(account, now, id)),
    /** Records the last use of a key. */
    touch: (id: number, at: Date) => run('UPDATE keys SET last_used_at = ? WHERE id = ?', at, id),
  };
}
