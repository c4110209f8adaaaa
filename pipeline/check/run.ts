/** Runs the data-quality checks of a build: those implied by every schema, then those that each dataset declares. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {CheckResult} from '../../datasets/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Check, Dataset} from '../../datasets/types.ts';
import {checkKeys, type KnownChecks} from './check_key.ts';

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
 * Runs all checks over the views of `db`; datasets without rows pass. `asOf` is the data date. Datasets that `counted` says have
 * no rows are not read at all: most of the time of a small build would go into checks of nothing. Outcomes that `known` has of
 * the same files are taken over.
 */
export async function runChecks(
  db: DuckDBConnection,
  asOf: string,
  counted: Readonly<Record<string, {rows: number}>> = {},
  known: KnownChecks | null = null,
): Promise<CheckResult[]> {
  const day = asOf.slice(0, 10);
  const keyOf = known && (await checkKeys(known, day));
  const before = new Map(known?.before.map(({key, passed}) => [key, passed]));
  const results: CheckResult[] = [];
  for (const dataset of Object.values(DATASETS)) {
    if (dataset.view) continue;
    const checks = [...baseChecks(dataset), ...dataset.checks].map((check) => {
      const sql = check.sql.replaceAll('$as_of', `DATE ${literal(day)}`);
      const key = keyOf?.(dataset.name, sql);
      return {...check, sql, key, passed: key === undefined ? undefined : before.get(key)};
    });
    const open = checks.filter(({passed}) => passed === undefined);
    const isEmpty = counted[dataset.name]?.rows === 0 || open.length === 0;
    const found = isEmpty ? open.map(() => true) : await outcomes(db, dataset, open);
    for (const {name, severity, reason, key, passed = found.shift() === true} of checks) {
      results.push({dataset: dataset.name, name, severity, passed, reason, ...(key && {key})});
    }
  }
  return results;
}

/** Whether each check holds: any does over no rows. */
async function outcomes(
  db: DuckDBConnection,
  dataset: Dataset,
  checks: readonly {sql: string}[],
): Promise<boolean[]> {
  const sql = checks.map((check, at) => `coalesce(${check.sql}, false) AS c${at}`);
  const reader = await db.runAndReadAll(
    `SELECT count(*) AS n, ${sql.join(', ')} FROM ${ident(dataset.name)}`,
  );
  const row = reader.getRowObjectsJS()[0] ?? {};
  return checks.map((_, at) => Number(row['n']) === 0 || row[`c${at}`] === true);
}
