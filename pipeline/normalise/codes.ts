/** Lookup tables of the working database: institutions, and the code tables of a source. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {DEPARTMENTS, departmentSpellings, titleOf} from '../../datasets/codes/departments.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Field, Layout} from '../../datasets/types.ts';
import {inTransaction} from '../runtime/database.ts';

/** Creates `departments` (folded spelling -> title) and `institutions` (folded code -> title). */
export async function loadCodes(db: DuckDBConnection): Promise<void> {
  await inTransaction(db, async () => {
    await fillTable(db, 'departments', ['spelling', 'title'], departmentSpellings());
    await fillTable(
      db,
      'institutions',
      ['code', 'title'],
      DEPARTMENTS.map((one) => [one.key, titleOf(one)]),
    );
  });
}

/** Name of the one-row table of a source's code table: maps from spellings to `codes` and to `names`. */
export const codeTable = (name: string): string => ident(`codes_of_${name}`);

/**
 * Name of the row table of a source's code table: `_code`, folded and unique, and the fields of its layouts.
 */
export const rowsByCode = (name: string): string => ident(`rows_by_code_of_${name}`);

/** An empty map of a code table. */
export const EMPTY_MAP = 'map([]::VARCHAR[], []::VARCHAR[])';

/** Creates the code tables that fields read and that the source does not contain, empty. */
export async function emptyCodeTables(db: DuckDBConnection, layouts: readonly Layout[]): Promise<void> {
  const fields = layouts.flatMap((layout) => Object.values(layout.fields));
  for (const [name, fields_read] of Map.groupBy(fields.flatMap(lookedUpBy), ({table}) => table)) {
    const columns = [...new Set(fields_read.map((one) => one.field))].map(
      (field) => `${ident(field)} VARCHAR`,
    );
    await db.run(
      `CREATE TABLE IF NOT EXISTS ${rowsByCode(name)} (${['_code VARCHAR', ...columns].join(', ')})`,
    );
  }
  const names = new Set(fields.flatMap((field) => (field.op === 'decode' ? [field.table] : [])));
  for (const name of names) {
    await db.run(
      `CREATE TABLE IF NOT EXISTS ${codeTable(name)} AS SELECT ${EMPTY_MAP} AS codes, ${EMPTY_MAP} AS names`,
    );
  }
}

/** Fields of code tables that a field looks up by code. */
function lookedUpBy(field: Field): {table: string; field: string}[] {
  if (field.op === 'lookup') return [{table: field.table, field: field.value}];
  if (field.op === 'when') return lookedUpBy(field.value);
  if (field.op !== 'degree') return [];
  return field.locations.flatMap((location) =>
    location.form === 'lookup' ? ['lat', 'lng'].map((name) => ({table: location.table, field: name})) : [],
  );
}

async function fillTable(
  db: DuckDBConnection,
  table: string,
  columns: [string, string],
  rows: [string, string][],
) {
  await db.run(`CREATE TABLE ${table} (${columns[0]} VARCHAR, ${columns[1]} VARCHAR)`);
  // The first meaning of a spelling wins; a test of the definitions refuses tables with two meanings.
  const once = new Map<string, string>();
  for (const [key, value] of rows) if (!once.has(fold(key))) once.set(fold(key), value);
  const appender = await db.createAppender(table);
  for (const [key, value] of once) {
    appender.appendVarchar(key);
    appender.appendVarchar(value);
    appender.endRow();
  }
  appender.closeSync();
}
