/** What a run of the query bench finds, as it is written to BENCH_OUT. */
import type {Figures} from './load.ts';

/**
 * Servers of one run. `one` and `all`: this server with one worker and with as many as it takes by itself.
 */
export const SERVERS = {
  one: 'this server, 1 worker',
  all: 'this server',
  postgres: 'PostgreSQL',
  names: 'PostgreSQL, names in tables',
  clickhouse: 'ClickHouse',
  limit_one: 'fixed answer, 1 worker',
  limit_all: 'fixed answer',
} as const;

export type ServerName = keyof typeof SERVERS;

export interface Row {
  kind: string;
  title: string;
  targets: number;
  /** Mean bytes of a body. */
  bytes: number;
  figures: Partial<Record<ServerName, Figures>>;
}

/** One goal, what was reached, and whether that is enough. */
export interface Verdict {
  kind: string;
  what: string;
  goal: string;
  reached: string;
  passed: boolean;
}

export interface Facts {
  machine: string;
  versions: Record<string, string>;
  commit: string;
  rows: Record<string, number>;
  connections: number;
  seconds: number;
}

/** Things that are measured once for a build. */
export interface Whole {
  /** Milliseconds from the start of the process to serving. */
  start_ms: number;
  /**
   * Milliseconds from the change of `current` to the log line of the new build, and what requests saw
   * meanwhile.
   */
  switch_ms: number | null;
  switch_load: Figures;
  /** Bytes resident beyond the page cache, after all load: one worker, all workers, after a switch. */
  memory_one: number;
  memory_all: number;
  memory_switched: number;
  /** Bytes of the index files by name; empty without an index. */
  index: Record<string, number>;
  /** From nothing: seconds and largest resident memory in bytes; null if only some kinds were measured. */
  compile: {seconds: number; peak: number} | null;
  postgres: {tables: number; indexes: number; rows_s: number; indexes_s: number} | null;
  /** Megabytes a second of an export, and of `cat` of the same bytes. */
  export: {ndjson_mb_s: number; cat_mb_s: number} | null;
}

export interface Outcome {
  facts: Facts;
  rows: Row[];
  whole: Whole;
  verdicts: Verdict[];
}
