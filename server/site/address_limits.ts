/**
 * Counts the pages of each client address in the current minute, in memory that all threads share. Two
 * counters of different hashes stand for an address, and the smaller one counts: memory is bounded, and an
 * address that shares one counter with another is not held up by it.
 */
import {hash} from 'node:crypto';

const MINUTE_MS = 60_000;

/** Counters of each of the two hashes. */
const SLOTS = 1 << 15;

/** The minute, then both rows of counters. */
const LENGTH = 1 + 2 * SLOTS;

/** Memory for all threads. */
export const allocateAddressLimits = (): SharedArrayBuffer =>
  new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT);

export interface AddressLimits {
  /** Counts a page; seconds until the next is admitted, 0 if this one is. */
  admit(address: string, now: number): number;
}

/** `perMinute`: pages of an address in a minute; 0 admits any number. */
export function openAddressLimits(memory: SharedArrayBuffer, perMinute: number): AddressLimits {
  const counts = new Int32Array(memory);
  return {
    admit(address, now) {
      if (perMinute === 0) return 0;
      const minute = Math.floor(now / MINUTE_MS) | 0;
      const before = Atomics.load(counts, 0);
      // Whoever comes first in a minute clears the counts; what others count meanwhile may be lost.
      if (before !== minute && Atomics.compareExchange(counts, 0, before, minute) === before)
        counts.fill(0, 1);
      const digest = Buffer.from(hash('sha256', address, 'hex').slice(0, 16), 'hex');
      const slots = [digest.readUInt32LE(0) % SLOTS, SLOTS + (digest.readUInt32LE(4) % SLOTS)];
      const counted = Math.min(...slots.map((slot) => Atomics.add(counts, 1 + slot, 1) + 1));
      return counted <= perMinute ? 0 : Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
    },
  };
}
