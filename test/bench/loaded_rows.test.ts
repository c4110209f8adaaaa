/** The rows that the bench loads into other databases, as its own SQL selects them from a build. */
import {realpathSync} from 'node:fs';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {sharedData} from '../helpers/stack.ts';
import {rowsSelect} from './clickhouse/tables.ts';
import {unitsOf} from './postgres/units.ts';

let build: string;
let instance: DuckDBInstance;
let db: DuckDBConnection;
beforeAll(async () => {
  build = realpathSync(dataPaths(await sharedData()).current);
  instance = await DuckDBInstance.create(join(build, inBuild.catalogue), {access_mode: 'READ_ONLY'});
  db = await instance.connect();
  await db.run(`SET VARIABLE build = ${literal(build)}`);
});
afterAll(() => {
  db.closeSync();
  instance.closeSync();
});

test('every table of PostgreSQL has rows, with a value for each of its fields', async () => {
  const tables = (await unitsOf(build, null)).flatMap((unit) => unit.tables);
  expect(tables.length).toBeGreaterThan(10);
  for (const {name, fields, select} of tables) {
    const rows = await db.runAndReadUntil(select, 1);
    expect([name, rows.columnCount], name).toEqual([name, fields.length]);
    expect(rows.currentRowCount, name).toBeGreaterThan(0);
  }
});

test('contracts for ClickHouse have rows', async () => {
  expect((await db.runAndReadUntil(rowsSelect(), 1)).currentRowCount).toBeGreaterThan(0);
});
