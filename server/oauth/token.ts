/** The token endpoint: codes and refresh tokens become tokens (RFC 6749 3.2). */
import {Hono} from 'hono';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from '../pages/account_services.ts';
import type {Known} from '../pages/env.ts';
import {PATHS, SCOPE} from './constants.ts';
import {bounded, endpoint, NO_STORE, OPEN, readForm} from './endpoint.ts';
import {Refusal} from './errors.ts';
import {exchangeCode, type Issued, refreshTokens} from './grant_tokens.ts';
import {required, single} from './parameters.ts';

/** Tokens for the parameters of the client; throws. */
type Exchange = (site: Site, client: string, params: URLSearchParams) => Issued;

const byCode: Exchange = (site, client, params) =>
  exchangeCode(site, {
    client,
    code: required(params, 'code', 'code_missing'),
    redirect_uri: required(params, 'redirect_uri', 'redirect_missing'),
    verifier: required(params, 'code_verifier', 'verifier_missing'),
    resource: single(params, 'resource'),
  });

const byRefreshToken: Exchange = (site, client, params) => {
  const token = required(params, 'refresh_token', 'refresh_missing');
  // A client may ask for less than was granted (RFC 6749 6), and there is nothing less.
  if ((single(params, 'scope') ?? SCOPE) !== SCOPE) throw new Refusal('scope');
  return refreshTokens(site, {client, token, resource: single(params, 'resource')});
};

const EXCHANGES = new Map([
  ['authorization_code', byCode],
  ['refresh_token', byRefreshToken],
]);

/** The id of a client that is known; throws. */
export function clientOf(site: Site, params: URLSearchParams): string {
  const id = required(params, 'client_id', 'client_missing');
  if (!tablesOf(site).clients.find(id)) throw new Refusal('client');
  return id;
}

export function token(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  app.use(PATHS.token, OPEN);
  app.post(
    PATHS.token,
    bounded,
    endpoint(async (c) => {
      const params = await readForm(c);
      const exchange = EXCHANGES.get(required(params, 'grant_type', 'grant_type_missing'));
      if (!exchange) throw new Refusal('grant_type');
      return c.json(exchange(site, clientOf(site, params), params), 200, NO_STORE);
    }),
  );
  return app;
}
