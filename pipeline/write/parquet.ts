/** Writes Parquet: zstd, sorted, with metadata that names source, licence and units. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {metadataOption} from '../../datasets/rules/file_metadata.ts';
import {literal} from '../../datasets/rules/sql.ts';

/** Writes the rows of a SELECT to one Parquet file in the given order. */
export async function writeParquet(
  db: DuckDBConnection,
  select: string,
  order: string,
  path: string,
  about: Record<string, string>,
): Promise<void> {
  const keep = metadataOption(about);
  await db.run(`COPY (SELECT * FROM (${select}) ORDER BY ${order}) TO ${literal(path)}
    (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v1${keep})`);
}
