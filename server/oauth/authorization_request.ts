/** Parses and validates authorization requests (RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2.1). */
import type {Client} from '../accounts/tool_clients.ts';
import {LIMITS, SCOPE} from './constants.ts';
import {OAuthError, type OAuthErrorName} from './errors.ts';
import {required, single, timesGiven} from './parameters.ts';
import {isRegistered} from './redirects.ts';

/** A valid request, to be put to the account holder. Plain data. */
export interface AuthorizationRequest {
  /** Client id. */
  client: string;
  /** Registered, and as given: for loopback hosts with the current port. */
  redirect_uri: string;
  /** Null if not given. */
  state: string | null;
  /** PKCE S256 challenge. */
  challenge: string;
  scope: string;
  resource: string;
}

/** Errors shown on a page instead of redirecting, as the redirect address is unknown or unsafe. */
export type PageError = 'client' | 'redirect';

export type AuthorizationOutcome =
  | {kind: 'page'; errorName: PageError}
  | {kind: 'redirect'; errorName: OAuthErrorName; redirect_uri: string; state: string | null}
  | {kind: 'request'; request: AuthorizationRequest};

/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Validates the remaining parameters; throws the first error. */
function readRest(
  params: URLSearchParams,
  resource: string,
): Pick<AuthorizationRequest, 'state' | 'challenge' | 'scope' | 'resource'> {
  const state = single(params, 'state');
  if (state !== null && state.length > LIMITS.state) throw new OAuthError('state');
  if (required(params, 'response_type', 'response_type_missing') !== 'code') {
    throw new OAuthError('response_type');
  }
  const challenge = required(params, 'code_challenge', 'challenge_missing');
  // Without a method the challenge would be plain (RFC 7636 4.3), which reveals the verifier to anyone who
  // sees the address.
  if (single(params, 'code_challenge_method') !== 'S256') throw new OAuthError('method');
  if (!CHALLENGE.test(challenge)) throw new OAuthError('challenge');
  // There is one resource: clients from before RFC 8707 do not name it.
  if ((single(params, 'resource') ?? resource) !== resource) throw new OAuthError('resource');
  // Scopes that do not exist are not granted (RFC 6749 3.3): many clients ask for those of other servers,
  // too.
  const scopes = (single(params, 'scope') ?? SCOPE).split(' ');
  if (!scopes.includes(SCOPE)) throw new OAuthError('scope');
  return {state, challenge, scope: SCOPE, resource};
}

/** The state to return with an error: none if it is ambiguous or too long. */
function stateOf(params: URLSearchParams): string | null {
  const state = timesGiven(params, 'state') === 1 ? params.get('state') : null;
  return state === null || state === '' || state.length > LIMITS.state ? null : state;
}

/** The only value, or null: for parameters whose errors are shown on a page. */
const onlyOne = (params: URLSearchParams, name: string): string | null =>
  timesGiven(params, name) === 1 ? params.get(name) : null;

/** Parses a request; `find` looks up clients by id, `resource` is the address of the tool server. */
export function readAuthorization(
  params: URLSearchParams,
  find: (id: string) => Client | null,
  resource: string,
): AuthorizationOutcome {
  const client = find(onlyOne(params, 'client_id') ?? '');
  if (!client) return {kind: 'page', errorName: 'client'};
  const redirect_uri = onlyOne(params, 'redirect_uri');
  if (redirect_uri === null || !isRegistered(client.redirect_uris, redirect_uri)) {
    return {kind: 'page', errorName: 'redirect'};
  }
  try {
    return {kind: 'request', request: {client: client.id, redirect_uri, ...readRest(params, resource)}};
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return {kind: 'redirect', errorName: error.errorName, redirect_uri, state: stateOf(params)};
  }
}
