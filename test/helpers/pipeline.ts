/** Common parts of pipeline tests: folders, handmade snapshots, Parquet and rejects as values. */
import {isUtf8} from 'node:buffer';
import {createHash} from 'node:crypto';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';

import {zstdDecompressSync} from 'node:zlib';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {dataPaths, inBuild, type Snapshot} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {PIPELINE_MACROS} from '../../datasets/rules/pipeline_macros.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Column, Columns, Dataset, Json, Layout, Source} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {readManifest} from '../../engine/file/build_files.ts';
import {loadCodes} from '../../pipeline/normalise/codes.ts';
import {type TypedRows, typeRows} from '../../pipeline/normalise/rows.ts';
import {encodingFrom} from '../../pipeline/read/decode.ts';
import {formatOf} from '../../pipeline/read/formats.ts';
import {CREATE_FILES, CREATE_REFUSED} from '../../pipeline/read/staging.ts';
import type {Emit} from '../../pipeline/runtime/events.ts';
import {makePart, type PartEntry, partPaths} from '../../pipeline/write/part.ts';
import {deferCleanup} from './cleanup.ts';

/** An empty folder, removed after the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pipeline-test-'));
  deferCleanup(() => rm(path, {recursive: true, force: true}));
  return path;
}

/** Adds an invented dataset until the end of the test. */
export function addDataset(dataset: Dataset): void {
  DATASETS[dataset.name] = dataset;
  deferCleanup(() => delete DATASETS[dataset.name]);
}

/** A database in memory with the text macros; closed by the caller. */
export async function memoryDatabase(): Promise<{
  db: DuckDBConnection;
  close: () => void;
}> {
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  const db = await instance.connect();
  await db.run(PIPELINE_MACROS.join(';\n'));
  const close = () => {
    db.closeSync();
    instance.closeSync();
  };
  return {db, close};
}

/**
 * Types rows of one layout given as cells by column, as the pipeline does after reading: creates `typed`,
 * `cell_warnings` and `refused` in the database. A blank cell is null, as reading leaves it.
 */
export async function typeCells(
  db: DuckDBConnection,
  columns: Columns,
  layouts: readonly Layout[],
  layout: Layout,
  rows: readonly Record<string, string>[],
): Promise<TypedRows> {
  const typed = await selectCells(db, columns, layouts, layout, rows);
  await db.run(`CREATE TABLE typed AS ${typed.select(typed.types.keys())}`);
  return typed;
}

/** The same without `typed`, whose planning is most of the cost: for tests that ask for types alone. */
export async function selectCells(
  db: DuckDBConnection,
  columns: Columns,
  layouts: readonly Layout[],
  layout: Layout,
  rows: readonly Record<string, string>[],
): Promise<TypedRows> {
  const used = usedColumns(layout);
  await loadCodes(db);
  await db.run(CREATE_REFUSED);
  await db.run(CREATE_FILES);
  await db.run("INSERT INTO files VALUES (0, DATE '2026-03-04')");
  await db.run(
    `CREATE TABLE stage_0 (${['_row BIGINT', '_file INTEGER', ...used.map((name) => `${ident(name)} VARCHAR`)].join(', ')})`,
  );
  const appender = await db.createAppender('stage_0');
  for (const [at, row] of rows.entries()) {
    appender.appendBigInt(BigInt(at));
    appender.appendInteger(0);
    for (const name of used) {
      const cell = row[name];
      if (cell) appender.appendVarchar(cell);
      else appender.appendNull();
    }
    appender.endRow();
  }
  appender.closeSync();
  const none = new Set<string>();
  const sets = {coded: none, unread: none};
  const relation = {layout, table: 'stage_0', files: [], single: null, labels: [], ...sets};
  return typeRows(db, columns, layouts, {tables: [relation]});
}

/** Rows of `typed` in the order of the given rows, as JSON values. */
export async function typedValues(db: DuckDBConnection, typed: TypedRows): Promise<Record<string, Json>[]> {
  const rows = (await db.runAndReadAll('FROM typed ORDER BY _row')).getRowObjectsJson();
  const named = (form: RegExp) =>
    [...typed.types].filter(([, type]) => form.test(type)).map(([name]) => name);
  const [numeric, times] = [named(/^(DECIMAL|BIGINT|INTEGER)/), named(/^TIMESTAMP/)];
  return rows.map((row) => {
    const numbers = numeric.map((name) => [name, row[name] === null ? null : Number(row[name])]);
    const spelled = times.map((name) => [
      name,
      row[name] === null ? null : String(row[name]).replace(' ', 'T').replace('+00', ''),
    ]);
    return {...row, ...Object.fromEntries([...numbers, ...spelled])} as Record<string, Json>;
  });
}

/** A snapshot of a file in place. */
export async function snapshotOf(path: string): Promise<Snapshot> {
  const bytes = await readFile(path);
  const name = basename(path);
  const format = formatOf(name) ?? 'csv';
  return {
    name,
    path,
    format,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    url: `mirror:${name}`,
    fetched_at: '2026-03-04T05:06:07',
    checked_at: '2026-03-04T05:06:07',
    etag: null,
    last_modified: null,
    encoding: format === 'zip' ? 'binary' : encodingFrom(bytes, isUtf8(bytes)),
    synthetic: false,
    origin: 'test',
  };
}

export interface MadePart {
  entry: PartEntry;
  /** Rows of the Parquet in file order, stored columns in table order. */
  records: Record<string, Json>[];
  /** Lines of the rejects file. */
  rejects: Record<string, Json>[];
}

/** Runs reading, normalising and writing over files in place. */
export async function partOf(
  source: Source,
  dataset: Dataset,
  paths: readonly string[],
  emit: Emit = () => undefined,
): Promise<MadePart> {
  const dataDir = await folder();
  const snapshots = await Promise.all(paths.map(snapshotOf));
  const {entry} = await makePart({dataDir, memoryMb: 512}, source, snapshots, emit);
  const at = partPaths(dataDir, source.slug, entry.part_key);
  return {
    entry,
    records: await parquetRows(at.parquet, dataset),
    rejects: await rejectLines(at.rejects),
  };
}

/** The part of a source that an ingest wrote below a data folder and that its current build names. */
export async function ingestedPart(dataDir: string, source: Source, dataset: Dataset): Promise<MadePart> {
  const {sources} = await readManifest(join(dataPaths(dataDir).current, inBuild.manifest));
  const named = sources.find(({slug}) => slug === source.slug);
  if (!named) throw new Error(`the build in ${dataDir} has no source ${source.slug}`);
  const at = partPaths(dataDir, source.slug, named.part_key);
  return {
    entry: JSON.parse(await readFile(at.entry, 'utf8')),
    records: await parquetRows(at.parquet, dataset),
    rejects: await rejectLines(at.rejects),
  };
}

let reading: Promise<DuckDBConnection> | undefined;

/** A connection that only reads files, opened once by each worker. */
const readingConnection = (): Promise<DuckDBConnection> =>
  (reading ??= DuckDBInstance.create(':memory:', {threads: '1'}).then((instance) => instance.connect()));

/** Rows of a Parquet file of a dataset, in file order, as the JSON values that the types promise. */
export async function parquetRows(path: string, dataset: Dataset): Promise<Record<string, Json>[]> {
  const db = await readingConnection();
  const reader = await db.runAndReadAll(`FROM read_parquet('${path}')`);
  const columns = storedColumns(dataset.columns);
  return reader
    .getRowObjectsJson()
    .map((row) =>
      Object.fromEntries(columns.map(([name, column]) => [name, plain(row[name] as Json, column)])),
    );
}

/** A value in DuckDB's JSON -> the JSON value of the column's type. */
function plain(value: Json | undefined, column: Column): Json {
  if (value === null || value === undefined) return null;
  if (column.type === 'money' || column.type === 'integer') return Number(value);
  if (column.type !== 'rows' || !Array.isArray(value)) return value;
  const fields = Object.entries(column.fields ?? {});
  return value.map((item) => {
    const struct = item as Record<string, Json>;
    return Object.fromEntries(fields.map(([name, field]) => [name, plain(struct[name], field)]));
  });
}

export async function rejectLines(path: string): Promise<Record<string, Json>[]> {
  const text = zstdDecompressSync(await readFile(path)).toString('utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, Json>);
}
