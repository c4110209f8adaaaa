/** Counts memories of rows that a process has: each has gigabytes of addresses reserved, whatever it holds. */
import {existsSync, readFileSync} from 'node:fs';

/** Far more than anything else reserves at once, and less than the memory of a table. */
const LARGE = 3 * 2 ** 30;

const mapsOf = (pid: number | 'self'): string => `/proc/${pid}/maps`;

export const canCountReservations = existsSync(mapsOf('self'));

/** How many large regions of addresses a process has reserved; a build has as many as tables with rows of their own. */
export function reservations(pid: number | 'self' = 'self'): number {
  const lines = readFileSync(mapsOf(pid), 'utf8').split('\n');
  return lines.filter((line) => {
    const [, from = '0', to = '0'] = /^([0-9a-f]+)-([0-9a-f]+) ---p/.exec(line) ?? [];
    return Number.parseInt(to, 16) - Number.parseInt(from, 16) > LARGE;
  }).length;
}
