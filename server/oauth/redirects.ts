/** Redirect addresses of clients: which may be registered, when a given one is registered, and going back to one. */
import {MOST} from './constants.ts';

/** Loopback hosts, whose port a client may choose anew each time (RFC 8252 7.3). */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Names and addresses of hosts. URLs allow more in a host, `;` and `,` among it, which would be read as something else
 * in the header that lets the consent page redirect there.
 */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/**
 * Whether an address may be registered. It must be written as URL parsers write it, but for the slash of an empty
 * path: so what is compared, what is shown at the consent and where a browser goes are one thing.
 */
export function isRedirectAddress(text: string): boolean {
  const url = text.length <= MOST.redirect ? URL.parse(text) : null;
  if (!url || (url.href !== text && url.href !== `${text}/`)) return false;
  if (url.username || url.password || text.includes('#')) return false;
  return HOST.test(url.hostname) && (url.protocol === 'https:' || LOOPBACK.test(text));
}

const withoutPort = (text: string): string => text.replace(LOOPBACK, 'http://$1');

/** Whether an address leads to the machine of the browser. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** Whether the address given is one of those registered: the same text, on loopback hosts whatever the port. */
export function isRegistered(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true;
  if (!LOOPBACK.test(given) || !isRedirectAddress(given)) return false;
  return registered.some((one) => LOOPBACK.test(one) && withoutPort(one) === withoutPort(given));
}

/** The address with parameters behind those that it has (RFC 6749 3.1.2); null parameters are left out. */
export function redirectTo(address: string, params: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== null);
  const joint = address.includes('?') ? '&' : '?';
  return `${address}${joint}${new URLSearchParams(given)}`;
}

/** Host and port of an address, as people are shown it. */
export const hostOf = (address: string): string => new URL(address).host;

/** What a policy can name of loopback hosts: it has no way to write an IPv6 address. */
const LOOPBACK_SOURCES = ['http://localhost:*', 'http://127.0.0.1:*'];

/**
 * Sources that a form may lead to whose answer redirects to the address. Browsers hold the whole chain of redirects to
 * them, and many clients go on from their address to another page of theirs: under https anywhere, on loopback hosts to
 * another port.
 */
export function formTargets(address: string): string[] {
  if (!isLoopback(address)) return ['https:'];
  return [...(hostOf(address).startsWith('[') ? ['http:'] : LOOPBACK_SOURCES), 'https:'];
}
