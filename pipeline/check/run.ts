/** Runs the data-quality checks of a build: those implied by every schema, then those that each dataset declares. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {CheckResult} from '../../datasets/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Check, Dataset} from '../../datasets/types.ts';

/** Checks implied by the columns: unique ids, no nulls in non-nullable columns, only declared values. */
export function baseChecks(dataset: Dataset): Check[] {
  const id = ident(dataset.id.column);
  const checks: Check[] = [
    {
      name: 'ids are unique',
      severity: 'ERROR',
      sql: `count(*) = count(DISTINCT ${id})`,
      reason: 'a record counts once',
    },
  ];
  for (const [name, column] of storedColumns(dataset.columns)) {
    if (!column.nullable) {
      checks.push({
        name: `${name} is never null`,
        severity: 'ERROR',
        sql: `count(*) FILTER (WHERE ${ident(name)} IS NULL) = 0`,
        reason: 'the schema says so, and answers promise it',
      });
    }
    if (column.values) {
      checks.push({
        name: `${name} has declared values`,
        severity: 'ERROR',
        sql: `count(*) FILTER (WHERE ${ident(name)} NOT IN (${literals(column.values)})) = 0`,
        reason: 'the set is closed: answers and documents name it',
      });
    }
  }
  return checks;
}

/**
 * Runs all checks over the views of `db`; datasets without rows pass. `asOf` is the data date. Those that `counted` says have
 * none are not read at all: most of the time of a small build would go into checks of nothing.
 */
export async function runChecks(
  db: DuckDBConnection,
  asOf: string,
  counted: Readonly<Record<string, {rows: number}>> = {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const dataset of Object.values(DATASETS)) {
    if (dataset.view) continue;
    const checks = [...baseChecks(dataset), ...dataset.checks];
    const row = counted[dataset.name]?.rows === 0 ? {n: 0} : await outcomes(db, asOf, dataset, checks);
    for (const [at, check] of checks.entries()) {
      const passed = Number(row['n']) === 0 || row[`c${at}`] === true;
      results.push({
        dataset: dataset.name,
        name: check.name,
        severity: check.severity,
        passed,
        reason: check.reason,
      });
    }
  }
  return results;
}

/** The number of rows of a dataset as `n`, and whether each check holds as `c0`, `c1` and so on. */
async function outcomes(
  db: DuckDBConnection,
  asOf: string,
  dataset: Dataset,
  checks: readonly Check[],
): Promise<Record<string, unknown>> {
  const date = `DATE ${literal(asOf.slice(0, 10))}`;
  const sql = checks.map((check, at) => `coalesce(${check.sql.replaceAll('$as_of', date)}, false) AS c${at}`);
  const reader = await db.runAndReadAll(
    `SELECT count(*) AS n, ${sql.join(', ')} FROM ${ident(dataset.name)}`,
  );
  return reader.getRowObjectsJS()[0] ?? {};
}
