/**
 * Fills a cluster from the Parquet of a build: by table its rows by COPY, then its indexes; at the end VACUUM
 * ANALYZE.
 */
import {spawn} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {ident} from '../../../datasets/rules/sql.ts';
import {atEnd, endChild} from '../closing.ts';
import type {Steps} from '../loaded.ts';
import {type Cluster, DATABASE, OWNER} from './cluster.ts';
import {KEPT_FACETS} from './facets.ts';
import {afterLoad} from './indexes.ts';
import {TOTALS} from './tables.ts';
import {type LoadedTable, type Unit, unitsOf} from './units.ts';

const ROWS = fileURLToPath(new URL('rows.ts', import.meta.url));
/** Characters of a statement that are shown. */
const MOST_TOLD = 120;

export interface Loaded {
  rows_s: number;
  indexes_s: number;
  /** Bytes of the tables, and of all their indexes. */
  tables: number;
  indexes: number;
}

/** Takes a step of a unit that was not taken yet, and tells of it. */
type Take = (
  unit: string,
  sql: string,
  kind: 'rows' | 'indexes',
  work: () => Promise<unknown>,
) => Promise<void>;

const VACUUM = 'VACUUM (ANALYZE, FREEZE)';

/** What stands before all tables. */
const BEFORE: readonly string[] = [
  'CREATE EXTENSION pg_trgm',
  'CREATE EXTENSION postgis',
  `CREATE UNLOGGED TABLE ${TOTALS} (name text, records bigint)`,
  `CREATE UNLOGGED TABLE ${KEPT_FACETS} (dataset text, field text, facet json)`,
];

/**
 * Loads the named units, or all, from the build, and takes no step that `steps` knows as taken. `emit` gets
 * the duration of each, in seconds.
 */
export async function load(
  cluster: Cluster,
  buildDir: string,
  names: readonly string[] | null,
  steps: Steps,
  emit: (line: string) => void,
): Promise<Loaded> {
  for (const sql of BEFORE) await steps.take(sql, 'before', () => psql(cluster, sql));
  const take: Take = async (unit, sql, kind, work) => {
    const s = await steps.take(`${unit}: ${sql}`, kind, work);
    if (s !== null) emit(`${s.toFixed(1).padStart(6)} s  ${sql.replace(/\s+/g, ' ').slice(0, MOST_TOLD)}`);
  };
  const units = await unitsOf(buildDir, names);
  for (const unit of units) await loadUnit(cluster, buildDir, unit, take);
  // Another load, of more, ends with one of its own.
  const all = units.map(({name}) => name).join(' ');
  await take(all, VACUUM, 'indexes', () => psql(cluster, VACUUM));
  const [tables, indexes] = (await psql(cluster, SIZES)).split('|').map(Number);
  const {rows = 0, indexes: indexing = 0} = steps.seconds();
  return {rows_s: rows, indexes_s: indexing, tables: tables ?? 0, indexes: indexes ?? 0};
}

async function loadUnit(cluster: Cluster, buildDir: string, {name, tables}: Unit, take: Take): Promise<void> {
  for (const table of tables)
    await take(name, `rows of ${table.name}`, 'rows', () => loadRows(cluster, buildDir, table));
  for (const sql of afterLoad(name)) await take(name, sql, 'indexes', () => psql(cluster, sql));
}

async function loadRows(
  cluster: Cluster,
  buildDir: string,
  {name, fields, select}: LoadedTable,
): Promise<void> {
  // One that broke off may have left it.
  await psql(cluster, `DROP TABLE IF EXISTS ${ident(name)}`);
  await psql(cluster, `CREATE UNLOGGED TABLE ${ident(name)} (${fields.join(', ')})`);
  const temporary = await mkdtemp(join(tmpdir(), 'bench-rows-'));
  const remove = atEnd(() => rm(temporary, {recursive: true, force: true}));
  await copy(cluster, buildDir, name, select, temporary);
  await remove();
}

const SIZES = `SELECT sum(pg_table_size(oid)), sum(pg_indexes_size(oid)) FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

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
