/** The tables of OAuth grants, authorization codes and tokens; secrets are stored as hashes. */
import type {Database} from './database.ts';

export interface Grant {
  id: number;
  account: number;
  /** Client id. */
  client: string;
  scope: string;
  resource: string;
}

/** A grant as its account holder sees it. */
export interface ConnectedClient {
  grant: number;
  /** Self-chosen name of the client. */
  name: string;
  /** ISO 8601, UTC. */
  created_at: string;
}

export interface Code {
  grant: number;
  redirect_uri: string;
  /** PKCE S256 challenge. */
  challenge: string;
  expires_at: string;
  /** Null until used. */
  used_at: string | null;
}

export type TokenKind = 'access' | 'refresh';

export interface Token {
  grant: number;
  kind: TokenKind;
  expires_at: string;
  /** When a refresh token was rotated or any token revoked; null until then. */
  used_at: string | null;
}

export interface Grants {
  /** Adds a grant and returns its id. */
  add(grant: Omit<Grant, 'id'>, now: Date): number;
  /** A grant that is not revoked, or null. */
  find(id: number): Grant | null;
  /** Unrevoked grants of an account with an unexpired token, newest first. */
  connected(account: number, now: Date): ConnectedClient[];
  /**
   * Revokes a grant of the account with all its tokens; false if it is not the account's or already revoked.
   */
  revoke(id: number, account: number, now: Date): boolean;
  addCode(hash: string, code: Omit<Code, 'used_at'>): void;
  findCode(hash: string): Code | null;
  /** Marks a code as used; false if it was already. */
  useCode(hash: string, now: Date): boolean;
  addToken(hash: string, token: Omit<Token, 'used_at'>, now: Date): void;
  findToken(hash: string): Token | null;
  /** Marks a token as rotated or revoked; false if it was already. */
  useToken(hash: string, now: Date): boolean;
  /** Removes codes and tokens that expired before a time, and grants that have none left. */
  prune(before: Date): void;
}

const text = (value: unknown): string | null => (value === null ? null : String(value));

function grantRows({sql, notifyChange}: Database): Pick<Grants, 'add' | 'find' | 'connected' | 'revoke'> {
  const add = sql.prepare(
    'INSERT INTO oauth_grants (account, client, scope, resource, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const find = sql.prepare(
    'SELECT id, account, client, scope, resource FROM oauth_grants WHERE id = ? AND revoked_at IS NULL',
  );
  const connected = sql.prepare(
    `SELECT oauth_grants.id AS id, oauth_clients.name AS name, oauth_grants.created_at AS created_at
     FROM oauth_grants JOIN oauth_clients ON oauth_clients.id = oauth_grants.client
     WHERE account = ? AND revoked_at IS NULL AND EXISTS (
       SELECT 1 FROM oauth_tokens WHERE grant_id = oauth_grants.id AND used_at IS NULL AND expires_at > ?)
     ORDER BY oauth_grants.id DESC`,
  );
  const revoke = sql.prepare(
    'UPDATE oauth_grants SET revoked_at = ? WHERE id = ? AND account = ? AND revoked_at IS NULL',
  );
  return {
    add({account, client, scope, resource}, now) {
      return Number(add.run(account, client, scope, resource, now.toISOString()).lastInsertRowid);
    },
    find(id) {
      const row = find.get(id);
      if (!row) return null;
      return {
        id,
        account: Number(row['account']),
        client: String(row['client']),
        scope: String(row['scope']),
        resource: String(row['resource']),
      };
    },
    connected: (account, now) =>
      connected.all(account, now.toISOString()).map((row) => ({
        grant: Number(row['id']),
        name: String(row['name']),
        created_at: String(row['created_at']),
      })),
    revoke(id, account, now) {
      const {changes} = revoke.run(now.toISOString(), id, account);
      notifyChange();
      return Number(changes) > 0;
    },
  };
}

function codeRows({sql}: Database): Pick<Grants, 'addCode' | 'findCode' | 'useCode'> {
  const add = sql.prepare(
    'INSERT INTO oauth_codes (hash, grant_id, redirect_uri, challenge, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const find = sql.prepare(
    'SELECT grant_id, redirect_uri, challenge, expires_at, used_at FROM oauth_codes WHERE hash = ?',
  );
  const use = sql.prepare('UPDATE oauth_codes SET used_at = ? WHERE hash = ? AND used_at IS NULL');
  return {
    addCode(hash, {grant, redirect_uri, challenge, expires_at}) {
      add.run(hash, grant, redirect_uri, challenge, expires_at);
    },
    findCode(hash) {
      const row = find.get(hash);
      if (!row) return null;
      return {
        grant: Number(row['grant_id']),
        redirect_uri: String(row['redirect_uri']),
        challenge: String(row['challenge']),
        expires_at: String(row['expires_at']),
        used_at: text(row['used_at']),
      };
    },
    useCode: (hash, now) => Number(use.run(now.toISOString(), hash).changes) > 0,
  };
}

function tokenRows({sql}: Database): Pick<Grants, 'addToken' | 'findToken' | 'useToken'> {
  const add = sql.prepare(
    'INSERT INTO oauth_tokens (hash, grant_id, kind, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const find = sql.prepare('SELECT grant_id, kind, expires_at, used_at FROM oauth_tokens WHERE hash = ?');
  const use = sql.prepare('UPDATE oauth_tokens SET used_at = ? WHERE hash = ? AND used_at IS NULL');
  return {
    addToken(hash, {grant, kind, expires_at}, now) {
      add.run(hash, grant, kind, now.toISOString(), expires_at);
    },
    findToken(hash) {
      const row = find.get(hash);
      if (!row) return null;
      return {
        grant: Number(row['grant_id']),
        kind: row['kind'] === 'refresh' ? 'refresh' : 'access',
        expires_at: String(row['expires_at']),
        used_at: text(row['used_at']),
      };
    },
    useToken: (hash, now) => Number(use.run(now.toISOString(), hash).changes) > 0,
  };
}

function pruning({sql}: Database): Grants['prune'] {
  const statements = [
    sql.prepare('DELETE FROM oauth_codes WHERE expires_at < ?'),
    sql.prepare('DELETE FROM oauth_tokens WHERE expires_at < ?'),
    sql.prepare(
      `DELETE FROM oauth_grants WHERE created_at < ?
       AND NOT EXISTS (SELECT 1 FROM oauth_codes WHERE grant_id = oauth_grants.id)
       AND NOT EXISTS (SELECT 1 FROM oauth_tokens WHERE grant_id = oauth_grants.id)`,
    ),
  ];
  return (before) => {
    for (const statement of statements) statement.run(before.toISOString());
  };
}

export const grantsTable = (database: Database): Grants => ({
  ...grantRows(database),
  ...codeRows(database),
  ...tokenRows(database),
  prune: pruning(database),
});
