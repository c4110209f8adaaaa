/** Ledger of a source: when each record was first seen and when its content last changed. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Dataset} from '../../datasets/types.ts';
import {writeParquet} from './parquet.ts';

/**
 * Writes (record_id, content_hash, first_seen, last_changed) for a part. A record keeps the times of
 * `previous` while its content hash is unchanged; new records and new content get the time of this load.
 */
export async function writeRecordLedger(
  db: DuckDBConnection,
  dataset: Dataset,
  part: string,
  previous: string | null,
  loadTime: string,
  path: string,
): Promise<void> {
  const id = ident(dataset.id.column);
  const texts = storedColumns(dataset.columns).map(
    ([name]) => `coalesce(CAST(${ident(name)} AS VARCHAR), chr(30))`,
  );
  const now = `TIMESTAMP ${literal(loadTime.replace('T', ' '))}`;
  const hashed = `SELECT ${id} AS record_id, md5_number_lower(concat_ws(chr(31), ${texts.join(', ')})) AS content_hash
    FROM read_parquet(${literal(part)})`;
  const select = previous
    ? `SELECT new.record_id, new.content_hash, coalesce(old.first_seen, ${now}) AS first_seen,
        CASE WHEN old.content_hash = new.content_hash THEN old.last_changed ELSE ${now} END AS last_changed
       FROM (${hashed}) AS new LEFT JOIN read_parquet(${literal(previous)}) AS old USING (record_id)`
    : `SELECT record_id, content_hash, ${now} AS first_seen, ${now} AS last_changed FROM (${hashed})`;
  await writeParquet(db, select, 'record_id', path, {});
}
