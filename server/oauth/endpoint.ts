/** The frame of the endpoints that programs call: bodies read within bounds, refusals as RFC 6749 bodies, nothing cached. */
import type {Context, Handler, MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {cors} from 'hono/cors';
import type {Known} from '../pages/env.ts';
import {MOST} from './constants.ts';
import {errorBody, type FaultName, Refusal, statusOf} from './errors.ts';

type Call = Context<Known>;

/** Tokens and codes must not stay in caches (RFC 6749 5.1). */
export const NO_STORE = {'Cache-Control': 'no-store'} as const;

/**
 * Clients that run in browsers read these answers from other origins (RFC 8414, RFC 9728 and RFC 7591 leave it to the
 * server). Any origin may: no cookie counts here, so a page gets nothing that its own server would not get. The consent
 * and its pages are not among them.
 */
export const OPEN: MiddlewareHandler = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST'],
  allowHeaders: ['Accept', 'Content-Type', 'MCP-Protocol-Version'],
  exposeHeaders: ['Retry-After', 'WWW-Authenticate'],
  maxAge: 86_400,
});

function refused(c: Call, fault: FaultName, wait_s: number | null): Response {
  const status = statusOf(fault);
  // RFC 6749 5.2: who tried to authenticate is told by which scheme; there is none that would do.
  if (status === 401) c.header('WWW-Authenticate', 'Basic realm="clients are public"');
  if (wait_s !== null) c.header('Retry-After', String(wait_s));
  return c.json(errorBody(fault), status, NO_STORE);
}

/** Refuses bodies that are too large before they are read. */
export const bounded: MiddlewareHandler<Known> = bodyLimit({
  maxSize: MOST.body,
  onError: (c) => refused(c, 'large', null),
});

/** A handler whose refusals are answers. */
export const endpoint =
  (work: (c: Call) => Promise<Response>): Handler<Known> =>
  async (c) => {
    try {
      return await work(c);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refused(c, error.fault, error.wait_s);
    }
  };

function typeOf(c: Call): string {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/** The parameters of a form; throws where the body is none, or where the client sends more than its id. */
export async function readForm(c: Call): Promise<URLSearchParams> {
  if (c.req.header('authorization') !== undefined) throw new Refusal('client_secret');
  if (typeOf(c) !== 'application/x-www-form-urlencoded') throw new Refusal('form');
  return new URLSearchParams(await c.req.text());
}

/** The value of a JSON body; throws where it is none. */
export async function readJson(c: Call): Promise<unknown> {
  if (typeOf(c) !== 'application/json') throw new Refusal('metadata');
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('metadata');
  }
}
