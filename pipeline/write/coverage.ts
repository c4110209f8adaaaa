/** What a source has: the days of its records, and which fields they have values in. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Covered, SourceEntry} from '../../builds/artefacts.ts';
import {coveredColumns} from '../../builds/coverage.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset} from '../../datasets/types.ts';

/**
 * First and last date of the records, null without records and for datasets without a date, and the same of
 * the records with a value by column. Reads each column once.
 */
export async function coverageOf(
  db: DuckDBConnection,
  dataset: Dataset,
  written: string,
): Promise<Pick<SourceEntry, 'first_date' | 'last_date' | 'coverage'>> {
  const date = dataset.date ? ident(dataset.date) : 'CAST(NULL AS DATE)';
  const among = (test: string): string =>
    `count_if(${test}), CAST(min(${date}) FILTER (${test}) AS VARCHAR), CAST(max(${date}) FILTER (${test}) AS VARCHAR)`;
  const columns = coveredColumns(dataset);
  const tests = columns.map(([name, {type}]) =>
    type === 'text[]' ? `len(${ident(name)}) > 0` : `${ident(name)} IS NOT NULL`,
  );
  const reader = await db.runAndReadAll(`SELECT ${['true', ...tests].map(among).join(', ')} FROM ${written}`);
  const [figures = []] = reader.getRows();
  const day = (at: number): string | null => (figures[at] == null ? null : String(figures[at]));
  const covered = (at: number): Covered => ({
    record_count: Number(figures[at]),
    first_date: day(at + 1),
    last_date: day(at + 2),
  });
  const {first_date, last_date} = covered(0);
  const coverage = Object.fromEntries(columns.map(([name], i) => [name, covered(3 * (i + 1))]));
  return {first_date, last_date, coverage};
}
