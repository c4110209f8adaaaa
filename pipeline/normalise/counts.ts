/** Rows and cells by reason: counted, and refused. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {literal} from '../../datasets/rules/sql.ts';

/** Adds counts by name to others; 0 adds no name. */
export function addCounts(to: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, n] of Object.entries(more)) if (n) to[name] = (to[name] ?? 0) + n;
}

/** Counts of the rows of a relation by the values of one of its columns that are not null, in their order. */
export async function countsBy(
  db: DuckDBConnection,
  column: string,
  relation: string,
): Promise<Record<string, number>> {
  const reader = await db.runAndReadAll(`SELECT ${column}, count(*) FROM ${relation}
    WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY ${column}`);
  return Object.fromEntries(reader.getRows().map(([value, n]) => [String(value), Number(n)]));
}

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
