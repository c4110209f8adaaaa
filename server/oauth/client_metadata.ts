/** Validates the metadata that a client registers (RFC 7591 2). */
import {LIMITS} from './constants.ts';
import {OAuthError} from './errors.ts';
import {hostOf, isRedirectAddress} from './redirects.ts';

export interface ClientMetadata {
  /** Self-chosen and unverified. */
  name: string;
  redirect_uris: string[];
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

/** Validates the body of a registration; throws. Other members are ignored, as RFC 7591 allows. */
export function readMetadata(body: unknown): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new OAuthError('metadata');
  const given: {redirect_uris?: unknown; client_name?: unknown} = body;
  const redirect_uris = redirectsOf(given.redirect_uris);
  return {name: nameOf(given.client_name, redirect_uris), redirect_uris};
}
