/**
 * The table of tool clients, which register themselves (RFC 7591); all are public clients without a secret.
 */
import type {Database} from './database.ts';

/** Clients without a grant are removed this long after registration, since anybody may register. */
export const UNUSED_CLIENT_MS = 90 * 86_400_000;

export interface Client {
  id: string;
  /** Self-chosen name, unverified. */
  name: string;
  redirect_uris: readonly string[];
  /** ISO 8601, UTC. */
  created_at: string;
}

export interface Clients {
  find(id: string): Client | null;
  add(client: Omit<Client, 'created_at'>, now: Date): void;
  /** Removes clients that registered before a time and have no grant. */
  prune(before: Date): void;
}

export function clientsTable({sql}: Database): Clients {
  const find = sql.prepare('SELECT id, name, redirect_uris, created_at FROM oauth_clients WHERE id = ?');
  const add = sql.prepare(
    'INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)',
  );
  const prune = sql.prepare(
    `DELETE FROM oauth_clients WHERE created_at < ?
     AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client = oauth_clients.id)`,
  );
  return {
    find(id) {
      const row = find.get(id);
      if (!row) return null;
      return {
        id: String(row['id']),
        name: String(row['name']),
        redirect_uris: JSON.parse(String(row['redirect_uris'])),
        created_at: String(row['created_at']),
      };
    },
    add({id, name, redirect_uris}, now) {
      add.run(id, name, JSON.stringify(redirect_uris), now.toISOString());
    },
    prune(before) {
      prune.run(before.toISOString());
    },
  };
}
