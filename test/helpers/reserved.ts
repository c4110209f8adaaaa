/** Counts the builds that a process has in memory, each of which has as many addresses reserved in a test. */
import {existsSync, readFileSync} from 'node:fs';

const MAPS = '/proc/self/maps';

/**
 * Bytes reserved with each build: far more than anything else reserves at once, and only that writes to it.
 */
export const RESERVED = 2 ** 28;

export const canCountReserved = existsSync(MAPS);

/**
 * How many bytes the process has reserved in regions that hold a multiple of RESERVED, but for what begins
 * them.
 */
export function bytesReserved(): number {
  let bytes = 0;
  for (const line of readFileSync(MAPS, 'utf8').split('\n')) {
    const [, from = '0', to = '0'] = /^([0-9a-f]+)-([0-9a-f]+) rw-p/.exec(line) ?? [];
    const region = Number.parseInt(to, 16) - Number.parseInt(from, 16);
    if (region >= RESERVED) bytes += region - (region % RESERVED);
  }
  return bytes;
}
