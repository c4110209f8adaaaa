/** API keys of accounts, as hashes: at most one of an account is active (specification 1.8). */
import {hashKey, shownPart} from './api_key.ts';
import type {Database} from './database.ts';
import {HOLDER_COLUMNS, holderOf, type KeyHolder} from './holder.ts';

export interface ActiveKey {
  /** First 13 characters. */
  shown: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** To a second; null for never. */
  last_used_at: string | null;
}

export interface Keys {
  /** The holder of an active key of an open account, or null. */
  find(key: string): KeyHolder | null;
  /** The active key of the account, or null. */
  active(account: number): ActiveKey | null;
  /** Gives the account the key and revokes the one it had, at once. */
  give(account: number, key: string, now: Date): void;
  /** Revokes the active key; false when there is none. */
  revoke(account: number, now: Date): boolean;
  /** Notes when the active key was last used, unless it is younger than that use. */
  used(account: number, at: Date): void;
}

const FIND = `
  SELECT ${HOLDER_COLUMNS}, keys.shown AS shown
  FROM keys JOIN accounts ON accounts.id = keys.account
  WHERE keys.hash = ? AND keys.revoked_at IS NULL AND accounts.closed = 0`;

export function keysTable({sql, transaction, changed}: Database): Keys {
  const find = sql.prepare(FIND);
  const active = sql.prepare(
    'SELECT shown, created_at, last_used_at FROM keys WHERE account = ? AND revoked_at IS NULL',
  );
  const revoke = sql.prepare('UPDATE keys SET revoked_at = ? WHERE account = ? AND revoked_at IS NULL');
  const insert = sql.prepare('INSERT INTO keys (hash, shown, account, created_at) VALUES (?, ?, ?, ?)');
  const used = sql.prepare(
    'UPDATE keys SET last_used_at = :at WHERE account = :account AND revoked_at IS NULL AND created_at <= :at',
  );
  return {
    find(key) {
      const row = find.get(hashKey(key));
      return row ? holderOf(row, String(row['shown'])) : null;
    },
    active(account) {
      const row = active.get(account);
      if (!row) return null;
      const last = row['last_used_at'];
      return {
        shown: String(row['shown']),
        created_at: String(row['created_at']),
        last_used_at: last === null ? null : String(last),
      };
    },
    give(account, key, now) {
      const at = now.toISOString();
      transaction(() => {
        revoke.run(at, account);
        insert.run(hashKey(key), shownPart(key), account, at);
      });
      changed();
    },
    revoke(account, now) {
      const {changes} = revoke.run(now.toISOString(), account);
      changed();
      return Number(changes) > 0;
    },
    used(account, at) {
      used.run({account, at: at.toISOString()});
    },
  };
}
