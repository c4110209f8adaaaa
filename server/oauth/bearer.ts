/** Who calls the tool server: the account of a bearer token (RFC 6750; specification 8). */
import type {MiddlewareHandler} from 'hono';
import {hashOf} from '../accounts/secrets.ts';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from '../pages/account_services.ts';
import type {Known} from '../pages/env.ts';
import {resourceMetadataOf, resourceOf, SCOPE} from './constants.ts';

/** What handlers behind `bearer` know: `c.get('account')`. */
export interface Called {
  Variables: Known['Variables'] & {
    /** Number of the account that granted the call; it is open. */
    account: number;
  };
}

/** Why a call is refused. */
const REFUSALS = {
  missing: {
    status: 401,
    error: null,
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

/** The token of an `Authorization` header; null without one, also where another scheme is used. */
function tokenOf(header = ''): string | null {
  const [scheme = '', ...rest] = header.split(' ');
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ').trim() : null;
}

/** The account that a header speaks for, or why it speaks for none. */
export function callerOf(site: Site): (header: string | undefined) => number | keyof typeof REFUSALS {
  const {grants, accounts} = tablesOf(site);
  const resource = resourceOf(site);
  return (header) => {
    const secret = tokenOf(header);
    if (secret === null) return 'missing';
    const token = grants.findToken(hashOf(secret));
    const now = new Date(site.context.now()).toISOString();
    if (token?.kind !== 'access' || token.used_at !== null || token.expires_at <= now) return 'invalid';
    const grant = grants.find(token.grant);
    if (grant?.resource !== resource || !accounts.holder(grant.account)) return 'invalid';
    return grant.scope.split(' ').includes(SCOPE) ? grant.account : 'scope';
  };
}

/**
 * Lets calls with a good access token pass, with their account; answers all others 401 or 403, with the header that
 * tells clients where to get a token (RFC 9728, 5.1). Nothing is remembered: a revoked grant ends at once.
 */
export function bearer(site: Site): MiddlewareHandler<Called> {
  const caller = callerOf(site);
  const challenge = `Bearer resource_metadata="${resourceMetadataOf(site)}", scope="${SCOPE}"`;
  return async (c, next) => {
    const account = caller(c.req.header('authorization'));
    if (typeof account === 'number') {
      c.set('account', account);
      return next();
    }
    const {status, error, code, message} = REFUSALS[account];
    const header = error === null ? challenge : `${challenge}, error="${error}"`;
    return c.json({error: {code, message}}, status, {
      'WWW-Authenticate': header,
      'Cache-Control': 'no-store',
    });
  };
}
