/** Moves rows that cannot become records to `refused`, with the reason; their locations are added later. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {literal} from '../../datasets/rules/sql.ts';

/**
 * Moves the rows of a table for which `where` (SQL) holds; a row that is there several times is refused once.
 */
export async function refuse(
  db: DuckDBConnection,
  where: string,
  reason: string,
  table = 'typed_rows',
): Promise<void> {
  await db.run(
    `INSERT INTO refused (_row, _file, reason) SELECT DISTINCT _row, _file, ${literal(reason)} FROM ${table} WHERE ${where}`,
  );
  await db.run(`DELETE FROM ${table} WHERE ${where}`);
}
