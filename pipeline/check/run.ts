/**
 * Runs the data-quality checks of a build: those implied by every schema, then those that each dataset
 * declares. Counts its links.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {CheckResult, LinkCount, Manifest} from '../../builds/artefacts.ts';
import {DATASETS, DERIVED} from '../../datasets/index.ts';
import {readsAsOf} from '../../datasets/rules/as_of.ts';
import {ident, literal, literals, namedIn} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Check, Dataset} from '../../datasets/types.ts';
import {hashText} from '../runtime/disk.ts';
import {codeHash} from '../write/code_hash.ts';

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

/** All checks of a dataset, with the data date in their SQL. */
function checksOf(dataset: Dataset, asOf: string) {
  const dated = (sql: string) => sql.replaceAll('$as_of', `DATE ${literal(asOf.slice(0, 10))}`);
  return [...baseChecks(dataset), ...dataset.checks].map(({sql, figures, ...check}) => ({
    ...check,
    sql: dated(sql),
    figures: figures && String(figures),
  }));
}

/**
 * Runs all checks over the views of `db`; datasets without rows pass. `asOf` is the data date. Datasets that
 * `counted` says have no rows are not read at all: most of the time of a small build would go into checks of
 * nothing. Outcomes that `known` has of the same files are taken over.
 */
export async function runChecks(
  db: DuckDBConnection,
  asOf: string,
  counted: Readonly<Record<string, {rows: number}>> = {},
  known: KnownChecks | null = null,
): Promise<CheckResult[]> {
  const keyOf = known && (await checkKeys(known, asOf.slice(0, 10)));
  const before = new Map(known?.before.map((one) => [one.key, one]));
  const results: CheckResult[] = [];
  for (const dataset of Object.values(DATASETS)) {
    if (dataset.view) continue;
    const checks = checksOf(dataset, asOf).map((check) => {
      const {sql, figures} = check;
      const key = keyOf?.(dataset.name, figures ? `${sql}\n${figures}` : sql);
      return {...check, key, known: key === undefined ? undefined : before.get(key)};
    });
    const open = checks.filter((check) => !check.known);
    const isEmpty = counted[dataset.name]?.rows === 0 || open.length === 0;
    const found = isEmpty ? open.map(() => ({passed: true})) : await outcomes(db, dataset, open);
    for (const {name, severity, reason, key, known} of checks) {
      const {passed, figures}: Outcome = known ?? found.shift() ?? {passed: false};
      const result = {dataset: dataset.name, name, severity, passed, reason};
      results.push({...result, ...(figures && {figures}), ...(key && {key})});
    }
  }
  return results;
}

/**
 * Whether a check holds for the one part in a file, taken for its whole dataset; null where that does not
 * say, since the check reads other datasets or there is none of that name any more.
 */
export async function holdsAlone(
  db: DuckDBConnection,
  {dataset: name, name: of}: Pick<CheckResult, 'dataset' | 'name'>,
  asOf: string,
  path: string,
): Promise<boolean | null> {
  const dataset = DATASETS[name];
  const check = dataset && checksOf(dataset, asOf).find((one) => one.name === of);
  if (!check || check.figures) return null;
  await db.run(`CREATE OR REPLACE VIEW ${ident(name)} AS SELECT * FROM read_parquet(${literal(path)})`);
  const reader = await db
    .runAndReadAll(`SELECT count(*) = 0 OR coalesce(${check.sql}, false) FROM ${ident(name)}`)
    .catch(() => null);
  return reader && reader.getRows()[0]?.[0] === true;
}

type Outcome = Pick<CheckResult, 'passed' | 'figures'>;
type Open = Pick<Check, 'sql'> & {figures: string | undefined};

/**
 * Outcomes of checks, in their order. Those of the rows of the dataset are found in one pass, and hold where
 * there are none.
 */
async function outcomes(db: DuckDBConnection, dataset: Dataset, checks: readonly Open[]): Promise<Outcome[]> {
  const sql = checks.map(
    (check, at) => `${check.figures ? 'false' : `coalesce(${check.sql}, false)`} AS c${at}`,
  );
  const reader = await db.runAndReadAll(
    `SELECT count(*) AS n, ${sql.join(', ')} FROM ${ident(dataset.name)}`,
  );
  const row = reader.getRowObjectsJS()[0] ?? {};
  const all: Outcome[] = [];
  for (const [at, check] of checks.entries()) {
    const ofRows = {passed: Number(row['n']) === 0 || row[`c${at}`] === true};
    all.push(check.figures ? await judged(db, check.figures, check.sql) : ofRows);
  }
  return all;
}

/** The outcome of a check over figures of its own. */
async function judged(db: DuckDBConnection, figures: string, sql: string): Promise<Outcome> {
  const reader = await db.runAndReadAll(`SELECT *, coalesce(${sql}, false) AS passed FROM (${figures})`);
  const {passed, ...row} = reader.getRowObjectsJS()[0] ?? {};
  const numbers = Object.entries(row).map(([name, figure]) => [name, Number(figure)]);
  return {passed: passed === true, figures: Object.fromEntries(numbers) as Record<string, number>};
}

/** Macros that checks call, and how they are asked. */
const OF_CHECKS = ['datasets/rules', 'pipeline/check'];

/** What checks of a build read, and the outcomes that the build before had. */
interface KnownChecks {
  /** Files of datasets and entities, with their hashes. */
  files: Manifest['datasets'];
  before: readonly CheckResult[];
}

type KeyOf = (dataset: string, sql: string) => string;

/** The key of a check: a hash of all that its outcome depends on. `day` is the data date. */
async function checkKeys({files}: KnownChecks, day: string): Promise<KeyOf> {
  const code = await codeHash(OF_CHECKS);
  return (dataset, sql) => {
    const read = new Set([dataset, ...namedIn(sql)]);
    for (const {name, view} of Object.values(DATASETS)) if (view && read.has(name)) read.add(view.table);
    const hashes = Object.entries(files).flatMap(([name, own]) =>
      read.has(name) ? own.files.map(({path, sha256}) => `${path} ${sha256}`) : [],
    );
    return hashText([code, dataset, sql, readsAsOf(sql) ? day : '', ...hashes.sort()].join('\n'));
  };
}

/** Counts for all entities that declare links, in declaration order; reads the views of `db`. */
export async function countLinks(db: DuckDBConnection): Promise<LinkCount[]> {
  const all: LinkCount[] = [];
  for (const {name, links} of Object.values(DERIVED)) {
    if (!links) continue;
    const rows = await db.runAndReadAll(
      `SELECT link, rule, CAST(count AS DOUBLE) AS count FROM (${links}) ORDER BY link, count DESC, rule`,
    );
    for (const {link, rule, count} of rows.getRowObjectsJS())
      all.push({entity: name, link: String(link), rule: String(rule), count: Number(count)});
  }
  return all;
}
