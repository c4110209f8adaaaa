/** A pool of connections to one DuckDB instance. */
import type {DuckDBInstance} from '@duckdb/node-api';
import pLimit from 'p-limit';
import type {Row} from '../../engine/types.ts';
import {toJson} from './duckdb_json.ts';

/** A value bound to a statement. */
export type Bound = string | boolean | bigint;

export interface Database {
  /** Rows of one statement as objects, in the order of its columns. */
  rows(sql: string, values?: Record<string, Bound>): Promise<Row[]>;
  /** Releases the instance; no statement may be under way. */
  close(): void;
}

/** Opens a pool: statements beyond `connections` queue first in, first out. */
export async function pooled(instance: DuckDBInstance, connections: number): Promise<Database> {
  const all = await Promise.all(Array.from({length: connections}, () => instance.connect()));
  const free = [...all];
  const limit = pLimit(connections);
  return {
    rows: (sql, values = {}) =>
      limit(async () => {
        const connection = free.pop()!;
        try {
          return (await connection.runAndReadAll(sql, values)).convertRowObjects(toJson);
        } finally {
          free.push(connection);
        }
      }),
    close() {
      for (const connection of all) connection.closeSync();
      instance.closeSync();
    },
  };
}
