/** The table of browser sessions, by the hash of their cookie; the cookie itself is never stored. */
import type {Database} from './database.ts';

export interface Session {
  account: number;
  /** ISO 8601, UTC. */
  expires_at: string;
}

export interface Sessions {
  /** An unexpired session, or null. */
  find(hash: string, now: Date): Session | null;
  add(hash: string, session: Session, now: Date): void;
  /** Number of unexpired sessions of an account. */
  count(account: number, now: Date): number;
  /** Ends a session, if it exists. */
  end(hash: string): void;
  /** Ends all sessions of an account except one; null ends all. */
  endOthers(account: number, exceptHash: string | null): void;
  /** Ends all sessions of an account except the `keep` newest. */
  endOldest(account: number, keep: number): void;
  /** Removes expired sessions. */
  prune(now: Date): void;
}

export function sessionsTable({sql}: Database): Sessions {
  const find = sql.prepare('SELECT account, expires_at FROM sessions WHERE hash = ? AND expires_at > ?');
  const add = sql.prepare('INSERT INTO sessions (hash, account, created_at, expires_at) VALUES (?, ?, ?, ?)');
  const count = sql.prepare('SELECT count(*) AS n FROM sessions WHERE account = ? AND expires_at > ?');
  const end = sql.prepare('DELETE FROM sessions WHERE hash = ?');
  const endOthers = sql.prepare('DELETE FROM sessions WHERE account = ? AND hash <> ?');
  const endOldest = sql.prepare(
    `DELETE FROM sessions WHERE account = :account AND hash NOT IN (
       SELECT hash FROM sessions WHERE account = :account ORDER BY created_at DESC LIMIT :keep)`,
  );
  const prune = sql.prepare('DELETE FROM sessions WHERE expires_at <= ?');
  return {
    find(hash, now) {
      const row = find.get(hash, now.toISOString());
      return row ? {account: Number(row['account']), expires_at: String(row['expires_at'])} : null;
    },
    add(hash, {account, expires_at}, now) {
      add.run(hash, account, now.toISOString(), expires_at);
    },
    count: (account, now) => Number(count.get(account, now.toISOString())?.['n']),
    end(hash) {
      end.run(hash);
    },
    endOthers(account, exceptHash) {
      endOthers.run(account, exceptHash ?? '');
    },
    endOldest(account, keep) {
      endOldest.run({account, keep});
    },
    prune(now) {
      prune.run(now.toISOString());
    },
  };
}
