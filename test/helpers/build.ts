/** Writes a small but complete build folder from rows given as objects, for tests of engine and server. */
import {createHash} from 'node:crypto';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {FORMAT, inBuild, loadsOf, type Manifest, type SourceEntry} from '../../builds/artefacts.ts';
import {DATASETS, DERIVED, defaultOrder} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {PIPELINE_MACROS} from '../../datasets/rules/pipeline_macros.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import {vendorKey} from '../../datasets/rules/text.ts';
import type {Dataset, Json, Source} from '../../datasets/types.ts';
import {compileBuild} from '../../engine/compile/run.ts';
import {readBuild} from '../../engine/file/build_files.ts';
import {resolveNames} from '../../pipeline/write/organizations.ts';
import {emptyBuildIn} from './empty_build.ts';

/** Any stored columns of a dataset; `last_changed` and `first_seen` are the record's load times. */
export type GivenRow = Record<string, Json>;

export interface BuildInput {
  /**
   * Rows by dataset. All sources of a dataset named here count as loaded, also without rows; a row belongs to
   * the source whose label is its `source_dataset`, else to the first. Columns that are not given are null,
   * lists empty, `event_type` and `source_url` as in the examples, ids counted up, `vendor_group` the key of
   * `vendor`.
   */
  rows: Record<string, GivenRow[]>;
  build_id?: string;
  data_as_of?: string;
  /**
   * False leaves the index out, which takes most of the time; the reference needs none. Tables without rows
   * are taken from a build that was compiled before; `whole` compiles them too.
   */
  index?: false | 'whole';
}

const LOADED = '2026-01-02T03:04:05';

/** Writes the build into `dir`, which is emptied first, and returns its manifest. */
export async function writeBuild(dir: string, input: BuildInput): Promise<Manifest> {
  await rm(dir, {recursive: true, force: true});
  await mkdir(dir, {recursive: true});
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  const connection = await instance.connect();
  try {
    const data_as_of = input.data_as_of ?? LOADED;
    for (const macro of [PIPELINE_MACROS.join(';\n'), asOfMacro(data_as_of)]) await connection.run(macro);
    const manifest: Manifest = {
      format: FORMAT,
      build_id: input.build_id ?? 'test-build',
      definition: 'test',
      built_at: LOADED,
      data_as_of,
      synthetic: true,
      sources: [],
      datasets: {},
      index: {},
      checks: [],
      links: [],
    };
    for (const dataset of Object.values(DATASETS)) {
      await writeDataset(connection, dir, dataset, input.rows[dataset.name], manifest);
    }
    await writeDerived(connection, dir, manifest);
    const write = () => writeFile(join(dir, inBuild.manifest), JSON.stringify(manifest, null, 2));
    await write();
    if (input.index === false) return manifest;
    manifest.index = await compileIndex(dir, input.index ?? 'linked');
    await write();
    return manifest;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Compiles all tables, or those that have rows. */
async function compileIndex(dir: string, how: 'linked' | 'whole'): Promise<Manifest['index']> {
  const options = {memory_mb: 256, emit() {}};
  if (how === 'whole') return compileBuild(await readBuild(dir), {...options, previous: null});
  const empty = join(dir, '.empty');
  const previous = await emptyBuildIn(empty, (other) => writeBuild(other, {rows: {}, index: 'whole'}));
  const index = await compileBuild(await readBuild(dir), {...options, previous});
  await rm(empty, {recursive: true});
  return index;
}

async function writeDataset(
  connection: DuckDBConnection,
  dir: string,
  dataset: Dataset,
  given: GivenRow[] | undefined,
  manifest: Manifest,
): Promise<void> {
  const {name, view, columns, sources} = dataset;
  if (view) {
    await connection.run(`CREATE VIEW ${name} AS SELECT * FROM ${view.table} AS r WHERE ${view.where}`);
    return;
  }
  const stored = storedColumns(columns);
  await connection.run(
    `CREATE TABLE ${name} (${stored.map(([column, type]) => `"${column}" ${sqlType(type)}`).join(', ')})`,
  );
  await connection.run(
    `CREATE TABLE ${loadsOf(name)} (record_id VARCHAR, first_seen TIMESTAMP, last_changed TIMESTAMP)`,
  );
  if (!given) return;
  const entry = {rows: given.length, files: [] as {path: string; bytes: number; sha256: string}[]};
  manifest.datasets[name] = entry;
  const filled = given.map((row, i) => fill(dataset, row, i));
  for (const source of sources) {
    const rows = filled.filter((row) => row['source_dataset'] === source.label);
    const types = stored.map(([column, type]) => `'${column}': '${sqlType(type)}'`);
    types.push(`'first_seen': 'TIMESTAMP'`, `'last_changed': 'TIMESTAMP'`);
    const json = join(dir, 'rows.ndjson');
    await writeFile(json, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await connection.run(
      `CREATE OR REPLACE TABLE part AS SELECT * FROM read_json(${text(json)}, format = 'newline_delimited', columns = {${types.join(', ')}})`,
    );
    await rm(json);
    const names = stored.map(([column]) => `"${column}"`).join(', ');
    const part = `SELECT ${names} FROM part ORDER BY ${defaultOrder(dataset)}`;
    await connection.run(`INSERT INTO ${name} ${part}`);
    const loads = `"${dataset.id.column}" AS record_id, first_seen, last_changed FROM part`;
    await connection.run(`INSERT INTO ${loadsOf(name)} SELECT ${loads}`);
    entry.files.push(await copy(connection, dir, inBuild.part(name, source.slug), part));
    await copy(
      connection,
      dir,
      inBuild.loads(source.slug),
      `SELECT "${dataset.id.column}" AS record_id, hash("${dataset.id.column}") AS content_hash, first_seen, last_changed FROM part`,
    );
    manifest.sources.push(entryOf(dataset, source, rows));
  }
}

/** The row with every stored column. */
function fill({columns, id, sources}: Dataset, row: GivenRow, i: number): GivenRow {
  const filled: GivenRow = {first_seen: LOADED, last_changed: LOADED};
  for (const [name, column] of storedColumns(columns)) {
    filled[name] = column.type === 'text[]' || column.type === 'rows' ? [] : null;
    if (['event_type', 'source_url'].includes(name)) filled[name] = column.example;
  }
  filled[id.column] = `${id.prefix}${String(i).padStart(16, '0')}`;
  filled['source_dataset'] = sources[0]?.label ?? null;
  if (columns['vendor_group'] && typeof row['vendor'] === 'string') {
    filled['vendor_group'] = vendorKey(row['vendor']);
  }
  return {...filled, ...row};
}

function entryOf({name, date}: Dataset, source: Source, rows: GivenRow[]): SourceEntry {
  const dates = rows.map((row) => (date ? row[date] : null)).filter((day) => typeof day === 'string');
  dates.sort();
  return {
    slug: source.slug,
    dataset: name,
    label: source.label,
    publisher: source.publisher,
    license: source.license,
    page: source.page,
    cadence: source.cadence,
    part_key: source.slug,
    read: rows.length,
    kept: rows.length,
    merged: 0,
    rejected: 0,
    merged_by_reason: {},
    rejected_by_reason: {},
    notes: {},
    files: [],
    first_date: dates[0] ?? null,
    last_date: dates.at(-1) ?? null,
    coverage: {},
    fetched_at: LOADED,
    synthetic: true,
    origin: 'test',
    stale: null,
  };
}

async function writeDerived(connection: DuckDBConnection, dir: string, manifest: Manifest): Promise<void> {
  for (const derived of Object.values(DERIVED)) {
    const {name, sql, columns, names} = derived;
    // A build without a line has no changes, and the sources are those of the manifest.
    if (typeof sql === 'string') continue;
    if (derived.resolved) await resolveNames(connection, derived.resolved);
    const types = storedColumns(columns).map(
      ([column, type]) => `CAST("${column}" AS ${sqlType(type)}) AS "${column}"`,
    );
    await connection.run(
      `CREATE TABLE ${name} AS SELECT ${types.join(', ')} FROM (${sql}) ORDER BY ${defaultOrder(derived)}`,
    );
    const files = [await copy(connection, dir, inBuild.derived(name), `SELECT * FROM ${name}`)];
    if (names !== null) {
      const select = `SELECT name, known, entity FROM (${names}) ORDER BY known, name, entity`;
      files.push(await copy(connection, dir, inBuild.names(name), select));
    }
    const counted = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM ${name}`);
    manifest.datasets[name] = {rows: Number(counted.getRows()[0]?.[0]), files};
  }
}

const text = (path: string) => `'${path.replaceAll("'", "''")}'`;

async function copy(connection: DuckDBConnection, dir: string, path: string, select: string) {
  const file = join(dir, path);
  await mkdir(dirname(file), {recursive: true});
  await connection.run(`COPY (${select}) TO ${text(file)} (FORMAT parquet, COMPRESSION zstd)`);
  const bytes = await readFile(file);
  return {path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex')};
}
