/** Views over the parts of a build, for what is computed from several sources: derived entities and checks. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {DATASETS} from '../../datasets/index.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Columns, Dataset} from '../../datasets/types.ts';

/** A SELECT of no rows with the stored columns. */
function empty(columns: Columns): string {
  const nulls = storedColumns(columns).map(([name, column]) => `NULL::${sqlType(column)} AS ${ident(name)}`);
  return `SELECT ${nulls.join(', ')} WHERE false`;
}

/** One view per dataset over its stored columns; `files` are the Parquet files by dataset name. */
export async function makeViews(db: DuckDBConnection, files: Record<string, string[]>): Promise<void> {
  for (const dataset of Object.values(DATASETS))
    await db.run(`CREATE VIEW ${ident(dataset.name)} AS ${select(dataset, files)}`);
}

function select(dataset: Dataset, files: Record<string, string[]>): string {
  if (dataset.view) return `SELECT * FROM ${ident(dataset.view.of)} AS r WHERE ${dataset.view.where}`;
  const paths = files[dataset.name] ?? [];
  return paths.length ? `FROM read_parquet([${paths.map(literal).join(', ')}])` : empty(dataset.columns);
}
