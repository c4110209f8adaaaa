/**
 * The table of API keys, stored as hashes: an account has at most two active ones, so that programs can
 * change from one to the other.
 */
import {keyPrefix} from './api_key.ts';
import type {Database} from './database.ts';
import {type KeyLimits, limitsOf, limitsText} from './key_limits.ts';
import {KEY_SLOTS, type KeySlot} from './key_slots.ts';
import {PRINCIPAL_COLUMNS, type Principal, type PrincipalRow, toPrincipal} from './principal.ts';
import {hashSecret} from './secrets.ts';

/** Characters of the longest name of a key. */
export const MAX_KEY_NAME = 60;

export interface ActiveKey {
  slot: KeySlot;
  /** Chosen by the owner; may be empty. */
  name: string;
  /** First 13 characters. */
  prefix: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** To the second; null for never. */
  last_used_at: string | null;
  /** Null: it may do all that its account may. */
  limits: KeyLimits | null;
  /** From when it is refused; null: it does not expire. */
  expires_at: string | null;
}

/** What its owner says of a new key. */
export interface NewKey {
  /** May be empty. */
  name: string;
  limits: KeyLimits | null;
  expiresAt: Date | null;
}

/** A key without a name that may do all that its account may. */
const PLAIN: NewKey = {name: '', limits: null, expiresAt: null};

const FIND = `
  SELECT ${PRINCIPAL_COLUMNS}, keys.shown AS prefix, keys.slot AS slot,
    keys.limits AS limits, keys.expires_at AS expires_at
  FROM keys JOIN accounts ON accounts.id = keys.account
  WHERE keys.hash = ? AND keys.revoked_at IS NULL AND accounts.closed = 0`;

interface KeyRow extends PrincipalRow {
  prefix: string;
  slot: KeySlot;
  limits: string | null;
  expires_at: string | null;
}

/** Whether a key is refused, since its last day is over. */
export const isExpired = ({expires_at}: Pick<ActiveKey, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime();

const keyRows = ({all, run}: Database) => ({
  /** The account's active keys, by slot. */
  active: (account: number): ActiveKey[] =>
    all<Omit<ActiveKey, 'limits'> & {limits: string | null}>(
      `SELECT slot, name, shown AS prefix, created_at, last_used_at, limits, expires_at FROM keys
       WHERE account = ? AND revoked_at IS NULL ORDER BY slot`,
      account,
    ).map((row) => ({...row, limits: limitsOf(row.limits)})),
  /** All keys that the account ever had, oldest first; null for what has not happened. */
  all: (account: number) =>
    all<{
      name: string;
      prefix: string;
      created_at: string;
      last_used_at: string | null;
      limits: string | null;
      expires_at: string | null;
      revoked_at: string | null;
    }>(
      `SELECT name, shown AS prefix, created_at, last_used_at, limits, expires_at, revoked_at FROM keys
       WHERE account = ? ORDER BY created_at`,
      account,
    ),
  give: (account: number, key: string, slot: KeySlot, {name, limits, expiresAt}: NewKey, now: Date) =>
    run(
      `INSERT INTO keys (hash, shown, account, created_at, slot, name, limits, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      hashSecret(key),
      keyPrefix(key),
      account,
      now,
      slot,
      name,
      limits && limitsText(limits),
      expiresAt,
    ),
  take: (account: number, now: Date, slot: KeySlot | null) =>
    run(
      `UPDATE keys SET revoked_at = ?2
       WHERE account = ?1 AND revoked_at IS NULL AND (?3 IS NULL OR slot = ?3)`,
      account,
      now,
      slot,
    ) > 0,
});

export function keysTable(database: Database) {
  const {get, run, change} = database;
  const {active, all, give, take} = keyRows(database);
  return {
    /** The principal of an active key of an open account, or null. */
    find(key: string): Principal | null {
      const row = get<KeyRow>(FIND, hashSecret(key));
      if (!row) return null;
      const {prefix, slot, limits, expires_at} = row;
      const expiresAt = expires_at === null ? null : Date.parse(expires_at);
      return toPrincipal(row, {prefix, slot, limits: limitsOf(limits), expiresAt});
    },
    active,
    all,
    /** Gives the account another key in a free slot; false if there is none. */
    add: (account: number, key: string, said: NewKey, now: Date) =>
      change(() => {
        const taken = active(account).map(({slot}) => slot);
        const free = KEY_SLOTS.find((slot) => !taken.includes(slot));
        if (free !== undefined) give(account, key, free, said, now);
        return free !== undefined;
      }),
    /** Replaces the active key in a slot, whose name, limits and last day stay; false if there is none, or that day is over. */
    refresh: (account: number, slot: KeySlot, key: string, now: Date) =>
      change(() => {
        const before = active(account).find((one) => one.slot === slot);
        if (!before || isExpired(before, now) || !take(account, now, slot)) return false;
        const {name, limits, expires_at: last} = before;
        give(account, key, slot, {name, limits, expiresAt: last === null ? null : new Date(last)}, now);
        return true;
      }),
    /** Gives the account this key alone: all others are revoked. */
    replace(account: number, key: string, now: Date): void {
      change(() => {
        take(account, now, null);
        give(account, key, KEY_SLOTS[0], PLAIN, now);
      });
    },
    /** Revokes the active key in a slot, or all of them; false if there is none. */
    revoke: (account: number, now: Date, slot: KeySlot | null = null) =>
      change(() => take(account, now, slot)),
    /** Records the last use of the active key in a slot, unless the key is younger than that use. */
    touch: (account: number, slot: KeySlot, at: Date) =>
      run(
        `UPDATE keys SET last_used_at = ?3
         WHERE account = ?1 AND slot = ?2 AND revoked_at IS NULL AND created_at <= ?3`,
        account,
        slot,
        at,
      ),
  };
}
