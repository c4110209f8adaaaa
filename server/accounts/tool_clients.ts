/**
 * The tables of tool clients: who registered, what waits for a sign-in, what account holders granted, and the
 * codes and tokens of it. Codes, tokens and handles are stored by their hash.
 */
import type {Database} from './database.ts';

/** All are public clients without a secret. */
export interface Client {
  /** Made at the registration (RFC 7591), or the address of the document that describes the client. */
  id: string;
  /** Self-chosen name, unverified. */
  name: string;
  redirect_uris: readonly string[];
  /** When it registered, or when its document was last read. ISO 8601, UTC. */
  created_at: string;
}

export const clientsTable = ({get, run}: Database) => ({
  find(id: string): Client | null {
    const row = get<Client & {redirect_uris: string}>(
      'SELECT id, name, redirect_uris, created_at FROM oauth_clients WHERE id = ?',
      id,
    );
    return row ? {...row, redirect_uris: JSON.parse(row.redirect_uris)} : null;
  },
  add: ({id, name, redirect_uris}: Omit<Client, 'created_at'>, now: Date) =>
    run(
      'INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)',
      id,
      name,
      JSON.stringify(redirect_uris),
      now,
    ),
  /** What a document says now. */
  replace: ({id, name, redirect_uris}: Omit<Client, 'created_at'>, now: Date) =>
    run(
      `INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         name = excluded.name, redirect_uris = excluded.redirect_uris, created_at = excluded.created_at`,
      id,
      name,
      JSON.stringify(redirect_uris),
      now,
    ),
});

/**
 * Authorization requests that wait for a sign-in: stored, so that no redirect target comes from a browser.
 */
export const pendingTable = ({get, run}: Database) => ({
  /** Stores a request under the hash of its handle until `expires_at`. */
  add: (hash: string, request: object, expires_at: Date) =>
    run(
      'INSERT INTO oauth_pending (hash, request, expires_at) VALUES (?, ?, ?)',
      hash,
      JSON.stringify(request),
      expires_at,
    ),
  /** The stored request, or null if it has expired. */
  find(hash: string, now: Date): unknown {
    const row = get<{request: string}>(
      'SELECT request FROM oauth_pending WHERE hash = ? AND expires_at > ?',
      hash,
      now,
    );
    return row ? JSON.parse(row.request) : null;
  },
  remove: (hash: string) => run('DELETE FROM oauth_pending WHERE hash = ?', hash),
});

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

export interface Token extends Pick<Code, 'grant' | 'expires_at'> {
  kind: 'access' | 'refresh';
  /** When a refresh token was rotated or any token revoked; null until then. */
  used_at: string | null;
}

const grantRows = ({get, all, run, change}: Database) => ({
  /** Adds a grant and returns its id. */
  add: ({account, client, scope, resource}: Omit<Grant, 'id'>, now: Date) =>
    get<Grant>(
      `INSERT INTO oauth_grants (account, client, scope, resource, created_at)
       VALUES (?, ?, ?, ?, ?) RETURNING id`,
      account,
      client,
      scope,
      resource,
      now,
    )!.id,
  /** A grant that is not revoked, or null. */
  find: (id: number) =>
    get<Grant>(
      'SELECT id, account, client, scope, resource FROM oauth_grants WHERE id = ? AND revoked_at IS NULL',
      id,
    ) ?? null,
  /** Unrevoked grants of an account with an unexpired token, newest first. */
  connected: (account: number, now: Date) =>
    all<ConnectedClient>(
      `SELECT oauth_grants.id AS "grant", oauth_clients.name AS name, oauth_grants.created_at AS created_at
       FROM oauth_grants JOIN oauth_clients ON oauth_clients.id = oauth_grants.client
       WHERE account = ? AND revoked_at IS NULL AND EXISTS (
         SELECT 1 FROM oauth_tokens WHERE grant_id = oauth_grants.id AND used_at IS NULL AND expires_at > ?)
       ORDER BY oauth_grants.id DESC`,
      account,
      now,
    ),
  /** All grants of an account that are stored, oldest first. */
  ofAccount: (account: number) =>
    all<{client: string; scope: string; created_at: string; revoked_at: string | null}>(
      `SELECT oauth_clients.name AS client, scope, oauth_grants.created_at AS created_at, revoked_at
       FROM oauth_grants JOIN oauth_clients ON oauth_clients.id = oauth_grants.client
       WHERE account = ? ORDER BY oauth_grants.id`,
      account,
    ),
  /**
   * Revokes a grant of the account with all its tokens; false if it is not the account's or already revoked.
   */
  revoke: (id: number, account: number, now: Date) =>
    change(
      () =>
        run(
          'UPDATE oauth_grants SET revoked_at = ? WHERE id = ? AND account = ? AND revoked_at IS NULL',
          now,
          id,
          account,
        ) > 0,
    ),
});

/** Codes and tokens of grants, by their hash. */
const secretRows = ({get, run}: Database) => ({
  addCode: (hash: string, {grant, redirect_uri, challenge, expires_at}: Omit<Code, 'used_at'>) =>
    run(
      'INSERT INTO oauth_codes (hash, grant_id, redirect_uri, challenge, expires_at) VALUES (?, ?, ?, ?, ?)',
      hash,
      grant,
      redirect_uri,
      challenge,
      expires_at,
    ),
  findCode: (hash: string) =>
    get<Code>(
      `SELECT grant_id AS "grant", redirect_uri, challenge, expires_at, used_at
       FROM oauth_codes WHERE hash = ?`,
      hash,
    ),
  /** Marks a code as used; false if it was already. */
  useCode: (hash: string, now: Date) =>
    run('UPDATE oauth_codes SET used_at = ? WHERE hash = ? AND used_at IS NULL', now, hash) > 0,
  addToken: (hash: string, {grant, kind, expires_at}: Omit<Token, 'used_at'>, now: Date) =>
    run(
      'INSERT INTO oauth_tokens (hash, grant_id, kind, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      hash,
      grant,
      kind,
      now,
      expires_at,
    ),
  findToken: (hash: string) =>
    get<Token>(
      'SELECT grant_id AS "grant", kind, expires_at, used_at FROM oauth_tokens WHERE hash = ?',
      hash,
    ),
  /** Marks a token as rotated or revoked; false if it was already. */
  useToken: (hash: string, now: Date) =>
    run('UPDATE oauth_tokens SET used_at = ? WHERE hash = ? AND used_at IS NULL', now, hash) > 0,
  /** Marks the other refresh tokens of the grant of a token as rotated. */
  useOthers: (hash: string, at: Date) =>
    run(
      `UPDATE oauth_tokens SET used_at = ? WHERE kind = 'refresh' AND used_at IS NULL AND hash <> ?
       AND grant_id = (SELECT grant_id FROM oauth_tokens WHERE hash = ?)`,
      at,
      hash,
      hash,
    ),
});

/** Grants, and their codes and tokens. */
export const grantsTable = (database: Database) => ({...grantRows(database), ...secretRows(database)});
