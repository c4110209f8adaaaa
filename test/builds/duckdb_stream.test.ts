/** Streams of DuckDB give all rows or an error. */
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {chunksOf} from '../../builds/duckdb_stream.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection?.closeSync();
  instance?.closeSync();
});

async function countOf(sql: string): Promise<number> {
  let rows = 0;
  for await (const chunk of chunksOf(connection, sql)) rows += chunk.rowCount;
  return rows;
}

test.each([0, 1, 2048, 2049, 300_000])('%i rows are all there', async (rows) => {
  expect(await countOf(`SELECT i, 'x' || i FROM range(${rows}) AS t(i)`)).toBe(rows);
  expect(await countOf(`SELECT i FROM range(${rows}) AS t(i) ORDER BY hash(i)`)).toBe(rows);
});

test.each([0, 5000, 299_999])('a statement that fails at row %i of 300,000 is an error', async (at) => {
  const failing = `SELECT CASE WHEN i = ${at} THEN error('no') ELSE CAST(i AS VARCHAR) END AS x FROM range(300000) AS t(i)`;
  await expect(countOf(failing)).rejects.toThrow(/./);
});

test('midway the error says what to do, and names the statement', async () => {
  await expect(
    countOf(
      "SELECT CASE WHEN i = 250000 THEN error('no') ELSE CAST(i AS VARCHAR) END AS x FROM range(300000) AS t(i)",
    ),
  ).rejects.toThrow(/before its last row.*make room.*run again \(SELECT CASE WHEN i = 250000/);
});

test('a reader that stops early leaves the connection as it was', async () => {
  for await (const chunk of chunksOf(connection, 'SELECT i FROM range(1000000) AS t(i)')) {
    expect(chunk.rowCount).toBeGreaterThan(0);
    break;
  }
  expect(await countOf('SELECT 1')).toBe(1);
});
