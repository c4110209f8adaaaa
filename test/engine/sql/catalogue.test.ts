/**
 * The catalogue opened by analysts: from any folder, with a running server, after a move, under another name.
 */
import {execFile} from 'node:child_process';
import {mkdtemp, readdir, rename, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {DATASETS, DERIVED} from '../../../datasets/index.ts';
import {writeBuild} from '../../helpers/build.ts';
import {openReference} from '../../reference/open.ts';

const CLI = fileURLToPath(new URL('../../../engine/cli/catalogue.ts', import.meta.url));
const run = (dir: string) => promisify(execFile)(process.execPath, [CLI, dir], {cwd: '/'});

let root: string;
let dir: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'catalogue-'));
  dir = join(root, "o'build");
  await writeBuild(dir, {
    rows: {
      contracts: [
        {record_id: 'c_1', vendor: 'Élan Inc.', value: 1.5, date: '2024-01-02'},
        {record_id: 'c_2', vendor: 'ELAN', value: 2, date: null, last_changed: '2025-01-01T01:02:03'},
      ],
      awards: [{record_id: 'a_1', solicitation_number: 's1'}],
      tenders: [{record_id: 't_1', solicitation_number: 'S1', closing_date: '2024-05-06'}],
    },
    index: false,
  });
  await run(dir);
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** Rows of the last of the statements, in a database of the reader's own; everything as text. */
async function read(path: string, statements: readonly string[], readOnly = true): Promise<string[][]> {
  const instance = await DuckDBInstance.create(path, readOnly ? {access_mode: 'READ_ONLY'} : {});
  const connection = await instance.connect();
  try {
    let rows: string[][] = [];
    for (const sql of statements) {
      rows = (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(String));
    }
    return rows;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const file = () => join(dir, 'catalogue.duckdb');

test('it says which build it is of', async () =>
  expect(await read(file(), ['SELECT build_id()'])).toEqual([['test-build']]));

test('every dataset and entity is a view with all its columns, in table order', async () => {
  for (const {name, columns} of [...Object.values(DATASETS), ...Object.values(DERIVED)]) {
    const described = await read(file(), [`DESCRIBE "${name}"`]);
    expect(described.map(([column]) => column)).toEqual(Object.keys(columns));
  }
});

test('no table, view or schema stands beside the datasets, entities and contracts counted once', async () => {
  const own = [...Object.values(DATASETS), ...Object.values(DERIVED)].map(({name}) => name);
  const names = [...own, 'contracts_once'].sort();
  const shown = await read(file(), [
    'SELECT table_schema, table_name FROM information_schema.tables ORDER BY 2',
  ]);
  expect(shown).toEqual(names.map((name) => ['main', name]));
  const schemas = await read(file(), [
    "SELECT schema_name FROM duckdb_schemas() WHERE NOT internal AND database_name = 'catalogue'",
  ]);
  expect(schemas).toEqual([]);
});

test('types are those of the declarations; derived columns are joined in', async () => {
  const types = Object.fromEntries(
    (await read(file(), ['DESCRIBE contracts'])).map(([name, type]) => [name, type]),
  );
  expect(types).toMatchObject({
    value: 'DECIMAL(18,2)',
    date: 'DATE',
    last_updated: 'TIMESTAMP WITH TIME ZONE',
    vendor_key: 'VARCHAR',
  });
  const rows = await read(file(), [
    "SET TimeZone = 'America/Toronto'",
    'SELECT record_id, value, date, vendor_key, last_updated::VARCHAR FROM contracts ORDER BY ALL',
  ]);
  expect(rows).toEqual([
    ['c_1', '1.50', '2024-01-02', 'ELAN', '2026-01-01 22:04:05-05'],
    ['c_2', '2.00', 'null', 'ELAN', '2024-12-31 20:02:03-05'],
  ]);
  expect(await read(file(), ['SELECT closing_date FROM awards'])).toEqual([['2024-05-06']]);
  expect(await read(file(), ['SELECT count(*) FROM disclosures'])).toEqual([['2']]);
  expect(await read(file(), ['SELECT slug FROM sources ORDER BY 1'])).toContainEqual(['canadabuys_awards']);
});

test('views and columns have comments with help and unit; the macros exist', async () => {
  const [view] = await read(file(), [
    "SELECT comment FROM duckdb_views() WHERE view_name = 'contracts' AND schema_name = 'main'",
  ]);
  expect(view?.[0]).toContain('One record per contract');
  const [column] = await read(file(), [
    "SELECT comment FROM duckdb_columns() WHERE table_name = 'contracts' AND schema_name = 'main' AND column_name = 'value'",
  ]);
  expect(column?.[0]).toMatch(/latest amendment.* \[CAD\]$/);
  expect(await read(file(), ["SELECT fold('É'), vendor_key_of('A & B Inc.')"])).toEqual([['e', 'a and b']]);
});

test('it can be read together with the server and other readers, and attached under another name', async () => {
  const engine = await openReference(dir, {memory_mb: 128, threads: 1});
  const script = `SELECT count(*) FROM contracts`;
  const [one, two] = await Promise.all([
    promisify(execFile)(process.execPath, ['-e', reader(script)], {
      cwd: join(import.meta.dirname, '../../..'),
    }),
    read(file(), [script]),
  ]);
  expect(one.stdout.trim()).toBe('2');
  expect(two).toEqual([['2']]);
  await engine.close();
  const attach = `ATTACH '${file().replaceAll("'", "''")}' AS theirs (READ_ONLY)`;
  expect(
    await read(
      ':memory:',
      [attach, "SELECT record_id, theirs.vendor_key_of('B Ltd') FROM theirs.awards"],
      false,
    ),
  ).toEqual([['a_1', 'b']]);
});

/** Program: reads one number from the catalogue. */
const reader = (sql: string) => `
  const {DuckDBInstance} = require('@duckdb/node-api');
  DuckDBInstance.create(${JSON.stringify(file())}, {access_mode: 'READ_ONLY'})
    .then((db) => db.connect())
    .then((connection) => connection.runAndReadAll(${JSON.stringify(sql)}))
    .then((result) => console.log(String(result.getRows()[0][0])));`;

test('a moved build is readable with a variable or after the command ran again, without leftovers', async () => {
  const moved = join(root, 'moved');
  await rename(dir, moved);
  const old = dir;
  dir = moved;
  const count = 'SELECT count(*) FROM contracts';
  await expect(read(file(), [count])).rejects.toThrow(old.slice(0, 10));
  expect(await read(file(), [`SET VARIABLE build = '${moved}'`, count])).toEqual([['2']]);
  const {stdout} = await run(moved);
  expect(stdout.trim()).toBe(file());
  expect(await read(file(), [count])).toEqual([['2']]);
  expect((await readdir(moved)).filter((name) => name.startsWith('catalogue'))).toEqual(['catalogue.duckdb']);
});

test('the command names what it cannot open and fails', async () => {
  await expect(run(join(root, 'nowhere'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nowhere cannot be opened as a build folder'),
  });
});
