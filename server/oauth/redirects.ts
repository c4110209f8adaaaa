/** Redirect addresses: which may be registered, when one matches, and how to redirect to it. */
import {LIMITS} from './constants.ts';

/** Loopback hosts, whose port may differ on every request (RFC 8252 7.3). */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Host names and addresses. URLs allow more characters in a host, such as `;` and `,`, which would break the
 * content security policy of the consent page.
 */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/**
 * True if an address may be registered. It must be in the normal form of URL parsers, except for the slash of
 * an empty path: so what is compared, displayed and visited is the same.
 */
export function isRedirectAddress(text: string): boolean {
  const url = text.length <= LIMITS.redirect ? URL.parse(text) : null;
  if (!url || (url.href !== text && url.href !== `${text}/`)) return false;
  if (url.username || url.password || text.includes('#')) return false;
  return HOST.test(url.hostname) && (url.protocol === 'https:' || LOOPBACK.test(text));
}

const withoutPort = (text: string): string => text.replace(LOOPBACK, 'http://$1');

/** True if an address leads to the browser's own machine. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** True if the address is registered: exactly, or on loopback hosts up to the port. */
export function isRegistered(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true;
  if (!LOOPBACK.test(given) || !isRedirectAddress(given)) return false;
  return registered.some((one) => LOOPBACK.test(one) && withoutPort(one) === withoutPort(given));
}

/** Appends parameters to the address (RFC 6749 3.1.2); null ones are left out. */
export function redirectTo(address: string, params: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== null);
  const separator = address.includes('?') ? '&' : '?';
  return `${address}${separator}${new URLSearchParams(given)}`;
}

/** Host and port of an address, for display. */
export const hostOf = (address: string): string => new URL(address).host;

/** Loopback sources of a policy, which has no syntax for IPv6 addresses. */
const LOOPBACK_SOURCES = ['http://localhost:*', 'http://127.0.0.1:*'];

/**
 * `form-action` sources for a form whose response redirects to the address. Browsers check the whole redirect
 * chain, and many clients redirect further: under https anywhere, on loopback hosts to another port.
 */
export function formTargets(address: string): string[] {
  if (!isLoopback(address)) return ['https:'];
  return [...(hostOf(address).startsWith('[') ? ['http:'] : LOOPBACK_SOURCES), 'https:'];
}
