/** Reads bodies and parameters of requests. A parameter may occur once (RFC 6749 3.1, 3.2). */
import type {Context} from 'hono';
import {OAuthError, type OAuthErrorName} from './errors.ts';

/** The media type of the body, in lower case. */
export const typeOf = (c: Context): string =>
  (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

/** The parameters of a form body; throws for another type, and if the client sends credentials. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  if (c.req.header('authorization') !== undefined) throw new OAuthError('client_secret');
  if (typeOf(c) !== 'application/x-www-form-urlencoded') throw new OAuthError('form');
  return new URLSearchParams(await c.req.text());
}

/** The value of a parameter; null if absent or empty. Throws if repeated. */
export function single(params: URLSearchParams, name: string): string | null {
  if (params.getAll(name).length > 1) throw new OAuthError('repeated');
  return params.get(name) || null;
}

/** The value; throws `missing` if there is none. */
export function required(params: URLSearchParams, name: string, missing: OAuthErrorName): string {
  const value = single(params, name);
  if (value === null) throw new OAuthError(missing);
  return value;
}

/** The value of `resource`; clients end addresses with a slash or not. */
export const resourceIn = (params: URLSearchParams): string | null =>
  single(params, 'resource')?.replace(/\/$/, '') ?? null;

/** The only value, or null: for parameters whose errors are shown on a page. */
export const onlyOne = (params: URLSearchParams, name: string): string | null =>
  params.getAll(name).length === 1 ? params.get(name) : null;
