/**
 * To which addresses messages may go: public ones alone, since whoever follows a list chooses the address and
 * the request leaves from inside. What is looked up is what is connected to.
 */
import {lookup as resolve} from 'node:dns';
import {BlockList, isIP, type LookupFunction} from 'node:net';

/** Why no message goes to an address. */
export type AddressFault = 'form' | 'scheme' | 'private';

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

/** Whether an IP address is that of a machine on the public internet; of anything else false. */
export function isPublicAddress(address: string): boolean {
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 4) return !notPublic4.check(address, 'ipv4');
  return version === 6 && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

/** Longest address that is kept. */
const LONGEST = 1000;

/** Host and port of a URL, as the allow-list has them. */
const placeOf = ({hostname, port, protocol}: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;

/** Why no message goes to an address, as far as it tells by itself; names are looked up when one is sent. */
export function addressFault(text: string, allowed: ReadonlySet<string>): AddressFault | null {
  if (text.length > LONGEST || !URL.canParse(text)) return 'form';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'form';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  if (allowed.has(placeOf(url))) return null;
  if (url.protocol !== 'https:') return 'scheme';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) !== 0 && !isPublicAddress(host) ? 'private' : null;
}

/** Thrown where a name leads to an address that is not public. */
export class NotPublic extends Error {
  override name = 'NotPublic';
  readonly code = 'NOT_PUBLIC';
}

/**
 * Looks a name up for a connection, which goes to what this returns: a name that is answered otherwise a moment
 * later leads nowhere else. Fails with `NotPublic` where any of its addresses is not public.
 */
export const publicLookup =
  (look: typeof resolve = resolve): LookupFunction =>
  (name, options, done) => {
    look(name, {...options, all: true}, (error, addresses) => {
      if (error) return done(error, []);
      const isPublic = addresses.length > 0 && addresses.every(({address}) => isPublicAddress(address));
      if (!isPublic) return done(new NotPublic(`${name} is not public`), []);
      const [first] = addresses;
      if (options.all) done(null, addresses);
      else done(null, first!.address, first!.family);
    });
  };
