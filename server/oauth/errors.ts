/** Every error of the OAuth endpoints, one row each (RFC 6749 5.2, RFC 7591 3.2.2, RFC 8707 2). */
import {LIMITS} from './constants.ts';

interface Row {
  /** Error code for programs. */
  error: string;
  /** For client authors: plain ASCII without quotes (RFC 6749 5.2), never what the client sent. */
  description: string;
  /** HTTP status; 400 by default. */
  status?: 401 | 413 | 429;
  /** Reported in a response (default), in the redirect to the client, or in both. */
  in?: 'redirect' | 'both';
}

export const OAUTH_ERRORS = {
  repeated: {in: 'both', error: 'invalid_request', description: 'A parameter is given more than once.'},
  form: {
    error: 'invalid_request',
    description: 'The body must be of the type application/x-www-form-urlencoded.',
  },
  large: {
    error: 'invalid_request',
    description: `The body has more than ${LIMITS.body} bytes.`,
    status: 413,
  },
  response_type_missing: {
    in: 'redirect',
    error: 'invalid_request',
    description: 'response_type is required.',
  },
  response_type: {
    in: 'redirect',
    error: 'unsupported_response_type',
    description: 'response_type must be code.',
  },
  challenge_missing: {
    in: 'redirect',
    error: 'invalid_request',
    description: 'code_challenge is required (PKCE).',
  },
  challenge: {
    in: 'redirect',
    error: 'invalid_request',
    description: 'code_challenge must be the base64url form of a SHA-256, 43 characters.',
  },
  method: {in: 'redirect', error: 'invalid_request', description: 'code_challenge_method must be S256.'},
  state: {
    in: 'redirect',
    error: 'invalid_request',
    description: `state must be at most ${LIMITS.state} characters.`,
  },
  resource: {
    in: 'both',
    error: 'invalid_target',
    description: 'resource must be the address of the tool server.',
  },
  denied: {in: 'redirect', error: 'access_denied', description: 'The account holder declined.'},
  grant_type_missing: {error: 'invalid_request', description: 'grant_type is required.'},
  grant_type: {
    error: 'unsupported_grant_type',
    description: 'grant_type must be authorization_code or refresh_token.',
  },
  client_missing: {error: 'invalid_request', description: 'client_id is required.'},
  client: {error: 'invalid_client', description: 'The client is not known: register it again.'},
  client_secret: {
    error: 'invalid_client',
    description: 'Clients are public: send client_id in the body and no Authorization header.',
    status: 401,
  },
  code_missing: {error: 'invalid_request', description: 'code is required.'},
  redirect_missing: {error: 'invalid_request', description: 'redirect_uri is required.'},
  verifier_missing: {error: 'invalid_request', description: 'code_verifier is required (PKCE).'},
  code: {
    error: 'invalid_grant',
    description: 'The code is not valid, has expired, was used before, or was issued for another request.',
  },
  refresh_missing: {error: 'invalid_request', description: 'refresh_token is required.'},
  refresh: {
    error: 'invalid_grant',
    description: 'The refresh token is not valid, has expired, was used before, or is of another client.',
  },
  token_missing: {error: 'invalid_request', description: 'token is required.'},
  token_client: {error: 'invalid_grant', description: 'The token was issued to another client.'},
  metadata: {
    error: 'invalid_client_metadata',
    description: 'The body must be a JSON object with client metadata.',
  },
  name: {
    error: 'invalid_client_metadata',
    description: `client_name must be a text of 1 to ${LIMITS.name} characters without control characters.`,
  },
  redirects: {
    error: 'invalid_redirect_uri',
    description: `redirect_uris must be a list of 1 to ${LIMITS.redirects} addresses.`,
  },
  redirect: {
    error: 'invalid_redirect_uri',
    description:
      `A redirect address must be https, or http on localhost, 127.0.0.1 or [::1], of at most ${LIMITS.redirect} ` +
      'characters, without user name and fragment, written in normal form (small letters in the host, no default ' +
      'port, no dots as path segments).',
  },
  too_many: {
    error: 'temporarily_unavailable',
    description: 'Too many clients were registered from this address: try again later.',
    status: 429,
  },
} as const satisfies Record<string, Row>;

export type OAuthErrorName = keyof typeof OAUTH_ERRORS;

/** Thrown when a request is refused. */
export class OAuthError extends Error {
  readonly errorName: OAuthErrorName;
  /** Seconds until a retry may succeed, for `Retry-After`; null if waiting does not help. */
  readonly wait_s: number | null;
  constructor(errorName: OAuthErrorName, wait_s: number | null = null) {
    super(OAUTH_ERRORS[errorName].description);
    this.errorName = errorName;
    this.wait_s = wait_s;
  }
}

/** The body of an error response, and the parameters of an error redirect. */
export function errorBody(errorName: OAuthErrorName): {error: string; error_description: string} {
  const {error, description} = OAUTH_ERRORS[errorName];
  return {error, error_description: description};
}

/** Status of a response. */
export const statusOf = (errorName: OAuthErrorName): 400 | 401 | 413 | 429 =>
  (OAUTH_ERRORS[errorName] as Row).status ?? 400;

/** Where an error is reported: by a response, in a redirect, or both. */
export const placeOf = (errorName: OAuthErrorName): 'response' | 'redirect' | 'both' =>
  (OAUTH_ERRORS[errorName] as Row).in ?? 'response';
