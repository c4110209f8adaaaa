/**
 * Examines the Parquet of a build: checks, counts of links and doubtful records, changes since the build
 * before, and the report.
 */
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {type CheckResult, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {DERIVED} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {countLinks, runChecks} from '../check/run.ts';
import {changesOf} from '../report/changes.ts';
import {findDoubtful} from '../report/doubtful.ts';
import {writeReport} from '../report/write.ts';
import {type DatabaseOptions, withDatabase} from '../runtime/database.ts';
import {viewFiles} from '../write/derived.ts';
import {makeLedgerViews, makeViews} from '../write/views.ts';
import type {Build} from './current_build.ts';

/** Checks of severity ERROR failed: the build is not published. */
export class CheckFailure extends Error {
  override name = 'CheckFailure';
  readonly failed: readonly CheckResult[];

  constructor(failed: readonly CheckResult[]) {
    super(
      `the build was not published, checks failed: ${failed.map(wordsOf).join('; ')}; the old build keeps serving`,
    );
    this.failed = failed;
  }
}

/** What a check says where it fails. */
export const wordsOf = ({dataset, name, reason}: CheckResult): string => `${dataset}: ${name} (${reason})`;

/**
 * Runs the checks of a build that lies in `folder` with all its Parquet, and writes its report; returns what
 * its manifest says of them. Throws CheckFailure. Reads nothing of the index, which is compiled meanwhile.
 */
export function examineBuild(
  options: DatabaseOptions,
  folder: string,
  filled: Manifest,
  before: Build | null,
): Promise<Partial<Manifest>> {
  // One thread: the compiler has more to do, and all wait for it in the end.
  return withDatabase({...options, threads: 1}, 'examine', async (db) => {
    const {datasets, data_as_of: asOf} = filled;
    await db.run(asOfMacro(asOf));
    await viewBuild(db, folder, filled);
    const known = {files: datasets, before: before?.manifest.checks ?? []};
    const checks = await runChecks(db, asOf, datasets, known);
    const failed = checks.filter((one) => one.severity === 'ERROR' && !one.passed);
    if (failed.length) throw new CheckFailure(failed);
    const links = await countLinks(db);
    const {counts: doubtful, largest} = await findDoubtful(db);
    const found: Partial<Manifest> = {checks, links, doubtful};
    if (before) {
      const {build_id, built_at} = before.manifest;
      const sources = await changesOf(db, folder, filled, before);
      found.changes = {before: {build_id, built_at}, sources};
    }
    await writeReport(db, folder, {...filled, ...found}, before?.manifest ?? null, largest);
    return found;
  });
}

/** Creates the views of the datasets of a build. */
export const viewDatasets = (
  db: DuckDBConnection,
  folder: string,
  datasets: Manifest['datasets'],
): Promise<void> =>
  makeViews(
    db,
    Object.fromEntries(
      Object.entries(datasets).map(([name, {files}]) => [name, files.map(({path}) => join(folder, path))]),
    ),
  );

/** Creates the views of all datasets, load times and derived entities of a build. */
export async function viewBuild(
  db: DuckDBConnection,
  folder: string,
  {datasets, sources}: Manifest,
): Promise<void> {
  await viewDatasets(db, folder, datasets);
  const ledgers = [...Map.groupBy(sources, ({dataset}) => dataset)].map(([name, own]) => [
    name,
    own.map(({slug}) => join(folder, inBuild.loads(slug))),
  ]);
  await makeLedgerViews(db, Object.fromEntries(ledgers));
  for (const {name, sql} of Object.values(DERIVED)) {
    if (typeof sql === 'string') continue;
    const paths = (datasets[name]?.files ?? []).map(({path}) => path);
    const rows = paths.filter((path) => path !== inBuild.names(name));
    await viewFiles(db, folder, name, rows);
  }
}
