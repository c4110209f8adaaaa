/**
 * Exchanges codes and refresh tokens for new tokens, each exactly once (RFC 6749 4.1.3, 6; RFC 9700 4.14).
 */
import {hash} from 'node:crypto';
import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {Grant} from '../accounts/tool_clients.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {LIFETIME_MS} from './constants.ts';
import {OAuthError, type OAuthErrorName} from './errors.ts';

/** The body of a token response (RFC 6749 5.1). */
export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  /** Lifetime of the access token in seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export interface CodeExchange {
  /** Id of the requesting client. */
  client: string;
  code: string;
  redirect_uri: string;
  /** PKCE verifier. */
  verifier: string;
  /** Requested resource; null for the one of the authorization request. */
  resource: string | null;
}

export interface Refresh {
  /** Id of the requesting client. */
  client: string;
  token: string;
  /** As for codes. */
  resource: string | null;
}

/** The S256 challenge of a verifier (RFC 7636 4.2). */
export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

const expiryAfter = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/** Issues a pair of tokens for the grant. */
function issueTokens(services: AccountServices, grant: Grant, now: Date): TokenResponse {
  const {grants} = accountTables(services);
  const give = (kind: 'access' | 'refresh'): string => {
    const secret = makeSecret(kind);
    grants.addToken(
      hashSecret(secret),
      {grant: grant.id, kind, expires_at: expiryAfter(now, LIFETIME_MS[kind])},
      now,
    );
    return secret;
  };
  return {
    access_token: give('access'),
    token_type: 'Bearer',
    expires_in: LIFETIME_MS.access / 1000,
    refresh_token: give('refresh'),
    scope: grant.scope,
  };
}

/**
 * Runs `work` in one transaction: of two concurrent uses of a secret, in this process or another, the second
 * finds it used. Errors are returned, not thrown, so that revocations are committed; they are thrown after
 * the transaction.
 */
function inTransaction(
  services: AccountServices,
  work: (now: Date) => TokenResponse | OAuthErrorName,
): TokenResponse {
  const result = services.database.transaction(() => work(new Date(services.context.now())));
  if (typeof result === 'string') throw new OAuthError(result);
  return result;
}

/** A grant that is not revoked and whose account is open, or null. */
function liveGrant(services: AccountServices, id: number): Grant | null {
  const {grants, accounts} = accountTables(services);
  const grant = grants.find(id);
  return grant && accounts.principal(grant.account) ? grant : null;
}

/** Revokes a grant with all its tokens: a secret was used twice, so it has leaked. */
function revokeGrant(services: AccountServices, id: number, now: Date): void {
  const {grants} = accountTables(services);
  const grant = grants.find(id);
  if (grant) grants.revoke(id, grant.account, now);
}

const isFor = (grant: Grant, resource: string | null): boolean =>
  resource === null || resource === grant.resource;

/** Exchanges a code; reuse of a code revokes its grant. Throws. */
export const exchangeCode = (
  services: AccountServices,
  {client, code, redirect_uri, verifier, resource}: CodeExchange,
): TokenResponse =>
  inTransaction(services, (now) => {
    const {grants} = accountTables(services);
    const stored = grants.findCode(hashSecret(code));
    if (!stored) return 'code';
    if (stored.used_at !== null) {
      revokeGrant(services, stored.grant, now);
      return 'code';
    }
    const grant = liveGrant(services, stored.grant);
    const valid =
      grant?.client === client &&
      stored.redirect_uri === redirect_uri &&
      stored.challenge === challengeOf(verifier) &&
      stored.expires_at > now.toISOString();
    if (!grant || !valid) return 'code';
    if (!isFor(grant, resource)) return 'resource';
    if (!grants.useCode(hashSecret(code), now)) return 'code';
    return issueTokens(services, grant, now);
  });

/** Rotates a refresh token; reuse of a rotated token revokes the grant. Throws. */
export const refreshTokens = (services: AccountServices, {client, token, resource}: Refresh): TokenResponse =>
  inTransaction(services, (now) => {
    const {grants} = accountTables(services);
    const stored = grants.findToken(hashSecret(token));
    if (stored?.kind !== 'refresh') return 'refresh';
    if (stored.used_at !== null) {
      revokeGrant(services, stored.grant, now);
      return 'refresh';
    }
    const grant = liveGrant(services, stored.grant);
    const valid = grant?.client === client && stored.expires_at > now.toISOString();
    if (!grant || !valid) return 'refresh';
    if (!isFor(grant, resource)) return 'resource';
    if (!grants.useToken(hashSecret(token), now)) return 'refresh';
    return issueTokens(services, grant, now);
  });
