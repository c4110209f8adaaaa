/** Dynamic client registration (RFC 7591): anybody may register a public client. */
import {randomUUID} from 'node:crypto';
import {Hono} from 'hono';
import {accountTables} from '../accounts/tables.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {countAttempt, countedBy} from '../pages/attempt_limits.ts';
import type {PageEnv} from '../pages/env.ts';
import {type ClientMetadata, readMetadata} from './client_metadata.ts';
import {PATHS, SCOPE} from './constants.ts';
import {allowAnyOrigin, endpoint, limitBody, NO_STORE, readJson} from './endpoint.ts';
import {OAuthError} from './errors.ts';
import {REGISTRATIONS, SITE_REGISTRATIONS} from './limits.ts';
import {GRANT_TYPES, RESPONSE_TYPES} from './metadata.ts';

/** The response (RFC 7591 3.2.1): the client id, and the metadata in force whatever the client asked for. */
const registered = (id: string, {name, redirect_uris}: ClientMetadata, now: Date) => ({
  client_id: id,
  client_id_issued_at: Math.floor(now.getTime() / 1000),
  client_name: name,
  redirect_uris,
  grant_types: GRANT_TYPES,
  response_types: RESPONSE_TYPES,
  token_endpoint_auth_method: 'none',
  scope: SCOPE,
});

/** Stores the client and returns its id; throws if the address registered too many. */
function saveClient(services: AccountServices, client: ClientMetadata, address: string, now: Date): string {
  return services.database.transaction(() => {
    const attempt = countAttempt(services, countedBy(REGISTRATIONS, SITE_REGISTRATIONS, address));
    if (!attempt.counted) throw new OAuthError('too_many', attempt.wait_s);
    const id = randomUUID();
    accountTables(services).clients.add({id, ...client}, now);
    return id;
  });
}

export function register(services: AccountServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.use(PATHS.register, allowAnyOrigin);
  app.post(
    PATHS.register,
    limitBody,
    endpoint(async (c) => {
      const client = readMetadata(await readJson(c));
      const now = new Date(services.context.now());
      const id = saveClient(services, client, c.get('address'), now);
      return c.json(registered(id, client, now), 201, NO_STORE);
    }),
  );
  return app;
}
