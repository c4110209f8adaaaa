/**
 * The endpoints of tokens: exchanges codes and refresh tokens for new tokens, each exactly once (RFC 6749
 * 3.2, 4.1.3, 6; RFC 9700 4.14), and revokes tokens (RFC 7009).
 */
import {hash} from 'node:crypto';
import type {Context} from 'hono';
import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {Code, Grant, Token} from '../accounts/tool_clients.ts';
import type {AccountServices} from '../pages/account_services.ts';
import type {PageEnv} from '../pages/env.ts';
import {LIFETIME_MS, NO_STORE} from './constants.ts';
import {OAuthError, type OAuthErrorName} from './errors.ts';
import {readForm, required, resourceIn, single} from './parameters.ts';

/** The body of a token response (RFC 6749 5.1). */
type TokenResponse = ReturnType<typeof issueTokens>;

/** The S256 challenge of a verifier (RFC 7636 4.2). */
export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

/** The id of a registered client; throws. */
function requireClient(services: AccountServices, params: URLSearchParams): string {
  const id = required(params, 'client_id', 'client_missing');
  if (!accountTables(services).clients.find(id)) throw new OAuthError('client');
  return id;
}

/** Issues a pair of tokens for the grant. */
function issueTokens(services: AccountServices, {id: grant, scope}: Grant, now: Date) {
  const {grants} = accountTables(services);
  const give = (kind: 'access' | 'refresh') => {
    const secret = makeSecret(kind);
    const expires_at = new Date(now.getTime() + LIFETIME_MS[kind]).toISOString();
    grants.addToken(hashSecret(secret), {grant, kind, expires_at}, now);
    return secret;
  };
  return {
    access_token: give('access'),
    token_type: 'Bearer',
    /** Lifetime of the access token in seconds. */
    expires_in: LIFETIME_MS.access / 1000,
    refresh_token: give('refresh'),
    scope,
  };
}

/** A kind of secret that is exchanged for tokens: where it is stored, and when it may be. */
interface Exchange<Stored> {
  /** The error of every secret that is not valid, so that none tells why. */
  errorName: 'code' | 'refresh';
  find: (hash: string) => Stored | undefined;
  isValid: (stored: Stored) => boolean;
  /** Marks it as used; false if it was already. */
  use: (hash: string, now: Date) => boolean;
  /** How long its client may use it again: the answer to the first use may have been lost. */
  grace_ms: number;
}

/**
 * Exchanges a secret in one transaction: of two concurrent uses, in this process or another, the second finds
 * it used. That revokes the grant with all its tokens, since the secret has leaked, unless its client repeats
 * itself within the grace. Errors are thrown after the transaction, so that a revocation is committed.
 */
function exchange<Stored extends Code | Token>(
  services: AccountServices,
  {errorName, find, isValid, use, grace_ms}: Exchange<Stored>,
  client: string,
  secret: string,
  resource: string | null,
): TokenResponse {
  const {grants, accounts} = accountTables(services);
  const now = new Date(services.context.now());
  const hash = hashSecret(secret);
  const result = services.database.transaction((): TokenResponse | OAuthErrorName => {
    const stored = find(hash);
    const grant = stored && grants.find(stored.grant);
    if (!stored || !grant) return errorName;
    const isRepeated =
      stored.used_at !== null &&
      grant.client === client &&
      now.getTime() - Date.parse(stored.used_at) < grace_ms;
    if (stored.used_at !== null && !isRepeated) {
      grants.revoke(grant.id, grant.account, now);
      return errorName;
    }
    const isOpen = accounts.principal(grant.account) !== null && stored.expires_at > now.toISOString();
    if (!isOpen || grant.client !== client || !isValid(stored)) return errorName;
    if (resource !== null && resource !== grant.resource) return 'resource';
    return isRepeated || use(hash, now) ? issueTokens(services, grant, now) : errorName;
  });
  if (typeof result === 'string') throw new OAuthError(result);
  return result;
}

function exchangeCode(services: AccountServices, client: string, params: URLSearchParams) {
  const {findCode: find, useCode: use} = accountTables(services).grants;
  const code = required(params, 'code', 'code_missing');
  const redirect_uri = required(params, 'redirect_uri', 'redirect_missing');
  const challenge = challengeOf(required(params, 'code_verifier', 'verifier_missing'));
  const isValid = (stored: Code) => stored.redirect_uri === redirect_uri && stored.challenge === challenge;
  const codes: Exchange<Code> = {errorName: 'code', find, isValid, use, grace_ms: 0};
  return exchange(services, codes, client, code, resourceIn(params));
}

function refresh(services: AccountServices, client: string, params: URLSearchParams) {
  const {findToken, useToken, useOthers} = accountTables(services).grants;
  const token = required(params, 'refresh_token', 'refresh_missing');
  // A client may narrow the scope (RFC 6749 6), but there is nothing narrower.
  single(params, 'scope');
  const find = (hash: string) => {
    const stored = findToken(hash);
    return stored?.kind === 'refresh' ? stored : undefined;
  };
  const use = (hash: string, now: Date) => {
    if (!useToken(hash, now)) return false;
    // Of the tokens of a repeated use one goes on: whoever comes with another one is not the client, or the client
    // finds that somebody else went on.
    useOthers(hash, new Date(now.getTime() - LIFETIME_MS.grace));
    return true;
  };
  const tokens: Exchange<Token> = {
    errorName: 'refresh',
    find,
    isValid: () => true,
    use,
    grace_ms: LIFETIME_MS.grace,
  };
  return exchange(services, tokens, client, token, resourceIn(params));
}

const EXCHANGES = new Map([
  ['authorization_code', exchangeCode],
  ['refresh_token', refresh],
]);

/** Answers the token endpoint. */
export async function giveTokens(c: Context<PageEnv>, services: AccountServices): Promise<Response> {
  const params = await readForm(c);
  const exchangeBy = EXCHANGES.get(required(params, 'grant_type', 'grant_type_missing'));
  if (!exchangeBy) throw new OAuthError('grant_type');
  return c.json(exchangeBy(services, requireClient(services, params), params), 200, NO_STORE);
}

/** Revokes an access token alone, or with a refresh token the whole grant. Unknown tokens are ignored. */
export async function revokeToken(c: Context<PageEnv>, services: AccountServices): Promise<Response> {
  const params = await readForm(c);
  const hash = hashSecret(required(params, 'token', 'token_missing'));
  // A public client's id proves nothing: whoever holds the token may revoke it.
  const client = single(params, 'client_id') === null ? null : requireClient(services, params);
  const {grants} = accountTables(services);
  services.database.transaction(() => {
    const stored = grants.findToken(hash);
    const grant = stored && grants.find(stored.grant);
    if (!grant) return;
    if (client !== null && client !== grant.client) throw new OAuthError('token_client');
    const now = new Date(services.context.now());
    if (stored.kind === 'refresh') grants.revoke(grant.id, grant.account, now);
    else grants.useToken(hash, now);
  });
  return c.body(null, 200, NO_STORE);
}
