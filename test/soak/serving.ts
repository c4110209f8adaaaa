/**
 * Which builds a server may answer from, by when `current` was moved and when its log says that it serves a
 * build.
 */

/** A build that was switched to; times in milliseconds of `performance.now()`. */
export interface Switch {
  id: string;
  /** Before `current` was moved. */
  at: number;
  /** When the log said that all threads serve it; null: not yet, or it was overtaken. */
  servedAt: number | null;
}

/** Builds that a request may be answered from which began and ended at these times. */
export function possibleBuilds(switches: readonly Switch[], from: number, to: number): string[] {
  const before = switches.findLastIndex(({servedAt}) => servedAt !== null && servedAt < from);
  return switches.slice(Math.max(0, before)).flatMap(({id, at}) => (at <= to ? [id] : []));
}

const servedBy = (line: string): string | null =>
  line.includes('"serving build"') ? (JSON.parse(line) as {build: string}).build : null;

/** Reads the log as it grows, and notes in the switches when each was served. */
export function followLog(log: () => string, switches: readonly Switch[]): {look(): void} {
  let read = 0;
  let last = 0;
  return {
    look() {
      const text = log();
      const end = text.lastIndexOf('\n') + 1;
      const lines = text.slice(read, end).split('\n');
      read = end;
      for (const id of lines.map(servedBy)) {
        // Lines come in the order of the switches, some of which were overtaken.
        const at = switches.findIndex((one, n) => n > last && one.id === id);
        if (at < 0) continue;
        last = at;
        switches[at]!.servedAt = performance.now();
      }
    },
  };
}

/** How long each switch took that was not overtaken, in milliseconds, shortest first. */
export const switchTimes = (switches: readonly Switch[]): number[] =>
  switches
    .slice(1)
    .flatMap(({at, servedAt}) => (servedAt === null ? [] : [servedAt - at]))
    .sort((a, b) => a - b);
