/** Dynamic client registration (RFC 7591): anybody may register a public client. */
import {randomUUID} from 'node:crypto';
import type {Context} from 'hono';
import {accountTables} from '../accounts/tables.ts';
import type {Client} from '../accounts/tool_clients.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {countAttempt, countedBy} from '../pages/attempt_limits.ts';
import type {PageEnv} from '../pages/env.ts';
import {LIMITS, NO_STORE, REGISTRATIONS, SCOPE, SITE_REGISTRATIONS} from './constants.ts';
import {OAuthError} from './errors.ts';
import {GRANT_TYPES, RESPONSE_TYPES} from './metadata.ts';
import {typeOf} from './parameters.ts';
import {hostOf, isRedirectAddress} from './redirects.ts';

interface Metadata {
  redirect_uris?: unknown;
  client_name?: unknown;
}

/** Invisible characters, and those that change the direction of the surrounding text. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

function redirectsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIMITS.redirects) {
    throw new OAuthError('redirects');
  }
  if (!value.every((one) => typeof one === 'string')) throw new OAuthError('redirect');
  // Some clients list an address with a scheme of their own beside others. It is left out, as the answer
  // shows (RFC 7591 3.2.1).
  const usable = value.filter(isRedirectAddress);
  if (usable.length === 0) throw new OAuthError('redirect');
  return usable;
}

/** A client without a name is called by the host of its first redirect address. */
function nameOf(value: unknown, redirects: readonly string[]): string {
  if (value === undefined || value === null) return hostOf(redirects[0]!);
  const name = typeof value === 'string' ? value.normalize('NFC').trim() : '';
  if (name === '' || name.length > LIMITS.name || INVISIBLE.test(name)) throw new OAuthError('name');
  return name;
}

/** What is kept of the metadata of a client; throws. */
export function clientMetadata(given: Metadata): Pick<Client, 'name' | 'redirect_uris'> {
  const redirect_uris = redirectsOf(given.redirect_uris);
  return {name: nameOf(given.client_name, redirect_uris), redirect_uris};
}

/** The object of the body; throws. Members that are not read are ignored, as RFC 7591 allows. */
async function readBody(c: Context): Promise<Metadata> {
  const text = await c.req.text();
  try {
    const body: unknown = typeOf(c) === 'application/json' ? JSON.parse(text) : null;
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Not JSON: refused as below.
  }
  throw new OAuthError('metadata');
}

/**
 * Stores the client, unless the address registered too many. The response (RFC 7591 3.2.1) has the client id,
 * and the metadata in force whatever the client asked for.
 */
export async function register(c: Context<PageEnv>, services: AccountServices): Promise<Response> {
  const {name, redirect_uris} = clientMetadata(await readBody(c));
  const now = new Date(services.context.now());
  const id = randomUUID();
  services.database.transaction(() => {
    const attempt = countAttempt(services, countedBy(REGISTRATIONS, SITE_REGISTRATIONS, c.get('address')));
    if (!attempt.counted) throw new OAuthError('too_many', attempt.wait_s);
    accountTables(services).clients.add({id, name, redirect_uris}, now);
  });
  const registered = {
    client_id: id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    redirect_uris,
    grant_types: GRANT_TYPES,
    response_types: RESPONSE_TYPES,
    token_endpoint_auth_method: 'none',
    scope: SCOPE,
  };
  return c.json(registered, 201, NO_STORE);
}
