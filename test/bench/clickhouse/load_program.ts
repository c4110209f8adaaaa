/** Program: writes the rows of a build as Parquet, and reads them into the tables of ClickHouse. */
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {inBuild} from '../../../builds/artefacts.ts';
import {literal} from '../../../datasets/rules/sql.ts';
import {openSessions} from './chdb.ts';
import {rowsSelect, tableStatements} from './tables.ts';

const {CLICKHOUSE_MODULE: modulePath, CLICKHOUSE_FOLDER: folder, CLICKHOUSE_BUILD: buildDir} = process.env;
if (!modulePath || !folder || !buildDir) {
  throw new Error('set CLICKHOUSE_MODULE, CLICKHOUSE_FOLDER and CLICKHOUSE_BUILD');
}
const file = `${folder}.parquet`;
await mkdir(folder, {recursive: true});
try {
  const instance = await DuckDBInstance.create(join(buildDir, inBuild.catalogue), {
    access_mode: 'READ_ONLY',
    memory_limit: '3GB',
    threads: '2',
    temp_directory: `${file}.tmp`,
  });
  const db = await instance.connect();
  await db.run(`SET VARIABLE build = ${literal(buildDir)}`);
  await db.run(`COPY (${rowsSelect()}) TO ${literal(file)} (FORMAT parquet)`);
  db.closeSync();
  instance.closeSync();
  const [session] = openSessions(modulePath, folder, 1);
  for (const sql of tableStatements(file)) session!.query(sql, 'TSV');
  session!.close();
} finally {
  await rm(file, {force: true});
  await rm(`${file}.tmp`, {recursive: true, force: true});
}
