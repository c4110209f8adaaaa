/** Fills a cluster from the Parquet of a build: tables by COPY, then indexes, then VACUUM ANALYZE. */
import {spawn} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {ident, literal} from '../../../datasets/rules/sql.ts';
import {readBuild} from '../../../engine/file/build_files.ts';
import {namesOf} from '../../../engine/file/relations.ts';
import {readRelation} from '../../../engine/sql/read_relation.ts';
import {atEnd, endChild} from '../closing.ts';
import {type Cluster, DATABASE, OWNER} from './cluster.ts';
import {AFTER_LOAD} from './indexes.ts';
import {SEARCHED, SEARCHED_FIELDS, searchedSelect} from './search.ts';
import {fieldsOf, NAMES, selectOf, TABLES} from './tables.ts';
import {LOADED_FIELDS, LOADED_ZONES, loadedSelect} from './zones.ts';

const ROWS = fileURLToPath(new URL('rows.ts', import.meta.url));
/** Characters of a statement that are shown. */
const MOST_TOLD = 120;
const NAME_FIELDS = ['name', 'known', 'entity'];

export interface Loaded {
  rows_s: number;
  indexes_s: number;
  /** Bytes of the tables, and of all their indexes. */
  tables: number;
  indexes: number;
}

/** Loads every table of the comparison. `emit` gets the duration of each step, in seconds. */
export async function load(
  cluster: Cluster,
  buildDir: string,
  emit: (line: string) => void,
): Promise<Loaded> {
  const startedAt = performance.now();
  await psql(cluster, 'CREATE EXTENSION pg_trgm');
  await psql(cluster, 'CREATE EXTENSION postgis');
  const temporary = await mkdtemp(join(tmpdir(), 'bench-rows-'));
  const remove = atEnd(() => rm(temporary, {recursive: true, force: true}));
  for (const table of TABLES) {
    const fields = fieldsOf(table).map(([name, type]) => `${ident(name)} ${type}`);
    await psql(cluster, `CREATE UNLOGGED TABLE ${ident(table.name)} (${fields.join(', ')})`);
    await copy(cluster, buildDir, table.name, selectOf(table), temporary);
  }
  await psql(cluster, `CREATE UNLOGGED TABLE ${SEARCHED} (${SEARCHED_FIELDS.join(', ')})`);
  await copy(cluster, buildDir, SEARCHED, searchedSelect(), temporary);
  await psql(
    cluster,
    `CREATE UNLOGGED TABLE ${NAMES} (${NAME_FIELDS.map((name) => `${name} text`).join(', ')})`,
  );
  await copy(cluster, buildDir, NAMES, await namesSelect(buildDir), temporary);
  await psql(cluster, `CREATE UNLOGGED TABLE ${LOADED_ZONES} (${LOADED_FIELDS.join(', ')})`);
  await copy(cluster, buildDir, LOADED_ZONES, loadedSelect('r.last_updated'), temporary);
  await remove();
  const rows_s = seconds(startedAt);
  emit(`rows: ${rows_s.toFixed(0)} s`);
  const indexing = performance.now();
  for (const sql of AFTER_LOAD) {
    const one = performance.now();
    await psql(cluster, sql);
    emit(`${seconds(one).toFixed(1).padStart(6)} s  ${sql.replace(/\s+/g, ' ').slice(0, MOST_TOLD)}`);
  }
  await psql(cluster, 'VACUUM (ANALYZE, FREEZE)');
  const [tables, indexes] = (await psql(cluster, SIZES)).split('|').map(Number);
  return {rows_s, indexes_s: seconds(indexing), tables: tables ?? 0, indexes: indexes ?? 0};
}

const SIZES = `SELECT sum(pg_table_size(oid)), sum(pg_indexes_size(oid)) FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

const seconds = (since: number): number => (performance.now() - since) / 1000;

const psqlArgs = ({socket}: Cluster, sql: string): string[] => {
  const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
  return [...options, '-h', socket, '-U', OWNER, '-d', DATABASE, '-c', sql];
};

/** What the statement prints, fields parted by bars; throws with what psql says. */
export async function psql(cluster: Cluster, sql: string): Promise<string> {
  return await finished(spawn(join(cluster.bin, 'psql'), psqlArgs(cluster, sql)), `psql: ${sql}`);
}

async function copy(
  cluster: Cluster,
  buildDir: string,
  table: string,
  select: string,
  temporary: string,
): Promise<void> {
  const env = {
    ...process.env,
    ROWS_NODE: process.execPath,
    ROWS_PROGRAM: ROWS,
    ROWS_BUILD: buildDir,
    ROWS_SQL: select,
    ROWS_TEMPORARY: temporary,
  };
  // psql starts the program itself, so that the rows go from one to the other without passing through here.
  const sql = `\\copy ${ident(table)} FROM PROGRAM '"$ROWS_NODE" "$ROWS_PROGRAM"' (FORMAT csv)`;
  await finished(spawn(join(cluster.bin, 'psql'), psqlArgs(cluster, sql), {env}), `rows of ${table}`);
}

async function finished(child: ReturnType<typeof spawn>, program: string): Promise<string> {
  const done = atEnd(() => endChild(child, 'SIGTERM'));
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err = (err + text).slice(-4000);
  });
  const code = await new Promise<number | null>((ended, failed) => {
    child.once('error', failed);
    child.once('close', ended);
  });
  await done();
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${err}`);
  return out.trim();
}

/** SELECT of the names of vendors, which have no view in the catalogue. */
async function namesSelect(buildDir: string): Promise<string> {
  const {dir, relations} = await readBuild(buildDir);
  const names = relations.find(({name}) => name === namesOf('vendors'));
  if (!names) throw new Error(`${dir} has no names of vendors`);
  const rows = readRelation(names, (path) => literal(join(dir, path)), false);
  return `SELECT ${NAME_FIELDS.join(', ')} FROM (${rows})`;
}
