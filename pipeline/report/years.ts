/** Counts records of a source by year, from the Parquet of the build. */
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type SourceEntry} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';

export interface Years {
  /** Column whose year is counted. */
  column: string;
  /** True where the column is not a date but begins with a year, such as a fiscal year or quarter. */
  fiscal: boolean;
  /** Ascending, without empty years. */
  counts: {year: number; rows: number}[];
  /** Records without a year. */
  undated: number;
}

/** Null for a source of no current dataset, and where records have no date. */
export async function yearsOf(
  db: DuckDBConnection,
  folder: string,
  source: SourceEntry,
): Promise<Years | null> {
  const dataset = DATASETS[source.dataset];
  if (!dataset || (dataset.date === null && dataset.sort.default !== 'date')) return null;
  const column = dataset.date ?? dataset.sort.keys[dataset.sort.default] ?? dataset.sort.default;
  const year = dataset.date
    ? `year(${ident(column)})`
    : `TRY_CAST(regexp_extract(CAST(${ident(column)} AS VARCHAR), '^\\d{4}') AS INTEGER)`;
  const file = literal(join(folder, inBuild.part(source.dataset, source.slug)));
  const reader = await db.runAndReadAll(
    `SELECT ${year} AS year, count(*) AS n FROM read_parquet(${file}) GROUP BY ALL ORDER BY year`,
  );
  const rows = reader.getRows().map(([value, n]) => ({year: value, rows: Number(n)}));
  return {
    column,
    fiscal: dataset.date === null,
    counts: rows.flatMap((row) => (row.year === null ? [] : [{year: Number(row.year), rows: row.rows}])),
    undated: rows.filter((row) => row.year === null).reduce((sum, row) => sum + row.rows, 0),
  };
}
