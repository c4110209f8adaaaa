/** Entities computed over a few rows in memory, without files and without an index. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {loadsOf} from '../../builds/artefacts.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Derived, Json} from '../../datasets/types.ts';
import {folder, memoryDatabase} from './pipeline.ts';

type Row = Record<string, Json>;

export interface Derivation {
  /** Any columns of each table; those that are not given are null, lists empty. */
  given: readonly {declaration: Dataset | Derived; rows: readonly Row[]}[];
  /** Computed in this order, each over the ones before. */
  entities: readonly Derived[];
  /** Data date. */
  as_of: string;
}

/**
 * Makes tables of the given rows and of the entities, named like them, and the load times of datasets, which
 * are all noon of the data date. The database is closed by the caller.
 */
export async function derive({given, entities, as_of}: Derivation) {
  const {db, close} = await memoryDatabase();
  await db.run(asOfMacro(as_of));
  for (const {declaration, rows} of given) await fill(db, declaration, rows, as_of);
  for (const {name, columns, sql} of entities) {
    const stored = storedColumns(columns).map(
      ([column, is]) => `CAST(${ident(column)} AS ${sqlType(is)}) AS ${ident(column)}`,
    );
    await db.run(`CREATE TABLE ${ident(name)} AS SELECT ${stored.join(', ')} FROM (${sql})`);
  }
  /** Rows as JSON values; whole numbers as numbers. */
  const rows = async (sql: string): Promise<Row[]> => {
    const read = await db.runAndReadAll(`SELECT to_json(one) AS json FROM (${sql}) AS one`);
    return read.getRows().map(([json]) => JSON.parse(String(json)) as Row);
  };
  /** One part of the profile of one entity, in its order and cut as in an answer. */
  const section = (declaration: Derived, name: string, key: string): Promise<Row[]> => {
    const {sql, order, limit} = declaration.sections[name] ?? {sql: ''};
    return rows(
      `SELECT * EXCLUDE (_key) FROM (${sql}) WHERE _key = ${literal(key)} ${order ? `ORDER BY ${order}` : ''} ${limit ? `LIMIT ${limit}` : ''}`,
    );
  };
  return {db, rows, section, close};
}

async function fill(
  db: DuckDBConnection,
  declaration: Dataset | Derived,
  rows: readonly Row[],
  as_of: string,
): Promise<void> {
  const stored = storedColumns(declaration.columns);
  const path = join(await folder(), 'rows.ndjson');
  const lists = stored
    .filter(([, {type}]) => type === 'text[]' || type === 'rows')
    .map(([name]) => [name, []]);
  const whole = rows.map((row) => ({...Object.fromEntries(lists), ...row}));
  await writeFile(path, whole.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const types = stored.map(([name, column]) => `${literal(name)}: ${literal(sqlType(column))}`);
  await db.run(`CREATE TABLE ${ident(declaration.name)} AS
    FROM read_json(${literal(path)}, format = 'newline_delimited', columns = {${types.join(', ')}})`);
  if (!('id' in declaration)) return;
  const loaded = `TIMESTAMP ${literal(`${as_of} 12:00:00`)}`;
  await db.run(`CREATE TABLE ${ident(loadsOf(declaration.name))} AS
    SELECT ${ident(declaration.id.column)} AS record_id, ${loaded} AS first_seen, ${loaded} AS last_changed FROM ${ident(declaration.name)}`);
}
