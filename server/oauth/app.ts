/** OAuth 2.1 for tool clients: metadata, registration, consent, tokens, revocation. */
import {type Context, Hono, type MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {cors} from 'hono/cors';
import {methodNotAllowed} from 'hono/method-not-allowed';
import type {AccountServices} from '../pages/account_services.ts';
import type {PageEnv} from '../pages/env.ts';
import {askAgain, authorize, decide} from './authorize.ts';
import {LIMITS, NO_STORE, PATHS, RESOURCE_METADATA_PATH} from './constants.ts';
import {errorBody, OAuthError, statusOf} from './errors.ts';
import {resourceMetadata, serverMetadata} from './metadata.ts';
import {register} from './register.ts';
import {giveTokens, revokeToken} from './tokens.ts';

type Call = Context<PageEnv>;

/** The metadata change with a deployment only. */
const CACHED = {'Cache-Control': 'public, max-age=300'} as const;

/**
 * Browser clients call these endpoints from other origins (RFC 8414, RFC 9728 and RFC 7591 leave it to the
 * server). Any origin may: no cookie is used, so a page gains nothing that its own server could not get. The
 * consent pages are excluded.
 */
const allowAnyOrigin: MiddlewareHandler = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST'],
  allowHeaders: ['Accept', 'Content-Type', 'MCP-Protocol-Version'],
  exposeHeaders: ['Retry-After', 'WWW-Authenticate'],
  maxAge: 86_400,
});

function errorAnswer(c: Call, {errorName, wait_s}: OAuthError): Response {
  const status = statusOf(errorName);
  // RFC 6749 5.2 asks for the scheme that the client tried; no scheme would be accepted.
  if (status === 401) c.header('WWW-Authenticate', 'Basic realm="clients are public"');
  if (wait_s !== null) c.header('Retry-After', String(wait_s));
  return c.json(errorBody(errorName), status, NO_STORE);
}

/** Rejects bodies that are too large before reading them. */
const limitBody: MiddlewareHandler<PageEnv> = bodyLimit({
  maxSize: LIMITS.body,
  onError: (c) => errorAnswer(c, new OAuthError('large')),
});

/** Endpoints for programs, which answer errors as RFC 6749 bodies. */
const ENDPOINTS = {
  [PATHS.register]: register,
  [PATHS.token]: giveTokens,
  [PATHS.revoke]: revokeToken,
};

export function oauthApp(services: AccountServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  const wrongMethod = methodNotAllowed({app});
  for (const paths of ['/oauth/*', '/.well-known/*']) app.use(paths, wrongMethod);

  // Also of documents that do not exist: clients look for several, and a page may read that one is missing.
  app.use('/.well-known/*', allowAnyOrigin);
  for (const path of [PATHS.resource, RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}/`])
    app.get(path, (c) => c.json(resourceMetadata(services), 200, CACHED));
  app.get(PATHS.server, (c) => c.json(serverMetadata(services), 200, CACHED));

  for (const [path, answer] of Object.entries(ENDPOINTS)) {
    app.use(path, allowAnyOrigin);
    app.post(path, limitBody, async (c) => {
      try {
        return await answer(c, services);
      } catch (error) {
        if (error instanceof OAuthError) return errorAnswer(c, error);
        throw error;
      }
    });
  }

  app.get(PATHS.authorize, (c) => authorize(c, services));
  app.get(PATHS.consent, (c) => askAgain(c, services));
  app.post(PATHS.consent, (c) => decide(c, services));
  return app;
}
