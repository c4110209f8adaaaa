/** Requests that wait for consent, and for a sign-in before it: kept in the store, known outside by a handle. */

import type {Client} from '../accounts/clients.ts';
import {hashOf, makeSecret} from '../accounts/secrets.ts';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from '../pages/account_services.ts';
import {tryOnce} from '../pages/attempt_limits.ts';
import type {AuthorizationRequest} from './authorization_request.ts';
import {LIFETIME_MS, resourceOf} from './constants.ts';
import {REQUESTS} from './limits.ts';
import {isRegistered} from './redirects.ts';

export interface Pending {
  request: AuthorizationRequest;
  client: Client;
}

export type Kept = {handle: string} | {wait_s: number};

/** Keeps a request and gives its handle, or the seconds to wait where too many come from the address. */
export function keepPending(site: Site, request: AuthorizationRequest, address: string): Kept {
  const now = new Date(site.context.now());
  const handle = makeSecret('pending');
  return site.database.transaction(() => {
    const tried = tryOnce(site, REQUESTS, [address]);
    if (!tried.counted) return {wait_s: tried.wait_s};
    tablesOf(site).pending.add(hashOf(handle), request, new Date(now.getTime() + LIFETIME_MS.pending));
    return {handle};
  });
}

/** A request that waits, or null; looked at anew, since client and settings may have changed meanwhile. */
export function pendingOf(site: Site, handle: string): Pending | null {
  const {pending, clients} = tablesOf(site);
  // Nothing but `keepPending` writes there.
  const request = pending.find(hashOf(handle), new Date(site.context.now())) as AuthorizationRequest | null;
  const client = request && clients.find(request.client);
  if (!request || !client || !isRegistered(client.redirect_uris, request.redirect_uri)) return null;
  return request.resource === resourceOf(site) ? {request, client} : null;
}

/** The same, once: it waits no longer. To be called within a transaction. */
export function takePending(site: Site, handle: string): Pending | null {
  const taken = pendingOf(site, handle);
  tablesOf(site).pending.remove(hashOf(handle));
  return taken;
}
