/** The database of a build reads that build only, within its memory limit. */
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {readBuild} from '../../engine/file/build_files.ts';
import {writeBuild} from '../helpers/build.ts';
import {openDatabase} from './database.ts';
import type {Database} from './pool.ts';

let dir: string;
let database: Database;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'views-'));
  await writeBuild(dir, {rows: {contracts: [{vendor: 'Zed', value: 1.5, date: '2024-01-01'}]}, index: false});
  await writeFile(join(dir, 'secret.csv'), 'a\n1\n');
  database = await openDatabase(await readBuild(dir), {memory_mb: 64});
});
afterAll(async () => {
  database.close();
  await rm(dir, {recursive: true, force: true});
});

test('the data date is the day of the newest fetch, whatever the clock says', async () => {
  expect(await database.rows('SELECT as_of() AS day, typeof(as_of()) AS type')).toEqual([
    {day: '2026-01-02', type: 'DATE'},
  ]);
});

test('the files of the build are read', async () => {
  expect(await database.rows('SELECT vendor, value, date FROM contracts')).toEqual([
    {vendor: 'Zed', value: 1.5, date: '2024-01-01'},
  ]);
});

test.each([
  ['read another file', () => `SELECT * FROM read_csv('${dir}/secret.csv')`],
  ['list files', () => `SELECT * FROM glob('${dir}/*')`],
  ['write a file', () => `COPY (SELECT 1) TO '${dir}/new.csv'`],
  ['attach a database', () => `ATTACH '${dir}/new.duckdb' AS other`],
  ['install an extension', () => 'INSTALL httpfs'],
  ['open the access again', () => 'SET enable_external_access = true'],
  ['allow another path', () => `SET allowed_paths = ['${dir}/secret.csv']`],
  ['take more memory', () => "SET memory_limit = '8GB'"],
  ['spill to disk', () => `SET temp_directory = '${dir}'`],
])('a statement cannot %s', async (_what, sql) => {
  await expect(database.rows(sql())).rejects.toThrow(/disabled|locked|cannot|not allowed/i);
});

test('a statement that needs more memory fails; the next one works', async () => {
  const statement = 'SELECT count(DISTINCT hash(i)) AS n FROM range(20000000) AS t(i)';
  await expect(database.rows(statement)).rejects.toThrow(/memory/i);
  expect(await database.rows('SELECT 1 AS one')).toEqual([{one: 1}]);
});

test('statements beyond the number of connections wait', async () => {
  const all = await Promise.all(
    Array.from({length: 30}, (_, i) => database.rows('SELECT CAST($n AS BIGINT) AS n', {n: BigInt(i)})),
  );
  expect(all.flat().map((row) => row['n'])).toEqual(Array.from({length: 30}, (_, i) => i));
});
