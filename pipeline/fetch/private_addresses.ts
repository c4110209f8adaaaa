/** Addresses inside a network, to which neither redirects of publishers nor strangers may lead. */
import {lookup as resolveName} from 'node:dns';
import {lookup as resolveNames} from 'node:dns/promises';
import {BlockList, isIP, type LookupFunction} from 'node:net';

/**
 * Loopback, private, shared, link-local, multicast, reserved and unspecified addresses (RFC 6890); IPv4 also
 * as mapped into IPv6.
 */
const SUBNETS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const;

const inside = new BlockList();
for (const [net, prefix] of SUBNETS) inside.addSubnet(net, prefix, isIP(net) === 6 ? 'ipv6' : 'ipv4');

/** The host of a URL without the brackets of an IPv6 address. */
const bareHost = ({hostname}: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether an IP address is one of these; false for a name. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && inside.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether a URL names such an address, by number or by a name that leads there; false where the name is
 * unknown.
 */
export async function isPrivateUrl(url: URL): Promise<boolean> {
  const host = bareHost(url);
  if (isIP(host)) return isPrivateAddress(host);
  const found = await resolveNames(host, {all: true}).catch(() => []);
  return found.some(({address}) => isPrivateAddress(address));
}

/** Thrown by a connection that would lead inside. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

/**
 * Resolves names for connections that must stay outside: the address that was checked is the one that is
 * connected. It is not called for hosts that are numbers.
 */
export const lookupOutside: LookupFunction = (host, options, callback) => {
  resolveName(host, {...options, all: true}, (error, found) => {
    const bad = error ? undefined : found.find(({address}) => isPrivateAddress(address));
    if (bad) callback(new PrivateAddressError(`${host} is ${bad.address}`), '', 0);
    else if (error || options.all) callback(error, found ?? []);
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
  });
};
