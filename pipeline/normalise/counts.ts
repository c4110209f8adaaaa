/** Counts of rows and cells by reason. */
import type {DuckDBConnection} from '@duckdb/node-api';

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
