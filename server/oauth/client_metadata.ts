/** What a client says of itself when it registers (RFC 7591 2). */
import {MOST} from './constants.ts';
import {Refusal} from './errors.ts';
import {hostOf, isRedirectAddress} from './redirects.ts';

export interface ClientMetadata {
  /** As it calls itself: nobody has checked it. */
  name: string;
  redirect_uris: string[];
}

/** Characters that cannot be seen or that turn the direction of the text around them, on the consent page too. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

function redirectsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST.redirects) {
    throw new Refusal('redirects');
  }
  return value.map((one: unknown) => {
    if (typeof one !== 'string' || !isRedirectAddress(one)) throw new Refusal('redirect');
    return one;
  });
}

/** A client without a name is called by the host that it is sent back to. */
function nameOf(value: unknown, redirects: readonly string[]): string {
  if (value === undefined || value === null) return hostOf(redirects[0]!);
  const name = typeof value === 'string' ? value.normalize('NFC').trim() : '';
  if (name === '' || name.length > MOST.name || UNSEEN.test(name)) throw new Refusal('name');
  return name;
}

/** Reads the body of a registration; throws. What is not named here is left out, as RFC 7591 allows. */
export function readMetadata(body: unknown): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('metadata');
  const given: {redirect_uris?: unknown; client_name?: unknown} = body;
  const redirect_uris = redirectsOf(given.redirect_uris);
  return {name: nameOf(given.client_name, redirect_uris), redirect_uris};
}
