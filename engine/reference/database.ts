/** A few connections to one DuckDB instance, shared by the queries that run in parallel. */
import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import type {Row} from '../types.ts';
import type {Bound} from './sql.ts';
import {toJson} from './values.ts';

export interface Database {
  /** Rows of one statement as objects, in the order of its columns. */
  rows(sql: string, values?: Record<string, Bound>): Promise<Row[]>;
  /** Refuses further statements, waits for those that run or wait, then releases the instance. */
  close(): Promise<void>;
}

/** Statements beyond `connections` wait for their turn, first come first served. */
export async function pooled(instance: DuckDBInstance, connections: number): Promise<Database> {
  const all: DuckDBConnection[] = [];
  for (let i = 0; i < connections; i++) all.push(await instance.connect());
  const free = [...all];
  const waiting: ((connection: DuckDBConnection) => void)[] = [];
  const running = new Set<Promise<Row[]>>();
  let closed = false;

  const run = async (sql: string, values: Record<string, Bound>): Promise<Row[]> => {
    const connection = free.pop() ?? (await new Promise<DuckDBConnection>((next) => waiting.push(next)));
    try {
      const reader = await connection.runAndReadAll(sql, values);
      return reader.convertRowObjects(toJson) as Row[];
    } finally {
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
    }
  };

  return {
    rows(sql, values = {}) {
      if (closed) return Promise.reject(new Error('the engine is closed: open the build again'));
      const result = run(sql, values);
      running.add(result);
      const done = () => running.delete(result);
      result.then(done, done);
      return result;
    },
    async close() {
      if (closed) return;
      closed = true;
      await Promise.allSettled(running);
      for (const connection of all) connection.closeSync();
      instance.closeSync();
    },
  };
}
