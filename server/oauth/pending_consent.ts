/** Authorization requests waiting for sign-in and consent: stored on the server, identified by a handle. */
import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {Client} from '../accounts/tool_clients.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {countAttempt} from '../pages/attempt_limits.ts';
import {LIFETIME_MS, REQUESTS, resourceOf} from './constants.ts';
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

export interface Pending {
  request: AuthorizationRequest;
  client: Client;
}

/** Stores a request and returns its handle, or the seconds to wait if the address sent too many. */
export function savePending(
  services: AccountServices,
  request: AuthorizationRequest,
  address: string,
): string | number {
  const handle = makeSecret('pending');
  const expires_at = new Date(services.context.now() + LIFETIME_MS.pending);
  return services.database.transaction(() => {
    const attempt = countAttempt(services, [[REQUESTS, address]]);
    if (!attempt.counted) return attempt.wait_s;
    accountTables(services).pending.add(hashSecret(handle), request, expires_at);
    return handle;
  });
}

/** A pending request, or null; validated again, since client and settings may have changed. */
export function findPending(services: AccountServices, handle: string): Pending | null {
  const {pending, clients} = accountTables(services);
  const now = new Date(services.context.now());
  // Only `savePending` writes there.
  const request = pending.find(hashSecret(handle), now) as AuthorizationRequest | null;
  const client = request && clients.find(request.client);
  if (!client || !isRegistered(client.redirect_uris, request.redirect_uri)) return null;
  return request.resource === resourceOf(services) ? {request, client} : null;
}
