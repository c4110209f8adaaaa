/** From a code to tokens and from a refresh token to new ones: each once, whoever else tries (RFC 6749 4.1.3, 6; RFC 9700 4.14). */
import {hash} from 'node:crypto';
import type {Grant} from '../accounts/grants.ts';
import {hashOf, makeSecret} from '../accounts/secrets.ts';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from '../pages/account_services.ts';
import {LIFETIME_MS} from './constants.ts';
import {type FaultName, Refusal} from './errors.ts';

/** The body of a successful answer (RFC 6749 5.1). */
export interface Issued {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds that the access token is good for. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export interface CodeExchange {
  /** Id of the client that asks. */
  client: string;
  code: string;
  redirect_uri: string;
  /** Verifier of PKCE. */
  verifier: string;
  /** Address that the tokens are wanted for; null for the one that was asked for with the code. */
  resource: string | null;
}

export interface Refresh {
  /** Id of the client that asks. */
  client: string;
  token: string;
  /** As of a code. */
  resource: string | null;
}

/** The S256 challenge of a verifier (RFC 7636 4.2). */
export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/** A pair of tokens for the grant. */
function issue(site: Site, grant: Grant, now: Date): Issued {
  const {grants} = tablesOf(site);
  const give = (kind: 'access' | 'refresh'): string => {
    const secret = makeSecret(kind);
    grants.addToken(hashOf(secret), {grant: grant.id, kind, expires_at: later(now, LIFETIME_MS[kind])}, now);
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
 * One transaction: of two that use a secret at the same time, in this process or another, the second finds it used.
 * A fault is given, not thrown, since what it revokes has to stay; it is thrown behind the transaction.
 */
function once(site: Site, work: (now: Date) => Issued | FaultName): Issued {
  const made = site.database.transaction(() => work(new Date(site.context.now())));
  if (typeof made === 'string') throw new Refusal(made);
  return made;
}

/** A grant that is not revoked and whose account is open, or null. */
function liveGrant(site: Site, id: number): Grant | null {
  const {grants, accounts} = tablesOf(site);
  const grant = grants.find(id);
  return grant && accounts.holder(grant.account) ? grant : null;
}

/** Ends a grant with all its tokens: somebody has what only the client should have. */
function endGrant(site: Site, id: number, now: Date): void {
  const {grants} = tablesOf(site);
  const grant = grants.find(id);
  if (grant) grants.revoke(id, grant.account, now);
}

const isFor = (grant: Grant, resource: string | null): boolean =>
  resource === null || resource === grant.resource;

/** Tokens for a code; a code that was used before ends what it gave. Throws. */
export const exchangeCode = (
  site: Site,
  {client, code, redirect_uri, verifier, resource}: CodeExchange,
): Issued =>
  once(site, (now) => {
    const {grants} = tablesOf(site);
    const held = grants.findCode(hashOf(code));
    if (!held) return 'code';
    if (held.used_at !== null) {
      endGrant(site, held.grant, now);
      return 'code';
    }
    const grant = liveGrant(site, held.grant);
    const fits =
      grant?.client === client &&
      held.redirect_uri === redirect_uri &&
      held.challenge === challengeOf(verifier) &&
      held.expires_at > now.toISOString();
    if (!grant || !fits) return 'code';
    if (!isFor(grant, resource)) return 'resource';
    if (!grants.useCode(hashOf(code), now)) return 'code';
    return issue(site, grant, now);
  });

/** New tokens for a refresh token, which is replaced; one that was replaced before ends the grant. Throws. */
export const refreshTokens = (site: Site, {client, token, resource}: Refresh): Issued =>
  once(site, (now) => {
    const {grants} = tablesOf(site);
    const held = grants.findToken(hashOf(token));
    if (held?.kind !== 'refresh') return 'refresh';
    if (held.used_at !== null) {
      endGrant(site, held.grant, now);
      return 'refresh';
    }
    const grant = liveGrant(site, held.grant);
    const fits = grant?.client === client && held.expires_at > now.toISOString();
    if (!grant || !fits) return 'refresh';
    if (!isFor(grant, resource)) return 'resource';
    if (!grants.useToken(hashOf(token), now)) return 'refresh';
    return issue(site, grant, now);
  });
