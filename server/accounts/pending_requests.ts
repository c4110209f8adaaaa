/**
 * The table of authorization requests that wait for a sign-in: stored here, so that no redirect target comes
 * from a browser.
 */
import type {Database} from './database.ts';

export interface PendingRequests {
  /** Stores a request under the hash of its handle until `expires_at`. */
  add(hash: string, request: object, expires_at: Date): void;
  /** The stored request, or null if it has expired. */
  find(hash: string, now: Date): unknown;
  remove(hash: string): void;
  /** Removes expired requests. */
  prune(now: Date): void;
}

export function pendingTable({sql}: Database): PendingRequests {
  const add = sql.prepare('INSERT INTO oauth_pending (hash, request, expires_at) VALUES (?, ?, ?)');
  const find = sql.prepare('SELECT request FROM oauth_pending WHERE hash = ? AND expires_at > ?');
  const remove = sql.prepare('DELETE FROM oauth_pending WHERE hash = ?');
  const prune = sql.prepare('DELETE FROM oauth_pending WHERE expires_at <= ?');
  return {
    add(hash, request, expires_at) {
      add.run(hash, JSON.stringify(request), expires_at.toISOString());
    },
    find(hash, now) {
      const row = find.get(hash, now.toISOString());
      return row ? JSON.parse(String(row['request'])) : null;
    },
    remove(hash) {
      remove.run(hash);
    },
    prune(now) {
      prune.run(now.toISOString());
    },
  };
}
