/**
 * To which addresses messages may go: public ones alone, since whoever follows a list chooses the address and
 * the request leaves from inside.
 */
import {bareHost, isPrivateAddress} from '../../builds/private_addresses.ts';

/** Why no message goes to an address. */
export type AddressFault = 'form' | 'scheme' | 'private';

/** Longest address that is kept. */
const LONGEST = 1000;

/** Names that lead nowhere on the public internet: those of one word, and special-use ones (RFC 6761, RFC 8375). */
const NOT_PUBLIC = /^[^.:]+\.?$|\.(?:localhost|local|internal|invalid|test|onion|home\.arpa)\.?$/i;

/** Host and port of a URL, as the allow-list has them. */
export const placeOf = ({hostname, port, protocol}: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;

/** Why no message goes to an address, as far as it tells by itself; names are looked up when one is sent. */
export function addressFault(text: string, allowed: ReadonlySet<string>): AddressFault | null {
  if (text.length > LONGEST || !URL.canParse(text)) return 'form';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'form';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  if (allowed.has(placeOf(url))) return null;
  if (url.protocol !== 'https:') return 'scheme';
  const host = bareHost(url);
  return isPrivateAddress(host) || NOT_PUBLIC.test(host) ? 'private' : null;
}
