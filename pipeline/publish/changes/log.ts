/**
 * Writes the log of a build: for each dataset what the build before kept of it, and what differs from that
 * build.
 */

import {mkdir, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type Manifest, type StoredFile} from '../../../builds/artefacts.ts';
import type {ChangeCount, ChangeLog} from '../../../builds/change_log.ts';
import {linkFile} from '../../../builds/link_file.ts';
import {changes} from '../../../datasets/derived/changes.ts';
import {defaultOrder, loggedDatasets} from '../../../datasets/index.ts';
import {readsAsOf} from '../../../datasets/rules/as_of.ts';
import {fileMetadata} from '../../../datasets/rules/file_metadata.ts';
import {ident, literal, namedIn} from '../../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../../datasets/rules/sql_types.ts';
import type {Dataset} from '../../../datasets/types.ts';
import {count} from '../../normalise/rows.ts';
import {exists, hashText} from '../../runtime/disk.ts';
import {writeParquet} from '../../write/parquet.ts';
import type {Build} from '../current_build.ts';
import type {HashOf} from '../taken_over.ts';
import {causesOf} from './causes.ts';
import {derivedColumns} from './columns.ts';
import {compareRecords, type Ledgers} from './compare.ts';

/** The build whose log is written: its manifest as far as it is known. */
export interface Logged
  extends Pick<Manifest, 'build_id' | 'built_at' | 'data_as_of' | 'synthetic' | 'sources' | 'datasets'> {
  rules: string;
}

export interface LogOptions {
  /** Days for which changes are kept. */
  days: number;
  before: Build | null;
  hashOf: HashOf;
}

/** What a manifest says of its log. */
export interface WrittenLog {
  log: ChangeLog;
  logged: ChangeCount[];
  /** The files, as those of a table. */
  table: Manifest['datasets'][string];
}

const DAY_MS = 86_400_000;

/** A time in UTC without a zone, some days before another one. */
const daysBefore = (time: string, days: number): string =>
  new Date(Date.parse(`${time}Z`) - days * DAY_MS).toISOString().slice(0, 19);

/**
 * Hash of the columns of a dataset and of where they are shown: where either differs, lines of an older export
 * have other fields than lines of a newer one.
 */
const columnsOf = (dataset: Dataset): string =>
  hashText(
    JSON.stringify(
      Object.entries(dataset.columns).map(([name, column]) => [name, sqlType(column), column.visibility]),
    ),
  ).slice(0, 16);

/**
 * The build whose log is continued; null: a new line begins. A generated record and a real one are never the
 * same, and builds of earlier releases have no log.
 */
function continued(before: Build | null, {synthetic, sources}: Logged): Build | null {
  if (!before?.manifest.log || before.manifest.synthetic !== synthetic) return null;
  const known = new Map(before.manifest.sources.map((one) => [one.slug, one.synthetic]));
  const isSame = sources.every((one) => !known.has(one.slug) || known.get(one.slug) === one.synthetic);
  return isSame ? before : null;
}

/** The line of builds of this one. `from`: no earlier change is kept. */
function lineOf(before: Build | null, from: string): Pick<ChangeLog, 'number' | 'builds'> {
  if (!before?.manifest.log) return {number: 1, builds: []};
  const {build_id, built_at, log} = before.manifest;
  const builds = [...log.builds, {build_id, built_at, number: log.number}];
  return {number: log.number + 1, builds: builds.filter((one) => one.built_at >= from)};
}

/**
 * Writes the log below `folder`, a build with all its Parquet, whose views exist in `db`. Throws where the log
 * of the build before is damaged.
 */
export async function writeChanges(
  db: DuckDBConnection,
  folder: string,
  build: Logged,
  {days, before: latest, hashOf}: LogOptions,
): Promise<WrittenLog> {
  const before = continued(latest, build);
  const from = daysBefore(build.built_at, days);
  const {number, builds} = lineOf(before, from);
  const written: WrittenLog = {
    log: {number, builds, datasets: {}},
    logged: [],
    table: {rows: 0, files: []},
  };
  for (const dataset of loggedDatasets()) {
    const {name} = dataset;
    const columns = columnsOf(dataset);
    const known = before?.manifest.log?.datasets[name];
    const since = known?.columns === columns ? known.since : number;
    written.log.datasets[name] = {since, columns};
    const path = inBuild.changes(name);
    const old = known && before ? await oldLog(before, path, hashOf) : null;
    const compared =
      old !== null && before
        ? await compareDataset(db, folder, {dataset, build, before, sameColumns: since !== number, hashOf})
        : 'same';
    const made = compared === 'differs';
    // What differs from a build whose records cannot be read is not known: exports of changes begin anew.
    if (compared === 'lost') written.log.datasets[name] = {since: number, columns};
    await writeLog(db, join(folder, path), {dataset, build, number, old, made, from});
    if (made) await db.run('DROP TABLE logged');
    written.logged.push(...(await countChanges(db, join(folder, path), {dataset: name, number})));
    const file = await describe(db, folder, path, hashOf);
    written.table.files.push(file);
    written.table.rows += file.rows ?? 0;
  }
  return written;
}

type Stated = Pick<StoredFile, 'path' | 'sha256'>;

/** Whether a file of a build has the hash that its manifest states. */
async function isWhole({folder}: Build, {path, sha256}: Stated, hashOf: HashOf): Promise<boolean> {
  const file = join(folder, path);
  return (await exists(file)) && (await hashOf(file)) === sha256;
}

/** The ledgers that a build has of some sources, as its manifest states them. */
function oldLedgers({manifest: {others = []}}: Build, slugs: ReadonlySet<string>): StoredFile[] {
  const paths = new Set([...slugs].map(inBuild.loads));
  return others.filter(({path}) => paths.has(path));
}

/** The log of a dataset in the build before, whose hash must be that of its manifest. */
async function oldLog(before: Build, path: string, hashOf: HashOf): Promise<string> {
  const {folder, manifest} = before;
  const file = join(folder, path);
  const stated = manifest.datasets[changes.name]?.files.find((one) => one.path === path);
  if (!stated || !(await isWhole(before, stated, hashOf))) {
    throw new Error(
      `${path} of build ${manifest.build_id} is missing or damaged (${file}): check the disk, restore it from a copy, and run again`,
    );
  }
  return file;
}

interface ComparedBuilds {
  dataset: Dataset;
  build: Logged;
  before: Build;
  /** Whether both have the same columns. */
  sameColumns: boolean;
  hashOf: HashOf;
}

/**
 * Creates the table `logged` with what differs in a dataset. Without a table: `same`, nothing can differ;
 * `lost`, the export or a ledger of the build before is missing or damaged.
 */
async function compareDataset(
  db: DuckDBConnection,
  folder: string,
  {dataset, build, before, sameColumns, hashOf}: ComparedBuilds,
): Promise<'differs' | 'same' | 'lost'> {
  const {name} = dataset;
  const renewed = renewedSources(name, before.manifest, build);
  const mayDrift = driftsIn(dataset, before.manifest, build);
  const whole = before.manifest.index[name]?.whole;
  const ledgers = ledgersOf(name, before, {folder, manifest: build});
  if ((renewed.size === 0 && !mayDrift) || !whole || ledgers.length === 0) return 'same';
  const exported = join(before.folder, whole.path);
  const read = [whole, ...oldLedgers(before, renewed)];
  for (const one of read) if (!(await isWhole(before, one, hashOf))) return 'lost';
  await compareRecords(db, {dataset, ledgers, renewed, exported, mayDrift});
  // Other columns change the content of every record: only those count that say something else.
  if (!sameColumns) await db.run("DELETE FROM differing WHERE kind = 'changed' AND len(fields) = 0");
  const causes = causesOf(before.manifest, build);
  const of = ledgers.map(({slug}) => `WHEN source = ${literal(slug)} THEN ${literal(causes.of(slug))}`);
  // The same content gives other values by code or by the day alone, whatever the files have of other records.
  const own = `CASE WHEN same_content THEN 'pipeline' ${of.join(' ')} END`;
  const joined = literal(causes.joined);
  await db.run(`CREATE OR REPLACE TABLE logged AS SELECT record_id, source, kind, fields,
      CASE WHEN NOT joined THEN ${own} WHEN NOT own OR ${own} = ${joined} THEN ${joined} ELSE 'unknown' END AS cause
    FROM differing`);
  await db.run('DROP TABLE differing');
  return 'differs';
}

type Sources = Pick<Manifest, 'sources'>;

/** Sources of a dataset that only one of two builds has, or of which they have different parts. */
function renewedSources(dataset: string, before: Sources, now: Sources): Set<string> {
  const [old, own] = [before, now].map(
    ({sources}) =>
      new Map(sources.filter((one) => one.dataset === dataset).map((one) => [one.slug, one.part_key])),
  );
  const slugs = [...old!.keys(), ...own!.keys()];
  return new Set(slugs.filter((slug) => old!.get(slug) !== own!.get(slug)));
}

/** The ledgers of all sources of a dataset in two builds. */
function ledgersOf(
  dataset: string,
  before: Pick<Build, 'folder'> & {manifest: Sources},
  now: Pick<Build, 'folder'> & {manifest: Sources},
): Ledgers[] {
  const pathIn = ({folder, manifest}: typeof before, slug: string): string | null =>
    manifest.sources.some((one) => one.slug === slug && one.dataset === dataset)
      ? join(folder, inBuild.loads(slug))
      : null;
  const all = [...before.manifest.sources, ...now.manifest.sources].filter((one) => one.dataset === dataset);
  const slugs = [...new Set(all.map(({slug}) => slug))].sort();
  return slugs.map((slug) => ({slug, before: pathIn(before, slug), now: pathIn(now, slug)}));
}

/** Whether columns that the parts of a dataset do not hold may differ: by code, by day, by other tables. */
function driftsIn(
  dataset: Dataset,
  before: Pick<Manifest, 'rules' | 'data_as_of' | 'datasets'>,
  now: Logged,
): boolean {
  const derived = derivedColumns(dataset);
  const joins = [...new Set(derived.flatMap(({join}) => join ?? []))];
  if (derived.length === 0) return false;
  const sql = [...derived.map((one) => one.sql), ...joins.map((one) => dataset.joins?.[one] ?? '')].join(
    '\n',
  );
  if (before.rules !== now.rules) return true;
  if (readsAsOf(sql) && before.data_as_of.slice(0, 10) !== now.data_as_of.slice(0, 10)) return true;
  const filesOf = (datasets: Manifest['datasets'], name: string) =>
    (datasets[name]?.files ?? []).map(({sha256}) => sha256).join();
  return [...namedIn(sql)].some(
    (name) =>
      now.datasets[name] !== undefined &&
      name !== dataset.name &&
      filesOf(before.datasets, name) !== filesOf(now.datasets, name),
  );
}

interface LogOf {
  dataset: Dataset;
  build: Logged;
  number: number;
  /** The log of the build before; null: the dataset has none. */
  old: string | null;
  /** Whether the table `logged` has what this build adds. */
  made: boolean;
  /** Earlier changes are dropped. */
  from: string;
}

const timeSql = (time: string): string => `TIMESTAMPTZ ${literal(`${time}+00`)}`;

/** Writes the log of a dataset, or links that of the build before where it stays as it is. */
async function writeLog(
  db: DuckDBConnection,
  target: string,
  {dataset, build, number, old, made, from}: LogOf,
): Promise<void> {
  const rows = old === null ? null : `read_parquet(${literal(old)})`;
  if (rows !== null) {
    const added = made ? await count(db, 'SELECT count(*) FROM logged') : 0;
    const dropped = await count(db, `SELECT count(*) FROM ${rows} WHERE changed_at < ${timeSql(from)}`);
    if (added === 0 && dropped === 0) return linkFile(old!, target);
  }
  const kept = `(FROM ${rows} WHERE changed_at >= ${timeSql(from)})`;
  const columns = storedColumns(changes.columns);
  const names = columns.map(([name]) => ident(name)).join(', ');
  const none = columns.map(([name, column]) => `CAST(NULL AS ${sqlType(column)}) AS ${ident(name)}`);
  const selects = [
    `SELECT ${none.join(', ')} WHERE false`,
    ...(rows === null ? [] : [`SELECT ${names} FROM ${kept}`]),
    ...(made ? [addedRows(dataset, build, number, rows)] : []),
  ];
  await mkdir(dirname(target), {recursive: true});
  const about = fileMetadata(changes, [], build.synthetic);
  await writeParquet(db, selects.join(' UNION ALL '), defaultOrder(changes), target, about);
}

/** SELECT of the rows that a build adds; `kept`: those that are kept of the builds before. */
function addedRows(
  {name}: Dataset,
  {build_id, built_at}: Logged,
  number: number,
  kept: string | null,
): string {
  const gone = kept
    ? `SELECT record_id FROM ${kept} GROUP BY record_id HAVING arg_max(kind, build_number) = 'removed'`
    : 'SELECT NULL::VARCHAR AS record_id WHERE false';
  const values: Record<string, string> = {
    change_id: `${literal(`${name}/`)} || record_id || ${literal(`/${build_id}`)}`,
    dataset: literal(name),
    record_id: 'record_id',
    kind: `CASE WHEN kind = 'added' AND record_id IN (${gone}) THEN 'returned' ELSE kind END`,
    changed_at: timeSql(built_at),
    build_id: literal(build_id),
    cause: 'cause',
    source: 'source',
    fields: 'fields',
    build_number: String(number),
  };
  const fields = storedColumns(changes.columns).map(([column, type]) => {
    const sql = values[column];
    if (sql === undefined) throw new Error(`the log does not give ${column}`);
    return `CAST(${sql} AS ${sqlType(type)}) AS ${ident(column)}`;
  });
  return `SELECT ${fields.join(', ')} FROM logged`;
}

/** What a build added to the log of a dataset, by kind and cause. */
async function countChanges(
  db: DuckDBConnection,
  file: string,
  {dataset, number}: {dataset: string; number: number},
): Promise<ChangeCount[]> {
  const reader = await db.runAndReadAll(`SELECT kind, cause, count(*)
    FROM read_parquet(${literal(file)}) WHERE build_number = ${number} GROUP BY ALL ORDER BY ALL`);
  return reader
    .getRows()
    .map(([kind, cause, n]) => ({dataset, kind: String(kind), cause: String(cause), count: Number(n)}));
}

async function describe(
  db: DuckDBConnection,
  folder: string,
  path: string,
  hashOf: HashOf,
): Promise<StoredFile> {
  const full = join(folder, path);
  const rows = await count(db, `SELECT count(*) FROM read_parquet(${literal(full)})`);
  return {path, bytes: (await stat(full)).size, sha256: await hashOf(full), rows};
}
