/** The client address, also behind reverse proxies: what attempts and pages are counted by. */
import {isIPv4, isIPv6} from 'node:net';

/** An address with brackets and port, as some proxies write it. */
const WITH_PORT = /^(?:\[(?<six>[^\]]+)\]|(?<four>[\d.]+))(?::\d+)?$/;

/** An IPv4 address received on a dual-stack socket. */
const MAPPED = /^::ffff:(?<four>[\d.]+)$/i;

/** The /64 network of an IPv6 address: one client may use all addresses in it. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail === undefined ? 0 : 8 - before!.length - after!.length;
  const groups = [...before!, ...Array(Math.max(0, zeros)).fill('0'), ...after!];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** IPv4 addresses unchanged, IPv6 as their /64 network, other text unchanged. */
export function plainAddress(text: string): string {
  const {six, four} = WITH_PORT.exec(text)?.groups ?? {};
  const address = six ?? four ?? text;
  const mapped = MAPPED.exec(address)?.groups?.['four'] ?? address;
  if (isIPv4(mapped)) return mapped;
  return isIPv6(address) ? networkOf(address) : text;
}

/**
 * The /48 network of an IPv6 network as `plainAddress` writes it, which providers assign to a site; null for
 * any other text.
 */
export function siteOf(address: string): string | null {
  const [, site] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(address) ?? [];
  return site === undefined ? null : `${site}::/48`;
}

/**
 * The address that the outermost trusted proxy saw, of a request from `peer`. Each proxy appends one to
 * `X-Forwarded-For`, so what the client wrote itself comes first and is never trusted. Without proxies: the
 * peer of the connection.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, proxies: number): string {
  const forwarded = (forwardedFor ?? '').split(',').map((part) => part.trim());
  return plainAddress((proxies > 0 && forwarded.at(-proxies)) || peer);
}
