/** The table of API keys, stored as hashes: at most one key of an account is active. */
import {hashKey, keyPrefix} from './api_key.ts';
import type {Database} from './database.ts';
import {PRINCIPAL_COLUMNS, type Principal, toPrincipal} from './principal.ts';

export interface ActiveKey {
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
  /** The account's active key, or null. */
  active(account: number): ActiveKey | null;
  /** Gives the account a key and revokes its previous one. */
  replace(account: number, key: string, now: Date): void;
  /** Revokes the active key; false if there is none. */
  revoke(account: number, now: Date): boolean;
  /** Records the last use of the active key, unless the key is younger than that use. */
  touch(account: number, at: Date): void;
}

const FIND = `
  SELECT ${PRINCIPAL_COLUMNS}, keys.shown AS shown
  FROM keys JOIN accounts ON accounts.id = keys.account
  WHERE keys.hash = ? AND keys.revoked_at IS NULL AND accounts.closed = 0`;

export function keysTable({sql, transaction, notifyChange: changed}: Database): Keys {
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
      return row ? toPrincipal(row, String(row['shown'])) : null;
    },
    active(account) {
      const row = active.get(account);
      if (!row) return null;
      const last = row['last_used_at'];
      return {
        prefix: String(row['shown']),
        created_at: String(row['created_at']),
        last_used_at: last === null ? null : String(last),
      };
    },
    replace(account, key, now) {
      const at = now.toISOString();
      transaction(() => {
        revoke.run(at, account);
        insert.run(hashKey(key), keyPrefix(key), account, at);
      });
      changed();
    },
    revoke(account, now) {
      const {changes} = revoke.run(now.toISOString(), account);
      changed();
      return Number(changes) > 0;
    },
    touch(account, at) {
      used.run({account, at: at.toISOString()});
    },
  };
}
