/** Rows that cannot become records go to `refused`, with the reason; their places are found when all are known. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {literal} from '../../datasets/rules/sql.ts';

/** Moves the rows of a table, `v` unless another is named, for which `where` (SQL) holds. */
export async function refuse(
  db: DuckDBConnection,
  where: string,
  reason: string,
  table = 'typed_rows',
): Promise<void> {
  await db.run(
    `INSERT INTO refused (_row, _file, reason) SELECT _row, _file, ${literal(reason)} FROM ${table} WHERE ${where}`,
  );
  await db.run(`DELETE FROM ${table} WHERE ${where}`);
}
