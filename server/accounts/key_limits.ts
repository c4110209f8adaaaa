/** What a key may be restricted to by its owner: groups of operations, client addresses, origins of pages, a last day. */
import {BlockList, isIP} from 'node:net';
import type {UsageGroup} from './usage.ts';

/** Groups that a key may be restricted to. Exports belong to the group of their dataset. */
export const KEY_GROUPS = [
  'procurement',
  'grants and research',
  'lobbying',
  'parliament',
  'building permits and zoning',
  'search',
] as const satisfies readonly UsageGroup[];

export type KeyGroup = (typeof KEY_GROUPS)[number];

/** Most addresses, and most origins, of a key. */
export const MAX_KEY_ENTRIES = 20;

/** What a key may do. An empty list restricts nothing. */
export interface KeyLimits {
  groups: readonly KeyGroup[];
  /** IPv4 addresses and networks, and IPv6 networks of 64 bits or fewer: `203.0.113.0/24`, `2001:db8::/48`. */
  addresses: readonly string[];
  /** `https://example.org`: the `Origin` of pages that send the key. */
  origins: readonly string[];
}

const NETWORK = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i;

/**
 * A network in the form of `KeyLimits`: a single IPv6 address, or a network smaller than a /64, stands for its /64, as
 * a client changes its address within it. Null for any other text.
 */
export function readNetwork(text: string): string | null {
  const [, address = '', given] = NETWORK.exec(text) ?? [];
  const version = isIP(address);
  const [longest, widest] = version === 4 ? [32, 8] : [64, 19];
  const bits = Math.min(
    given === undefined ? longest! : Number(given),
    version === 6 && Number(given) <= 128 ? 64 : Infinity,
  );
  if (version === 0 || bits > longest! || bits < widest!) return null;
  return version === 4 && bits === 32 ? address : `${address.toLowerCase()}/${bits}`;
}

/** The origin of a page as browsers send it; null for a text that is none. */
export function readOrigin(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const {origin, pathname, search, hash, username} = new URL(text);
  return pathname === '/' && search === '' && hash === '' && username === '' ? origin : null;
}

/** Whether a key may be used from an address, as `clientAddress` writes it. */
export function admitsAddress({addresses}: KeyLimits, address: string): boolean {
  if (addresses.length === 0) return true;
  const [host = ''] = address.split('/');
  const version = isIP(host);
  if (version === 0) return false;
  const list = new BlockList();
  for (const one of addresses) {
    const [network = '', bits] = one.split('/');
    const type = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, type);
    else list.addSubnet(network, Number(bits), type);
  }
  return list.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a page of this `Origin` may use a key; undefined: the request names none. */
export const admitsOrigin = ({origins}: KeyLimits, origin: string | undefined): boolean =>
  origins.length === 0 || (origin !== undefined && origins.includes(origin));

/** Whether a key may use operations of a group. */
export const admitsGroup = ({groups}: KeyLimits, group: UsageGroup): boolean =>
  groups.length === 0 || (groups as readonly UsageGroup[]).includes(group);

/** As the store has it: null where nothing is restricted. */
export const limitsText = (limits: KeyLimits): string | null =>
  Object.values(limits).every((list) => list.length === 0) ? null : JSON.stringify(limits);

/** The limits of a stored text. */
export const limitsOf = (text: string | null): KeyLimits | null =>
  text === null ? null : (JSON.parse(text) as KeyLimits);
