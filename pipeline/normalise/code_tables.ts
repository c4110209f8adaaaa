/** Fills the code tables that come with a source, in which its fields look texts up. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Layout, Source} from '../../datasets/types.ts';
import type {Staged} from '../read/staging.ts';
import {codeTable, EMPTY_MAP, rowsByCode} from './codes.ts';
import {refuse} from './counts.ts';
import {count, typeRows} from './rows.ts';

/**
 * Creates the tables from staged rows before any field reads them. Returns the number of rows used and their
 * cells that became null; refuses rows without a code or name.
 */
export async function makeCodeTables(
  db: DuckDBConnection,
  source: Source,
  staged: Pick<Staged, 'tables'>,
): Promise<{rows: number; notes: Record<string, number>}> {
  const layouts = source.layouts.filter((layout) => layout.codeTable !== undefined);
  const taken = {rows: 0, notes: {}};
  for (const [name = '', declared] of Map.groupBy(layouts, (layout) => layout.codeTable)) {
    const tables = staged.tables.filter(({layout}) => layout.codeTable === name);
    if (!tables.length) continue;
    const {rows, notes} = await fillCodeTable(db, name, declared, tables);
    taken.rows += rows;
    taken.notes = {...taken.notes, ...notes};
  }
  return taken;
}

async function fillCodeTable(
  db: DuckDBConnection,
  name: string,
  layouts: readonly Layout[],
  tables: Staged['tables'],
): Promise<{rows: number; notes: Record<string, number>}> {
  const rows = await typeRows(db, {}, layouts, {tables});
  const from = ident(`rows_of_${name}`);
  await db.run(`CREATE TABLE ${from} AS ${rows.select(rows.types.keys())}`);
  const fields = [...rows.types.keys()];
  for (const needed of ['code', 'name'].filter((one) => fields.includes(one)))
    await refuse(db, `${needed} IS NULL`, `no ${needed}`, from);
  await db.run(`CREATE TABLE ${rowsByCode(name)} AS
    SELECT * EXCLUDE (_row, _file) FROM (SELECT fold(CAST(code AS VARCHAR)) AS _code, * FROM ${from})
    QUALIFY row_number() OVER (PARTITION BY _code ORDER BY _row) = 1`);
  // A table without names is only read by its codes.
  if (fields.includes('name')) await nameCodes(db, name, from, fields);
  const notes = Object.entries(rows.notes).map(([reason, n]) => [`${name}: ${reason}`, n]);
  return {rows: await count(db, `SELECT count(*) FROM ${from}`), notes: Object.fromEntries(notes)};
}

/** Creates the maps from spellings to codes and names. */
async function nameCodes(
  db: DuckDBConnection,
  name: string,
  from: string,
  fields: readonly string[],
): Promise<void> {
  // A code takes precedence over a name that is spelled like it.
  const spellings = ['code', ...fields.filter((field) => field !== 'code')].map(
    (field, at) => `SELECT fold(${ident(field)}) AS spelling, ${at} AS kind, _row, code, name FROM ${from}`,
  );
  const map = (value: string) => `coalesce(map(list(spelling), list(${value})), ${EMPTY_MAP})`;
  await db.run(`CREATE TABLE ${codeTable(name)} AS
    WITH known AS (
      SELECT spelling, first(code ORDER BY kind, _row) AS code, first(name ORDER BY kind, _row) AS name
      FROM (${spellings.join(' UNION ALL ')}) WHERE spelling <> '' GROUP BY spelling
    )
    SELECT ${map('code')} AS codes, ${map('name')} AS names FROM known`);
}
