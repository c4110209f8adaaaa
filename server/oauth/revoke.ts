/** Clients give tokens back (RFC 7009). */
import {Hono} from 'hono';
import {hashOf} from '../accounts/secrets.ts';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from '../pages/account_services.ts';
import type {Known} from '../pages/env.ts';
import {PATHS} from './constants.ts';
import {bounded, endpoint, NO_STORE, OPEN, readForm} from './endpoint.ts';
import {Refusal} from './errors.ts';
import {required, single} from './parameters.ts';
import {clientOf} from './token.ts';

/**
 * Ends a token: an access token alone, with a refresh token the whole grant. A token that is not known needs no end.
 * `client` is the id that came along, or null; throws where the token is another client's.
 */
function end(site: Site, secret: string, client: string | null, now: Date): void {
  const {grants} = tablesOf(site);
  const held = grants.findToken(hashOf(secret));
  const grant = held && grants.find(held.grant);
  if (!held || !grant) return;
  if (client !== null && client !== grant.client) throw new Refusal('token_client');
  if (held.kind === 'refresh') grants.revoke(grant.id, grant.account, now);
  else grants.useToken(hashOf(secret), now);
}

export function revoke(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  app.use(PATHS.revoke, OPEN);
  app.post(
    PATHS.revoke,
    bounded,
    endpoint(async (c) => {
      const params = await readForm(c);
      const secret = required(params, 'token', 'token_missing');
      // Public clients prove nothing by their id: who has the token may end it.
      const client = single(params, 'client_id') === null ? null : clientOf(site, params);
      site.database.transaction(() => end(site, secret, client, new Date(site.context.now())));
      return c.body(null, 200, NO_STORE);
    }),
  );
  return app;
}
