/** Shared parts of the endpoints for programs: body limits, RFC 6749 error bodies, no caching, CORS. */
import type {Context, Handler, MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {cors} from 'hono/cors';
import type {PageEnv} from '../pages/env.ts';
import {LIMITS} from './constants.ts';
import {errorBody, OAuthError, type OAuthErrorName, statusOf} from './errors.ts';

type Call = Context<PageEnv>;

/** Tokens and codes must not be cached (RFC 6749 5.1). */
export const NO_STORE = {'Cache-Control': 'no-store'} as const;

/**
 * Browser clients call these endpoints from other origins (RFC 8414, RFC 9728 and RFC 7591 leave it to the
 * server). Any origin may: no cookie is used, so a page gains nothing that its own server could not get. The
 * consent pages are excluded.
 */
export const allowAnyOrigin: MiddlewareHandler = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST'],
  allowHeaders: ['Accept', 'Content-Type', 'MCP-Protocol-Version'],
  exposeHeaders: ['Retry-After', 'WWW-Authenticate'],
  maxAge: 86_400,
});

function errorAnswer(c: Call, errorName: OAuthErrorName, wait_s: number | null): Response {
  const status = statusOf(errorName);
  // RFC 6749 5.2 asks for the scheme that the client tried; no scheme would be accepted.
  if (status === 401) c.header('WWW-Authenticate', 'Basic realm="clients are public"');
  if (wait_s !== null) c.header('Retry-After', String(wait_s));
  return c.json(errorBody(errorName), status, NO_STORE);
}

/** Rejects bodies that are too large before reading them. */
export const limitBody: MiddlewareHandler<PageEnv> = bodyLimit({
  maxSize: LIMITS.body,
  onError: (c) => errorAnswer(c, 'large', null),
});

/** Wraps a handler: `OAuthError` becomes a response. */
export const endpoint =
  (work: (c: Call) => Promise<Response>): Handler<PageEnv> =>
  async (c) => {
    try {
      return await work(c);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return errorAnswer(c, error.errorName, error.wait_s);
    }
  };

function typeOf(c: Call): string {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/** The parameters of a form body; throws for another type, and if the client sends credentials. */
export async function readForm(c: Call): Promise<URLSearchParams> {
  if (c.req.header('authorization') !== undefined) throw new OAuthError('client_secret');
  if (typeOf(c) !== 'application/x-www-form-urlencoded') throw new OAuthError('form');
  return new URLSearchParams(await c.req.text());
}

/** The parsed JSON body; throws if it is none. */
export async function readJson(c: Call): Promise<unknown> {
  if (typeOf(c) !== 'application/json') throw new OAuthError('metadata');
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('metadata');
  }
}
