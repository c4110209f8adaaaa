/** The table of browser sessions, by the hash of their cookie; the cookie itself is never stored. */
import type {Database} from './database.ts';

export interface Session {
  account: number;
  /** The account that it acts for, where that is not its own. */
  acting: number | null;
  /** ISO 8601, UTC. */
  expires_at: string;
}

export const sessionsTable = ({get, all, run}: Database) => ({
  /** When the sessions of an account began and end, oldest first. */
  ofAccount: (account: number) =>
    all<{created_at: string; expires_at: string}>(
      'SELECT created_at, expires_at FROM sessions WHERE account = ? ORDER BY created_at',
      account,
    ),
  /** An unexpired session, or null. */
  find: (hash: string, now: Date) =>
    get<Session>(
      'SELECT account, acting, expires_at FROM sessions WHERE hash = ? AND expires_at > ?',
      hash,
      now,
    ) ?? null,
  add: (hash: string, {account, expires_at}: Omit<Session, 'acting'>, now: Date) =>
    run(
      'INSERT INTO sessions (hash, account, created_at, expires_at) VALUES (?, ?, ?, ?)',
      hash,
      account,
      now,
      expires_at,
    ),
  /** Makes a session act for an account, under another cookie; null: for its own. */
  act: (hash: string, next: string, acting: number | null) =>
    run('UPDATE sessions SET hash = ?, acting = ? WHERE hash = ?', next, acting, hash),
  /** Number of unexpired sessions of an account. */
  count: (account: number, now: Date) =>
    get<{n: number}>('SELECT count(*) AS n FROM sessions WHERE account = ? AND expires_at > ?', account, now)!
      .n,
  /** Ends a session, if it exists. */
  end: (hash: string) => run('DELETE FROM sessions WHERE hash = ?', hash),
  /** Ends all sessions of an account except one; null ends all. */
  endOthers: (account: number, exceptHash: string | null) =>
    run('DELETE FROM sessions WHERE account = ? AND hash <> ?', account, exceptHash ?? ''),
  /** Ends all sessions of an account except the `keep` newest. */
  endOldest: (account: number, keep: number) =>
    run(
      `DELETE FROM sessions WHERE account = ?1 AND hash NOT IN (
         SELECT hash FROM sessions WHERE account = ?1 ORDER BY created_at DESC LIMIT ?2)`,
      account,
      keep,
    ),
});
