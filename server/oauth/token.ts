/** The token endpoint (RFC 6749 3.2). */
import {Hono} from 'hono';
import {accountTables} from '../accounts/tables.ts';
import type {AccountServices} from '../pages/account_services.ts';
import type {PageEnv} from '../pages/env.ts';
import {PATHS, SCOPE} from './constants.ts';
import {allowAnyOrigin, endpoint, limitBody, NO_STORE, readForm} from './endpoint.ts';
import {OAuthError} from './errors.ts';
import {exchangeCode, refreshTokens, type TokenResponse} from './grant_tokens.ts';
import {required, single} from './parameters.ts';

/** Exchanges the parameters for tokens; throws. */
type Exchange = (services: AccountServices, client: string, params: URLSearchParams) => TokenResponse;

const byCode: Exchange = (services, client, params) =>
  exchangeCode(services, {
    client,
    code: required(params, 'code', 'code_missing'),
    redirect_uri: required(params, 'redirect_uri', 'redirect_missing'),
    verifier: required(params, 'code_verifier', 'verifier_missing'),
    resource: single(params, 'resource'),
  });

const byRefreshToken: Exchange = (services, client, params) => {
  const token = required(params, 'refresh_token', 'refresh_missing');
  // A client may narrow the scope (RFC 6749 6), but there is nothing narrower.
  if ((single(params, 'scope') ?? SCOPE) !== SCOPE) throw new OAuthError('scope');
  return refreshTokens(services, {client, token, resource: single(params, 'resource')});
};

const EXCHANGES = new Map([
  ['authorization_code', byCode],
  ['refresh_token', byRefreshToken],
]);

/** The id of a registered client; throws. */
export function requireClient(services: AccountServices, params: URLSearchParams): string {
  const id = required(params, 'client_id', 'client_missing');
  if (!accountTables(services).clients.find(id)) throw new OAuthError('client');
  return id;
}

export function token(services: AccountServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.use(PATHS.token, allowAnyOrigin);
  app.post(
    PATHS.token,
    limitBody,
    endpoint(async (c) => {
      const params = await readForm(c);
      const exchange = EXCHANGES.get(required(params, 'grant_type', 'grant_type_missing'));
      if (!exchange) throw new OAuthError('grant_type');
      return c.json(exchange(services, requireClient(services, params), params), 200, NO_STORE);
    }),
  );
  return app;
}
