/** Bearer token authentication of the tool server (RFC 6750). */
import type {MiddlewareHandler} from 'hono';
import {hashSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {AccountServices} from '../pages/account_services.ts';
import type {PageEnv} from '../pages/env.ts';
import {NO_STORE, RESOURCE_METADATA_PATH, resourceOf, SCOPE} from './constants.ts';

/** Variables of handlers behind `bearer`: `c.get('account')`. */
export interface BearerEnv {
  Variables: PageEnv['Variables'] & {
    /** Id of the open account that granted access. */
    account: number;
  };
}

/** Why a call is refused. */
const BEARER_ERRORS = {
  missing: {
    status: 401,
    error: '',
    code: 'UNAUTHORIZED',
    message: 'Missing access token. Send it in the Authorization header as a bearer token.',
  },
  invalid: {
    status: 401,
    error: 'invalid_token',
    code: 'UNAUTHORIZED',
    message: 'Invalid access token.',
  },
  scope: {
    status: 403,
    error: 'insufficient_scope',
    code: 'FORBIDDEN',
    message: `The access token lacks the scope ${SCOPE}.`,
  },
} as const;

/** The token of an `Authorization` header; null without one or with another scheme. */
function tokenOf(header = ''): string | null {
  const [scheme = '', ...rest] = header.split(' ');
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ').trim() : null;
}

/** The account that a header authenticates, or why it authenticates none. */
export function authenticateBearer(services: AccountServices) {
  const {grants, accounts} = accountTables(services);
  const resource = resourceOf(services);
  return (header: string | undefined): number | keyof typeof BEARER_ERRORS => {
    const secret = tokenOf(header);
    if (secret === null) return 'missing';
    const token = grants.findToken(hashSecret(secret));
    const now = new Date(services.context.now()).toISOString();
    if (token?.kind !== 'access' || token.used_at !== null || token.expires_at <= now) return 'invalid';
    const grant = grants.find(token.grant);
    if (grant?.resource !== resource || !accounts.principal(grant.account)) return 'invalid';
    return grant.scope.split(' ').includes(SCOPE) ? grant.account : 'scope';
  };
}

/**
 * Middleware that lets calls with a valid access token pass, with their account; answers all others 401 or
 * 403, with the header that tells clients where to get a token (RFC 9728 5.1). Nothing is cached: a revoked
 * grant ends at once.
 */
export function bearer(services: AccountServices): MiddlewareHandler<BearerEnv> {
  const caller = authenticateBearer(services);
  const challenge = `Bearer resource_metadata="${services.origin}${RESOURCE_METADATA_PATH}", scope="${SCOPE}"`;
  return async (c, next) => {
    const account = caller(c.req.header('authorization'));
    if (typeof account === 'number') {
      c.set('account', account);
      return next();
    }
    const {status, error, code, message} = BEARER_ERRORS[account];
    const header = error === '' ? challenge : `${challenge}, error="${error}"`;
    return c.json({error: {code, message}}, status, {'WWW-Authenticate': header, ...NO_STORE});
  };
}
