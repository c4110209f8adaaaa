/** A pool of connections to one DuckDB instance. */
import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import type {Row} from '../types.ts';
import {toJson} from './values.ts';

/** A value bound to a statement. */
export type Bound = string | boolean | bigint;

export interface Database {
  /** Rows of one statement as objects, in the order of its columns. */
  rows(sql: string, values?: Record<string, Bound>): Promise<Row[]>;
  /** Releases the instance; no statement may be under way. */
  close(): void;
}

/**
 * Opens a pool: statements beyond `connections` queue first in, first out. One that queued longer than
 * `patience_ms` fails instead of running: its caller has given up.
 */
export async function pooled(
  instance: DuckDBInstance,
  connections: number,
  patience_ms = Number.POSITIVE_INFINITY,
): Promise<Database> {
  const all: DuckDBConnection[] = [];
  for (let i = 0; i < connections; i++) all.push(await instance.connect());
  const free = [...all];
  const waiting: ((connection: DuckDBConnection) => void)[] = [];
  return {
    async rows(sql, values = {}) {
      const queuedAt = performance.now();
      const connection = free.pop() ?? (await new Promise<DuckDBConnection>((next) => waiting.push(next)));
      try {
        if (performance.now() - queuedAt > patience_ms) {
          throw new Error(`a statement waited longer than ${patience_ms} ms for its turn`);
        }
        const reader = await connection.runAndReadAll(sql, values);
        return reader.convertRowObjects(toJson);
      } finally {
        const next = waiting.shift();
        if (next) next(connection);
        else free.push(connection);
      }
    },
    close() {
      for (const connection of all) connection.closeSync();
      instance.closeSync();
    },
  };
}
