/** Authorization requests waiting for sign-in and consent: stored on the server, identified by a handle. */

import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {Client} from '../accounts/tool_clients.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {countAttempt} from '../pages/attempt_limits.ts';
import type {AuthorizationRequest} from './authorization_request.ts';
import {LIFETIME_MS, resourceOf} from './constants.ts';
import {REQUESTS} from './limits.ts';
import {isRegistered} from './redirects.ts';

export interface Pending {
  request: AuthorizationRequest;
  client: Client;
}

export type SaveResult = {handle: string} | {wait_s: number};

/** Stores a request and returns its handle, or the seconds to wait if the address sent too many. */
export function savePending(
  services: AccountServices,
  request: AuthorizationRequest,
  address: string,
): SaveResult {
  const now = new Date(services.context.now());
  const handle = makeSecret('pending');
  return services.database.transaction(() => {
    const attempt = countAttempt(services, [[REQUESTS, address]]);
    if (!attempt.counted) return {wait_s: attempt.wait_s};
    accountTables(services).pending.add(
      hashSecret(handle),
      request,
      new Date(now.getTime() + LIFETIME_MS.pending),
    );
    return {handle};
  });
}

/** A pending request, or null; validated again, since client and settings may have changed. */
export function findPending(services: AccountServices, handle: string): Pending | null {
  const {pending, clients} = accountTables(services);
  // Only `savePending` writes there.
  const request = pending.find(
    hashSecret(handle),
    new Date(services.context.now()),
  ) as AuthorizationRequest | null;
  const client = request && clients.find(request.client);
  if (!request || !client || !isRegistered(client.redirect_uris, request.redirect_uri)) return null;
  return request.resource === resourceOf(services) ? {request, client} : null;
}

/** Finds and removes a pending request. Call within a transaction. */
export function takePending(services: AccountServices, handle: string): Pending | null {
  const pending = findPending(services, handle);
  accountTables(services).pending.remove(hashSecret(handle));
  return pending;
}
