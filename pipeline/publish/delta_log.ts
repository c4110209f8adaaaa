/**
 * Writes a Delta Lake log over the Parquet files of a build: engines that read such tables open a dataset as
 * one, with names and types, wherever the build lies, as paths are relative. One version a build, since a
 * build never changes.
 */
import {mkdir, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import {datasetOrEntity} from '../../datasets/index.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Column, ColumnType} from '../../datasets/types.ts';
import {hashText} from '../runtime/disk.ts';

type DeltaType = string | {type: string; [name: string]: unknown};

/** Types of the Delta protocol, by ours. */
const TYPES: Partial<Record<ColumnType, DeltaType>> = {
  text: 'string',
  integer: 'long',
  money: 'decimal(18,2)',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  'text[]': {type: 'array', elementType: 'string', containsNull: true},
  geometry: 'string',
};

const structOf = (fields: readonly [string, Column][]): DeltaType => ({
  type: 'struct',
  fields: fields.map(([name, column]) => ({name, type: typeOf(column), nullable: true, metadata: {}})),
});

function typeOf(column: Column): DeltaType {
  const known = TYPES[column.type];
  if (known) return known;
  const struct = structOf(Object.entries(column.fields ?? {}));
  return column.type === 'rows' ? {type: 'array', elementType: struct, containsNull: true} : struct;
}

/** What any reader of such tables knows. */
const PROTOCOL = {minReaderVersion: 1, minWriterVersion: 2};

/** A UUID that is the same for every build of a dataset. */
function tableId(name: string): string {
  const hex = hashText(`table ${name}`);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** A Parquet file of a table: its path relative to the table's folder. */
interface TableFile {
  path: string;
  bytes: number;
  rows: number;
}

/** The table of a build as one commit of the Delta protocol: its protocol, schema and files. */
export function deltaCommit(name: string, files: readonly TableFile[], builtAt: string): string {
  const schema = structOf(storedColumns(datasetOrEntity(name).columns));
  const time = Date.parse(`${builtAt}Z`);
  const actions = [
    {protocol: PROTOCOL},
    {
      metaData: {
        id: tableId(name),
        name,
        format: {provider: 'parquet', options: {}},
        schemaString: JSON.stringify(schema),
        partitionColumns: [],
        configuration: {},
        createdTime: time,
      },
    },
    ...files.map(({path, bytes, rows}) => ({
      add: {
        path,
        partitionValues: {},
        size: bytes,
        modificationTime: time,
        dataChange: true,
        stats: JSON.stringify({numRecords: rows}),
      },
    })),
  ];
  return `${actions.map((action) => JSON.stringify(action)).join('\n')}\n`;
}

/** Columns of a checkpoint, one for each kind of action. */
const ACTIONS = `{
  txn: 'STRUCT(appId VARCHAR, version BIGINT, lastUpdated BIGINT)',
  add: 'STRUCT(path VARCHAR, partitionValues MAP(VARCHAR, VARCHAR), size BIGINT, modificationTime BIGINT,
    dataChange BOOLEAN, stats VARCHAR)',
  remove: 'STRUCT(path VARCHAR, deletionTimestamp BIGINT, dataChange BOOLEAN)',
  metaData: 'STRUCT(id VARCHAR, name VARCHAR, format STRUCT(provider VARCHAR, options MAP(VARCHAR, VARCHAR)),
    schemaString VARCHAR, partitionColumns VARCHAR[], configuration MAP(VARCHAR, VARCHAR), createdTime BIGINT)',
  protocol: 'STRUCT(minReaderVersion INTEGER, minWriterVersion INTEGER)'}`;

/**
 * Writes the commit of a table, and the checkpoint that lets its version follow none. Returns the paths of
 * both.
 */
async function writeLog(
  db: DuckDBConnection,
  folder: string,
  log: string,
  commit: string,
): Promise<string[]> {
  const [json, checkpoint] = [`${log}.json`, `${log}.checkpoint.parquet`];
  await mkdir(dirname(join(folder, log)), {recursive: true});
  // The whole build is flushed before it gets its name.
  await writeFile(join(folder, json), commit);
  await db.run(`COPY (FROM read_json(${literal(join(folder, json))}, format = 'newline_delimited', columns = ${ACTIONS}))
    TO ${literal(join(folder, checkpoint))} (FORMAT parquet)`);
  return [json, checkpoint];
}

/** The Parquet files of a dataset or entity in a build, with their rows; its names are no part of it. */
function tableFiles(name: string, {datasets, sources}: Pick<Manifest, 'datasets' | 'sources'>): TableFile[] {
  const {rows, files} = datasets[name]!;
  return files.flatMap(({path, bytes, rows: own}) => {
    if (path === inBuild.names(name)) return [];
    const slug = basename(path, '.parquet');
    const source = sources.find((one) => one.slug === slug && path === inBuild.part(name, slug));
    return [{path: basename(path), bytes, rows: source?.kept ?? own ?? rows}];
  });
}

/**
 * Writes the log of every dataset and entity that has files; returns the paths, relative to the build.
 * Versions are the seconds of the build's time, so that they rise from build to build wherever its folder is
 * copied to.
 */
export async function writeDeltaLogs(
  db: DuckDBConnection,
  folder: string,
  manifest: Pick<Manifest, 'datasets' | 'sources' | 'built_at'>,
): Promise<string[]> {
  const version = Date.parse(`${manifest.built_at}Z`) / 1000;
  const paths: string[] = [];
  for (const name of Object.keys(manifest.datasets)) {
    const files = tableFiles(name, manifest);
    if (!files.length) continue;
    const commit = deltaCommit(name, files, manifest.built_at);
    paths.push(...(await writeLog(db, folder, inBuild.deltaLog(name, version), commit)));
  }
  return paths;
}
