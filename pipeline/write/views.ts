/** Creates views over the parts of a build, for derived entities and checks. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {loadsOf} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Columns, Dataset} from '../../datasets/types.ts';

/** A SELECT of the stored columns without rows. */
function empty(columns: Columns): string {
  const nulls = storedColumns(columns).map(([name, column]) => `NULL::${sqlType(column)} AS ${ident(name)}`);
  return `SELECT ${nulls.join(', ')} WHERE false`;
}

/** Creates a view per dataset over its stored columns; `files`: Parquet files by dataset. */
export async function makeViews(db: DuckDBConnection, files: Record<string, string[]>): Promise<void> {
  for (const dataset of Object.values(DATASETS))
    await db.run(`CREATE VIEW ${ident(dataset.name)} AS ${select(dataset, files)}`);
}

/** Creates a view per dataset over the load times of its records; `files`: ledgers by dataset. */
export async function makeLedgerViews(db: DuckDBConnection, files: Record<string, string[]>): Promise<void> {
  for (const {name, view} of Object.values(DATASETS)) {
    if (view) continue;
    const paths = files[name] ?? [];
    const rows = paths.length
      ? `SELECT record_id, first_seen, last_changed FROM read_parquet([${paths.map(literal).join(', ')}])`
      : 'SELECT NULL::VARCHAR AS record_id, NULL::TIMESTAMP AS first_seen, NULL::TIMESTAMP AS last_changed WHERE false';
    await db.run(`CREATE VIEW ${ident(loadsOf(name))} AS ${rows}`);
  }
}

function select(dataset: Dataset, files: Record<string, string[]>): string {
  if (dataset.view) return `SELECT * FROM ${ident(dataset.view.table)} AS r WHERE ${dataset.view.where}`;
  const paths = files[dataset.name] ?? [];
  return paths.length ? `FROM read_parquet([${paths.map(literal).join(', ')}])` : empty(dataset.columns);
}
