/**
 * Reads files of a build by one engine, in a process of its own. The first argument names the engine; standard
 * input has its module's folder and the files of each table as JSON; standard output has, for each table, rows, values that
 * are not null by column and sums of decimal columns in cents.
 */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const [engine] = process.argv.slice(2);
const {modules, tables} = JSON.parse(readFileSync(0, 'utf8'));
const require = createRequire(join(modules, 'here.js'));
const cents = (sum) => Math.round(Number(String(sum ?? 0)) * 100);

/** Statistics by SQL: `ask` gives the one row of a statement as texts, by name. */
async function bySql(ask, source, {files, columns, decimals}) {
  const quoted = (name) => `"${name}"`;
  const list = ['count(*) AS "rows"'];
  for (const name of columns) list.push(`count(${quoted(name)}) AS ${quoted(`n_${name}`)}`);
  for (const name of decimals) list.push(`sum(${quoted(name)}) AS ${quoted(`s_${name}`)}`);
  const row = await ask(`SELECT ${list.join(', ')} FROM ${source(files)}`);
  return {
    rows: Number(row.rows),
    filled: Object.fromEntries(columns.map((name) => [name, Number(row[`n_${name}`])])),
    sums: Object.fromEntries(decimals.map((name) => [name, cents(row[`s_${name}`])])),
  };
}

/** Statistics of values in memory: `valuesOf` gives those of a column. */
function byColumn(rows, {columns, decimals}, valuesOf) {
  const filled = {};
  const sums = {};
  for (const name of columns) {
    const values = valuesOf(name).filter((value) => value !== null && value !== undefined);
    filled[name] = values.length;
    if (decimals.includes(name)) sums[name] = cents(values.reduce((sum, value) => sum + Number(value), 0));
  }
  return {rows, filled, sums};
}

async function duckdb(name) {
  const {DuckDBInstance} = require(name);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const ask = async (sql) => {
    const reader = await connection.runAndReadAll(sql);
    const [values] = reader.getRows();
    return Object.fromEntries(reader.columnNames().map((column, k) => [column, values[k] ?? 0]));
  };
  const source = (files) => `read_parquet([${files.map((file) => `'${file}'`)}])`;
  return (table) => bySql(ask, source, table);
}

async function clickhouse() {
  const {query} = require('chdb');
  const ask = (sql) => JSON.parse(query(sql, 'JSONEachRow'));
  const source = ([first, ...others]) =>
    others.length === 0 ? `file('${first}', Parquet)` : `file('{${[first, ...others]}}', Parquet)`;
  return (table) => bySql(ask, source, table);
}

async function polars() {
  const pl = require('nodejs-polars');
  return (table) => {
    const frames = table.files.map((file) => pl.readParquet(file));
    const frame = frames.length === 1 ? frames[0] : pl.concat(frames);
    const valuesOf = (name) => {
      const column = frame.getColumn(name);
      const isDecimal = table.decimals.includes(name);
      if (isDecimal) return column.cast(pl.Float64).toArray();
      // Only whether there is a value counts here.
      return Array.from(column.isNotNull().toArray(), (there) => (there ? 1 : null));
    };
    return byColumn(frame.height, table, valuesOf);
  };
}

async function hyparquet() {
  const importOf = (path) => import(pathToFileURL(join(modules, 'node_modules', path)));
  const {asyncBufferFromFile, parquetReadObjects} = await importOf('hyparquet/src/node.js');
  const {compressors} = await importOf('hyparquet-compressors/src/index.js');
  return async (table) => {
    const rows = [];
    for (const path of table.files) {
      const file = await asyncBufferFromFile(path);
      for (const row of await parquetReadObjects({file, compressors})) rows.push(row);
    }
    return byColumn(rows.length, table, (name) => rows.map((row) => row[name]));
  };
}

async function parquetWasm() {
  const wasm = require('parquet-wasm');
  const {tableFromIPC} = require('apache-arrow');
  return (table) => {
    const parts = table.files.map((file) =>
      tableFromIPC(wasm.readParquet(readFileSync(file)).intoIPCStream()),
    );
    const rows = parts.reduce((sum, {numRows}) => sum + numRows, 0);
    const scaled = (vector) => Array.from(vector, (value) => (value === null ? null : Number(value) / 100));
    const valuesOf = (name) =>
      parts.flatMap((part) => {
        const vector = part.getChild(name);
        if (table.decimals.includes(name)) return scaled(vector);
        const none = vector.nullCount;
        return Array.from({length: part.numRows}, (_, k) => (k < none ? null : 1));
      });
    return byColumn(rows, table, valuesOf);
  };
}

const ENGINES = {
  duckdb: () => duckdb('@duckdb/node-api'),
  'duckdb-1.1': () => duckdb('duckdb-1.1'),
  'duckdb-1.4': () => duckdb('duckdb-1.4'),
  clickhouse,
  polars,
  hyparquet,
  'parquet-wasm': parquetWasm,
};

const read = await ENGINES[engine]();
const results = {};
for (const table of tables) results[table.name] = await read(table);
process.stdout.write(JSON.stringify(results));
