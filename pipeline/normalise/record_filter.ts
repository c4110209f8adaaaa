/** Filters layouts of which only rows that pass a test are records. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {literal} from '../../datasets/rules/sql.ts';
import type {Layout} from '../../datasets/types.ts';
import {type EncodedColumns, withForms} from './cells.ts';
import {testSql} from './rules.ts';

/**
 * Refuses the other rows of a relation; returns the name of the filtered relation, or the same name without a
 * test.
 */
export async function filterRecords(
  db: DuckDBConnection,
  from: string,
  {where}: Pick<Layout, 'where'>,
  coded: EncodedColumns,
): Promise<string> {
  if (!where) return from;
  const kept = `${from}_only`;
  const holds = `coalesce(${testSql(where.test)}, false)`;
  const rows = withForms(from, where.test.from, coded, holds);
  await db.run(`INSERT INTO refused (_row, _file, reason)
    SELECT s._row, s._file, ${literal(where.reason)} FROM ${rows} WHERE NOT ${holds}`);
  await db.run(
    `CREATE VIEW ${kept} AS SELECT COLUMNS(lambda name: NOT regexp_matches(name, '#(text|fold)$')) FROM ${rows} WHERE ${holds}`,
  );
  return kept;
}
