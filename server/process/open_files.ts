/**
 * Whether the process may open as many files as the service needs; told at start, not by a failing request.
 */
import {readFileSync} from 'node:fs';
import {DERIVED, publishedDatasets} from '../../datasets/index.ts';

/** Files of one table in an index that stay open. */
const OF_TABLE = 5;
/** Builds that are open at once while a new one takes over. */
const BUILDS = 2;
/** Descriptors of one thread: its port, its account store, its event loop. */
const OF_THREAD = 10;
/** Descriptors of the process itself. */
const OF_PROCESS = 60;
/** Connections that it must be able to hold besides. */
const CONNECTIONS = 100;

/** Open files that `workers` threads need. */
export function neededFiles(workers: number): number {
  const tables = publishedDatasets().length + Object.keys(DERIVED).length;
  return OF_PROCESS + OF_THREAD * workers + BUILDS * OF_TABLE * tables + CONNECTIONS;
}

/** The limit of the process; null where the system does not tell it. */
export function allowedFiles(limits = '/proc/self/limits'): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync(limits, 'utf8')) ?? [];
    if (soft === undefined) return null;
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return null;
  }
}

/** Throws, with both numbers and the remedy, where the limit is too low. */
export function assertOpenFiles(workers: number, allowed: number | null = allowedFiles()): void {
  const needed = neededFiles(workers);
  if (allowed === null || allowed >= needed) return;
  throw new Error(
    `it needs ${needed} open files (${workers} ${workers === 1 ? 'thread' : 'threads'}, two builds, ${CONNECTIONS} connections) and may open ${allowed}: raise the limit, e.g. with ulimit -n 1024`,
  );
}
