/** Requests for authorization: what is asked of whom, or why it is refused (RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2.1). */
import type {Client} from '../accounts/clients.ts';
import {MOST, SCOPE} from './constants.ts';
import {type FaultName, Refusal} from './errors.ts';
import {required, single, timesGiven} from './parameters.ts';
import {isRegistered} from './redirects.ts';

/** A request that may be put to the account holder: plain data. */
export interface AuthorizationRequest {
  /** Id of the client. */
  client: string;
  /** Registered, and as given: of loopback hosts with the port of this time. */
  redirect_uri: string;
  /** Null where none was given. */
  state: string | null;
  /** S256 challenge of PKCE. */
  challenge: string;
  scope: string;
  resource: string;
}

/** Why nobody is sent anywhere: it is not known where to, or that it is safe. */
export type PageFault = 'client' | 'redirect';

export type Asked =
  | {kind: 'page'; fault: PageFault}
  | {kind: 'redirect'; fault: FaultName; redirect_uri: string; state: string | null}
  | {kind: 'request'; request: AuthorizationRequest};

/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** The parameters that say what is asked for; throws the first fault. */
function readRest(
  params: URLSearchParams,
  resource: string,
): Pick<AuthorizationRequest, 'state' | 'challenge' | 'scope' | 'resource'> {
  const state = single(params, 'state');
  if (state !== null && state.length > MOST.state) throw new Refusal('state');
  if (required(params, 'response_type', 'response_type_missing') !== 'code') {
    throw new Refusal('response_type');
  }
  const challenge = required(params, 'code_challenge', 'challenge_missing');
  // Without a method the challenge would be plain (RFC 7636 4.3), which shows the verifier to whoever sees the address.
  if (single(params, 'code_challenge_method') !== 'S256') throw new Refusal('method');
  if (!CHALLENGE.test(challenge)) throw new Refusal('challenge');
  if (single(params, 'resource') !== resource) throw new Refusal('resource');
  const scope = single(params, 'scope') ?? SCOPE;
  if (scope !== SCOPE) throw new Refusal('scope');
  return {state, challenge, scope, resource};
}

/** The state to send back with a fault: none where it is not told which it is, or where it is too long. */
function stateOf(params: URLSearchParams): string | null {
  const state = timesGiven(params, 'state') === 1 ? params.get('state') : null;
  return state === null || state === '' || state.length > MOST.state ? null : state;
}

/** One value, or null: for parameters whose faults are told on a page. */
const onlyOne = (params: URLSearchParams, name: string): string | null =>
  timesGiven(params, name) === 1 ? params.get(name) : null;

/** Reads a request; `find` gives clients by id, `resource` is the address of the tool server. */
export function readAuthorization(
  params: URLSearchParams,
  find: (id: string) => Client | null,
  resource: string,
): Asked {
  const client = find(onlyOne(params, 'client_id') ?? '');
  if (!client) return {kind: 'page', fault: 'client'};
  const redirect_uri = onlyOne(params, 'redirect_uri');
  if (redirect_uri === null || !isRegistered(client.redirect_uris, redirect_uri)) {
    return {kind: 'page', fault: 'redirect'};
  }
  try {
    return {kind: 'request', request: {client: client.id, redirect_uri, ...readRest(params, resource)}};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {kind: 'redirect', fault: error.fault, redirect_uri, state: stateOf(params)};
  }
}
