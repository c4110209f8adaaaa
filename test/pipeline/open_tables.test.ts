/**
 * The Delta log of a build: names, types, files and rows as in the Parquet, and as ClickHouse reads them
 * where it is found.
 */
import {cp, mkdtemp, readFile, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {askClickHouse, hasClickHouse} from '../helpers/engines.ts';
import {ingest} from '../helpers/ingest.ts';
import {fillMirror, manifestOf} from '../helpers/mirror.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';

let root = '';
let build = '';
let manifest: Manifest;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'open-tables-'));
  await fillMirror(join(root, 'mirror'));
  const dataDir = join(root, 'data');
  expect((await ingest({DATA_DIR: dataDir, MIRROR: join(root, 'mirror')})).code).toBe(0);
  manifest = await manifestOf(dataDir);
  // Paths are relative: the table opens wherever the build lies.
  build = join(root, 'moved');
  await cp(dataPaths(dataDir).build(manifest.build_id), build, {recursive: true});
});
afterAll(() => rm(root, {recursive: true, force: true}));

interface Field {
  name: string;
  type: unknown;
}

/** Types of the Delta protocol as DuckDB describes those of the Parquet. */
function sqlOf(type: unknown): string {
  const simple: Record<string, string> = {
    string: 'VARCHAR',
    long: 'BIGINT',
    'decimal(18,2)': 'DECIMAL(18,2)',
    double: 'DOUBLE',
    boolean: 'BOOLEAN',
    date: 'DATE',
    timestamp: 'TIMESTAMP WITH TIME ZONE',
  };
  if (typeof type === 'string') return simple[type] ?? `unknown ${type}`;
  const nested = type as {type: string; elementType?: unknown; fields?: Field[]};
  if (nested.type === 'array') return `${sqlOf(nested.elementType)}[]`;
  return `STRUCT(${nested.fields?.map(({name, type: one}) => `${name} ${sqlOf(one)}`).join(', ')})`;
}

const tables = (): string[] =>
  Object.entries(manifest.datasets).flatMap(([name, {files}]) =>
    // The log of changes is read as plain Parquet.
    files.length && name !== 'changes' ? [name] : [],
  );

/** Path of the log of a table, relative to the build, without the endings of its files. */
const logOf = (name: string): string => inBuild.deltaLog(name, Date.parse(`${manifest.built_at}Z`) / 1000);

async function commitOf(name: string) {
  const text = await readFile(join(build, `${logOf(name)}.json`), 'utf8');
  const actions = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [first, second, ...rest] = actions;
  return {protocol: first.protocol, metaData: second.metaData, added: rest.map(({add}) => add)};
}

test('every table has a log with its files, their sizes and rows', async () => {
  expect(tables()).toEqual(expect.arrayContaining(['contracts', 'vendors', 'departments']));
  for (const name of tables()) {
    const {added, metaData} = await commitOf(name);
    const folder = join(build, dirname(dirname(logOf(name))));
    for (const {path, size} of added) expect((await stat(join(folder, path))).size).toBe(size);
    const rows = added.reduce((sum, {stats}) => sum + JSON.parse(stats).numRecords, 0);
    expect([name, rows]).toEqual([name, manifest.datasets[name]!.rows]);
    expect(metaData.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
  const listed = new Set(manifest.others?.map(({path}) => path));
  for (const name of tables())
    for (const ending of ['.json', '.checkpoint.parquet']) expect(listed).toContain(logOf(name) + ending);
});

/** A value without members that are null, as JSON has it. */
const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (one === null ? undefined : one)));

test('the checkpoint of a table holds the actions of its commit, so that no earlier version is needed', async () => {
  const {db, close} = await memoryDatabase();
  try {
    for (const name of tables()) {
      const reader = await db.runAndReadAll(
        `SELECT to_json(a)::VARCHAR AS action FROM read_parquet('${join(build, logOf(name))}.checkpoint.parquet') AS a`,
      );
      const actions = reader.getRowObjectsJson().map(({action}) => bare(JSON.parse(String(action))));
      const {protocol, metaData, added} = await commitOf(name);
      expect(actions).toEqual([{protocol}, {metaData}, ...added.map((add: object) => ({add}))]);
    }
  } finally {
    close();
  }
});

test('names and types are those of the Parquet; any reader of Delta tables knows them', async () => {
  const {db, close} = await memoryDatabase();
  try {
    for (const name of tables()) {
      const {protocol, metaData, added} = await commitOf(name);
      const {fields}: {fields: Field[]} = JSON.parse(metaData.schemaString);
      const folder = join(build, dirname(dirname(logOf(name))));
      const reader = await db.runAndReadAll(
        `DESCRIBE FROM read_parquet([${added.map(({path}) => `'${join(folder, path)}'`).join(', ')}])`,
      );
      const described = reader.getRowObjectsJson().map((row) => [row['column_name'], row['column_type']]);
      expect(fields.map((field) => [field.name, sqlOf(field.type).replaceAll('"', '')])).toEqual(
        described.map(([column, type]) => [column, String(type).replaceAll('"', '')]),
      );
      expect(protocol).toEqual({minReaderVersion: 1, minWriterVersion: 2});
    }
  } finally {
    close();
  }
});

describe.skipIf(!hasClickHouse)('ClickHouse', () => {
  test('reads as many rows and the same sums', async () => {
    const ask = (what: string, name: string) =>
      `SELECT ${what} FROM deltaLakeLocal('parquet/${name}') SETTINGS allow_experimental_delta_kernel_rs = 0`;
    const [sum, ...counts] = askClickHouse(
      [ask('sum(value)', 'contracts'), ...tables().map((name) => ask('count()', name))],
      build,
    );
    expect(counts.map(Number)).toEqual(tables().map((name) => manifest.datasets[name]!.rows));
    const {db, close} = await memoryDatabase();
    const reader = await db.runAndReadAll(
      `SELECT sum(value)::VARCHAR AS sum FROM read_parquet('${join(build, 'parquet/contracts/*.parquet')}')`,
    );
    close();
    expect(Number(sum)).toBe(Number(reader.getRowObjectsJson()[0]?.['sum']));
  });
});
