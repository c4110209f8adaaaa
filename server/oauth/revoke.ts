/** Token revocation (RFC 7009). */
import {Hono} from 'hono';
import {hashSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {AccountServices} from '../pages/account_services.ts';
import type {PageEnv} from '../pages/env.ts';
import {PATHS} from './constants.ts';
import {allowAnyOrigin, endpoint, limitBody, NO_STORE, readForm} from './endpoint.ts';
import {OAuthError} from './errors.ts';
import {required, single} from './parameters.ts';
import {requireClient} from './token.ts';

/**
 * Revokes an access token alone, or with a refresh token the whole grant. Unknown tokens are ignored.
 * `client` is the given id or null; throws if the token belongs to another client.
 */
function endToken(services: AccountServices, secret: string, client: string | null, now: Date): void {
  const {grants} = accountTables(services);
  const stored = grants.findToken(hashSecret(secret));
  const grant = stored && grants.find(stored.grant);
  if (!stored || !grant) return;
  if (client !== null && client !== grant.client) throw new OAuthError('token_client');
  if (stored.kind === 'refresh') grants.revoke(grant.id, grant.account, now);
  else grants.useToken(hashSecret(secret), now);
}

export function revoke(services: AccountServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.use(PATHS.revoke, allowAnyOrigin);
  app.post(
    PATHS.revoke,
    limitBody,
    endpoint(async (c) => {
      const params = await readForm(c);
      const secret = required(params, 'token', 'token_missing');
      // A public client's id proves nothing: whoever holds the token may revoke it.
      const client = single(params, 'client_id') === null ? null : requireClient(services, params);
      services.database.transaction(() =>
        endToken(services, secret, client, new Date(services.context.now())),
      );
      return c.body(null, 200, NO_STORE);
    }),
  );
  return app;
}
