/**
 * The table of API keys, stored as hashes: an account has at most two active ones, so that programs can
 * change from one to the other.
 */
import {hashKey, keyPrefix} from './api_key.ts';
import type {Database} from './database.ts';
import {KEY_SLOTS, type KeySlot, keySlot} from './key_slots.ts';
import {PRINCIPAL_COLUMNS, type Principal, toPrincipal} from './principal.ts';

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
}

export interface Keys {
  /** The principal of an active key of an open account, or null. */
  find(key: string): Principal | null;
  /** The account's active keys, by slot. */
  active(account: number): ActiveKey[];
  /** Gives the account another key in a free slot; false if there is none. */
  add(account: number, key: string, name: string, now: Date): boolean;
  /** Replaces the active key in a slot, whose name stays; false if there is none. */
  refresh(account: number, slot: KeySlot, key: string, now: Date): boolean;
  /** Gives the account this key alone: all others are revoked. */
  replace(account: number, key: string, now: Date): void;
  /** Revokes the active key in a slot, or all of them; false if there is none. */
  revoke(account: number, now: Date, slot?: KeySlot): boolean;
  /** Records the last use of the active key in a slot, unless the key is younger than that use. */
  touch(account: number, slot: KeySlot, at: Date): void;
}

const FIND = `
  SELECT ${PRINCIPAL_COLUMNS}, keys.shown AS shown, keys.slot AS slot
  FROM keys JOIN accounts ON accounts.id = keys.account
  WHERE keys.hash = ? AND keys.revoked_at IS NULL AND accounts.closed = 0`;

export function keysTable({sql, transaction, notifyChange: changed}: Database): Keys {
  const find = sql.prepare(FIND);
  const active = sql.prepare(
    'SELECT slot, name, shown, created_at, last_used_at FROM keys WHERE account = ? AND revoked_at IS NULL ORDER BY slot',
  );
  const revoke = sql.prepare(
    'UPDATE keys SET revoked_at = :at WHERE account = :account AND revoked_at IS NULL AND (:slot IS NULL OR slot = :slot)',
  );
  const insert = sql.prepare(
    'INSERT INTO keys (hash, shown, account, created_at, slot, name) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const used = sql.prepare(
    'UPDATE keys SET last_used_at = :at WHERE account = :account AND slot = :slot AND revoked_at IS NULL AND created_at <= :at',
  );
  const activeOf = (account: number): ActiveKey[] =>
    active.all(account).map((row) => ({
      slot: keySlot(row['slot'])!,
      name: String(row['name']),
      prefix: String(row['shown']),
      created_at: String(row['created_at']),
      last_used_at: row['last_used_at'] === null ? null : String(row['last_used_at']),
    }));
  const give = (account: number, key: string, slot: KeySlot, name: string, now: Date): void => {
    insert.run(hashKey(key), keyPrefix(key), account, now.toISOString(), slot, name);
  };
  const take = (account: number, now: Date, slot: KeySlot | null): boolean =>
    Number(revoke.run({account, at: now.toISOString(), slot}).changes) > 0;
  /** Tells other threads of a change that was made. */
  const told = (isChanged: boolean): boolean => {
    if (isChanged) changed();
    return isChanged;
  };
  return {
    find(key) {
      const row = find.get(hashKey(key));
      return row ? toPrincipal(row, {prefix: String(row['shown']), slot: keySlot(row['slot'])!}) : null;
    },
    active: activeOf,
    add: (account, key, name, now) =>
      told(
        transaction(() => {
          const taken = activeOf(account).map(({slot}) => slot);
          const free = KEY_SLOTS.find((slot) => !taken.includes(slot));
          if (free !== undefined) give(account, key, free, name, now);
          return free !== undefined;
        }),
      ),
    refresh: (account, slot, key, now) =>
      told(
        transaction(() => {
          const before = activeOf(account).find((one) => one.slot === slot);
          if (before && take(account, now, slot)) give(account, key, slot, before.name, now);
          return before !== undefined;
        }),
      ),
    replace(account, key, now) {
      transaction(() => {
        take(account, now, null);
        give(account, key, KEY_SLOTS[0], '', now);
      });
      changed();
    },
    revoke: (account, now, slot) => told(take(account, now, slot ?? null)),
    touch(account, slot, at) {
      used.run({account, slot, at: at.toISOString()});
    },
  };
}
