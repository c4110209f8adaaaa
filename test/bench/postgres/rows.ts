/** Program: writes the rows of a statement over a build's catalogue as CSV to the standard output, a pipe. */
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {inBuild} from '../../../builds/artefacts.ts';
import {literal} from '../../../datasets/rules/sql.ts';

const {ROWS_BUILD: buildDir, ROWS_SQL: sql, ROWS_TEMPORARY: temporary} = process.env;
if (!buildDir || !sql || !temporary) throw new Error('set ROWS_BUILD, ROWS_SQL and ROWS_TEMPORARY');
const instance = await DuckDBInstance.create(join(buildDir, inBuild.catalogue), {
  access_mode: 'READ_ONLY',
  memory_limit: '3GB',
  threads: '2',
  temp_directory: temporary,
});
const db = await instance.connect();
await db.run(`SET VARIABLE build = ${literal(buildDir)}`);
await db.run(`COPY (${sql}) TO '/dev/stdout' (FORMAT csv, HEADER false)`);
db.closeSync();
instance.closeSync();
