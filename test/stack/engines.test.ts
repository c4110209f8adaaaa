/**
 * Every Parquet file of a build, read by engines that nobody here wrote: rows, values that are not null and sums of
 * money. Each engine runs where it is found (`ENGINES_DIR`) and is skipped elsewhere.
 */
import {spawnSync} from 'node:child_process';
import {existsSync, globSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {beforeAll, expect, test} from 'vitest';
import type {Manifest} from '../../builds/artefacts.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';
import {ROOT, sharedData} from '../helpers/stack.ts';

const MODULES = process.env['ENGINES_DIR'] || '/nowhere';
const PROGRAM = fileURLToPath(new URL('engines/program.mjs', import.meta.url));

/** Files of a folder or of an export, its columns and those of money. */
interface Table {
  name: string;
  files: string[];
  columns: string[];
  decimals: string[];
  /** Of the columns, those of structs and geometries. ClickHouse has no null for them. */
  structs: string[];
}

interface Statistics {
  rows: number;
  filled: Record<string, number>;
  sums: Record<string, number>;
}

const tables: Table[] = [];
let expected: Record<string, Statistics> = {};
let manifest: Manifest;

/** What an engine finds in some tables. */
function readBy(
  engine: string,
  modules: string,
  cwd: string,
  some: readonly Table[],
): Record<string, Statistics> {
  const input = JSON.stringify({modules, tables: some});
  const {status, stdout, stderr} = spawnSync(process.execPath, [PROGRAM, engine], {
    cwd,
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${engine}: ${stderr}`);
  return JSON.parse(stdout);
}

let build = '';
beforeAll(async () => {
  build = join(await sharedData(), 'current');
  manifest = JSON.parse(await readFile(join(build, 'manifest.json'), 'utf8'));
  const {db, close} = await memoryDatabase();
  const add = async (name: string, pattern: string) => {
    // Paths within the build: ClickHouse reads below the folder that it runs in.
    const files = globSync(pattern, {cwd: build}).sort();
    if (files.length === 0) return;
    const reader = await db.runAndReadAll(`DESCRIBE FROM read_parquet('${join(build, files[0]!)}')`);
    const typed = reader.getRows().map(([column, type]) => [String(column), String(type)] as const);
    const decimals = typed.flatMap(([column, type]) => (type === 'DECIMAL(18,2)' ? [column] : []));
    const isStruct = (type: string): boolean => /^(STRUCT|GEOMETRY)/.test(type) && !type.endsWith('[]');
    const structs = typed.flatMap(([column, type]) => (isStruct(type) ? [column] : []));
    tables.push({name, files, columns: typed.map(([column]) => column), decimals, structs});
  };
  for (const name of Object.keys(manifest.datasets)) await add(name, `parquet/${name}/*.parquet`);
  for (const path of globSync('export/*.parquet', {cwd: build})) await add(path, path);
  for (const path of globSync('changes/*.parquet', {cwd: build})) await add(path, path);
  close();
  expected = readBy('duckdb', ROOT, build, tables);
});

test('every folder read whole has the rows that the manifest says, and every export those of its folder', () => {
  const rows = Object.fromEntries(Object.entries(expected).map(([name, one]) => [name, one.rows]));
  const said = Object.entries(manifest.datasets).flatMap(([name, {rows: count, files}]) =>
    files.length === 0 ? [] : [[name, count]],
  );
  expect(said.length).toBeGreaterThan(35);
  expect(rows).toMatchObject(Object.fromEntries(said.filter(([name]) => name !== 'changes')));
  for (const {name} of tables.filter((one) => one.name.startsWith('export/'))) {
    const whole = manifest.datasets[basename(name, '.parquet')]?.rows;
    if (whole !== undefined) expect([name, rows[name]]).toEqual([name, whole]);
  }
});

test.for([
  ['duckdb-1.1', 'duckdb-1.1'],
  ['duckdb-1.4', 'duckdb-1.4'],
  ['clickhouse', 'chdb'],
  ['polars', 'nodejs-polars'],
  ['hyparquet', 'hyparquet'],
  ['parquet-wasm', 'parquet-wasm'],
] as const)('%s reads every file as the DuckDB of the build does', ([engine, module], {skip}) => {
  skip(!existsSync(join(MODULES, 'node_modules', module)), `${module} is not in ENGINES_DIR`);
  const found = readBy(engine, MODULES, build, tables);
  const wanted = structuredClone(expected);
  if (engine === 'clickhouse')
    for (const {name, structs} of tables)
      for (const column of structs) for (const one of [found, wanted]) delete one[name]?.filled[column];
  expect(found).toEqual(wanted);
});
