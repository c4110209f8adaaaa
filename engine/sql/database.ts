/** A few connections to one DuckDB instance, shared by the queries that run in parallel. */
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
 * Statements beyond `connections` wait for their turn, first come first served. One that waited longer than
 * `patience_ms` fails instead of running: nobody waits for it any more, and others do.
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
      const asked = performance.now();
      const connection = free.pop() ?? (await new Promise<DuckDBConnection>((next) => waiting.push(next)));
      try {
        if (performance.now() - asked > patience_ms) {
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
