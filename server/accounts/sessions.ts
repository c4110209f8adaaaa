/** Browser sessions by the hash of their cookie; the cookie itself is never stored (specification 9). */
import type {Database} from './database.ts';

export interface Session {
  /** Null before sign-in. */
  account: number | null;
  /** Hash of the token that its forms carry. */
  csrf: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

export interface Sessions {
  /** A session that has not expired, or null. */
  find(hash: string, now: Date): Session | null;
  add(hash: string, session: Session, now: Date): void;
  /** Ends one; nothing happens when there is none. */
  end(hash: string): void;
  /** Ends all of an account but the one of `kept`; null ends all. */
  endOthers(account: number, kept: string | null): void;
  /** Removes what has expired. */
  prune(now: Date): void;
}

export function sessionsTable({sql}: Database): Sessions {
  const find = sql.prepare(
    'SELECT account, csrf, expires_at FROM sessions WHERE hash = ? AND expires_at > ?',
  );
  const add = sql.prepare(
    'INSERT INTO sessions (hash, account, csrf, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const end = sql.prepare('DELETE FROM sessions WHERE hash = ?');
  const endOthers = sql.prepare('DELETE FROM sessions WHERE account = ? AND hash <> ?');
  const prune = sql.prepare('DELETE FROM sessions WHERE expires_at <= ?');
  return {
    find(hash, now) {
      const row = find.get(hash, now.toISOString());
      if (!row) return null;
      const account = row['account'];
      return {
        account: account === null ? null : Number(account),
        csrf: String(row['csrf']),
        expires_at: String(row['expires_at']),
      };
    },
    add(hash, {account, csrf, expires_at}, now) {
      add.run(hash, account, csrf, now.toISOString(), expires_at);
    },
    end(hash) {
      end.run(hash);
    },
    endOthers(account, kept) {
      endOthers.run(account, kept ?? '');
    },
    prune(now) {
      prune.run(now.toISOString());
    },
  };
}
