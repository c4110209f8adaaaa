/** Clients register themselves (RFC 7591): public ones, without a secret, so that anybody may. */
import {randomUUID} from 'node:crypto';
import {Hono} from 'hono';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from '../pages/account_services.ts';
import {tryOnce} from '../pages/attempt_limits.ts';
import type {Known} from '../pages/env.ts';
import {type ClientMetadata, readMetadata} from './client_metadata.ts';
import {PATHS, SCOPE} from './constants.ts';
import {bounded, endpoint, NO_STORE, OPEN, readJson} from './endpoint.ts';
import {Refusal} from './errors.ts';
import {REGISTRATIONS} from './limits.ts';
import {GRANT_TYPES, RESPONSE_TYPES} from './metadata.ts';

/** What the client is told (RFC 7591 3.2.1): its id, and what holds whatever else it asked for. */
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

/** Keeps the client and gives its id; throws where too many come from the address. */
function keep(site: Site, client: ClientMetadata, address: string, now: Date): string {
  return site.database.transaction(() => {
    const tried = tryOnce(site, REGISTRATIONS, [address]);
    if (!tried.counted) throw new Refusal('too_many', tried.wait_s);
    const id = randomUUID();
    tablesOf(site).clients.add({id, ...client}, now);
    return id;
  });
}

export function register(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  app.use(PATHS.register, OPEN);
  app.post(
    PATHS.register,
    bounded,
    endpoint(async (c) => {
      const client = readMetadata(await readJson(c));
      const now = new Date(site.context.now());
      const id = keep(site, client, c.get('address'), now);
      return c.json(registered(id, client, now), 201, NO_STORE);
    }),
  );
  return app;
}
