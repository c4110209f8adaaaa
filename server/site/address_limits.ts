/**
 * Counts the pages of each client address in the current minute, in memory that all threads share. Two
 * counters of different hashes stand for an address, and the smaller one counts: memory is bounded, and an
 * address that shares one counter with another is not held up by it.
 */
import {hash} from 'node:crypto';
import {clientAddress} from '../http/client_address.ts';
import type {HttpRequest} from '../http/types.ts';

const MINUTE_MS = 60_000;

/** Counters of each of the two hashes. */
const SLOTS = 1 << 15;

/** The minute, then both rows of counters. */
const LENGTH = 1 + 2 * SLOTS;

/** Memory for all threads. */
export const allocateAddressLimits = (): SharedArrayBuffer =>
  new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT);

/** How addresses are counted. */
export interface AddressInit {
  /** Pages of an address in a minute; 0: any number. */
  perMinute: number;
  /** Reverse proxies in front. */
  proxies: number;
  /** Counters of all threads. */
  limits: SharedArrayBuffer;
}

/**
 * Counts a request for its client address, as `weight` pages, 1 by default; seconds until the next is admitted, 0
 * if this one is.
 */
export type AddressLimits = (request: HttpRequest, now: number, weight?: number) => number;

/**
 * Tiles and lists of the map, and files or ranges of them, that an address may ask for, for each page: a look
 * at a city takes some twenty.
 */
const PIECES_A_PAGE = 10;

/** Limits of pages, or of pieces of this kind, of which there are ten times as many. */
export function openAddressLimits(
  {perMinute, proxies, limits}: AddressInit,
  pieces?: 'tiles' | 'data',
): AddressLimits {
  const counts = new Int32Array(limits);
  const most = pieces ? perMinute * PIECES_A_PAGE : perMinute;
  const before = pieces ? `${pieces} ` : '';
  return ({peer, headers}, now, weight = 1) => {
    if (most === 0) return 0;
    const address = clientAddress(peer?.() ?? 'unknown', headers['x-forwarded-for'], proxies);
    const minute = Math.floor(now / MINUTE_MS) | 0;
    const last = Atomics.load(counts, 0);
    // Whoever comes first in a minute clears the counts; what others count meanwhile may be lost.
    if (last !== minute && Atomics.compareExchange(counts, 0, last, minute) === last) counts.fill(0, 1);
    const digest = Buffer.from(hash('sha256', before + address, 'hex').slice(0, 16), 'hex');
    const slots = [digest.readUInt32LE(0) % SLOTS, SLOTS + (digest.readUInt32LE(4) % SLOTS)];
    const counted = Math.min(...slots.map((slot) => Atomics.add(counts, 1 + slot, weight) + weight));
    return counted <= most ? 0 : Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
  };
}
