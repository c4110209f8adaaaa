/** A connection to a DuckDB instance of its own. */
import type {DuckDBInstance} from '@duckdb/node-api';

export interface Database {
  /** Rows of one statement as objects, in the order of its columns; large integers are bigints. */
  rows(sql: string): Promise<Record<string, unknown>[]>;
  /** Releases the instance; no statement may be under way. */
  close(): void;
}

export async function connected(instance: DuckDBInstance): Promise<Database> {
  const connection = await instance.connect();
  return {
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS(),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
