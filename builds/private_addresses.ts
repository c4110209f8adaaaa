/** Addresses inside a network, to which neither redirects of publishers nor strangers may lead. */
import {lookup as resolveName} from 'node:dns';
import {lookup as resolveNames} from 'node:dns/promises';
import {BlockList, isIP, type LookupFunction} from 'node:net';

/** Networks of IPv4 that are not public (IANA special-purpose registry), multicast and reserved ones included. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Of IPv6 one network is public, without those in it that lead to IPv4 or nowhere. */
const PUBLIC_6 = ['2000::/3'];
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function networks(family: 'ipv4' | 'ipv6', all: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of all) {
    const [network = '', bits] = one.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const [notPublic4, public6, notPublic6] = [
  networks('ipv4', NOT_PUBLIC_4),
  networks('ipv6', PUBLIC_6),
  networks('ipv6', NOT_PUBLIC_6),
];

/** Whether an IP address is that of a machine on the public internet; false for anything else. */
export function isPublicAddress(address: string): boolean {
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 4) return !notPublic4.check(address, 'ipv4');
  return version === 6 && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

/** Whether an IP address is not public; false for a name. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && !isPublicAddress(address);

/** The host of a URL without the brackets of an IPv6 address. */
export const bareHost = ({hostname}: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

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
 * Resolves names for connections that must stay outside: the addresses that were checked are those that are
 * connected, so that a second answer leads nowhere else. It is not called for hosts that are numbers. Fails with
 * `PrivateAddressError` where any address of the name is not public.
 */
export const outsideLookup =
  (look: typeof resolveName = resolveName): LookupFunction =>
  (host, options, callback) => {
    look(host, {...options, all: true}, (error, found) => {
      const bad = error ? undefined : found.find(({address}) => isPrivateAddress(address));
      if (bad || found?.length === 0)
        callback(new PrivateAddressError(`${host} is ${bad?.address ?? 'no address'}`), '', 0);
      else if (error || options.all) callback(error, found ?? []);
      else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
    });
  };

/** By the names of this machine. */
export const lookupOutside: LookupFunction = outsideLookup();
