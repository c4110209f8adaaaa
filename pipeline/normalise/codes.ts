/** Lookup tables inside the working database: those of institutions, and those that come with a source. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {DEPARTMENTS, departmentSpellings, titleOf} from '../../datasets/codes/departments.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Field, Layout} from '../../datasets/types.ts';

/** Makes `departments` (folded spelling -> title) and `institutions` (folded code -> title). */
export async function loadCodes(db: DuckDBConnection): Promise<void> {
  await fillTable(db, 'departments', ['spelling', 'title'], departmentSpellings());
  await fillTable(
    db,
    'institutions',
    ['code', 'title'],
    DEPARTMENTS.map((one) => [one.code, titleOf(one)]),
  );
}

/** Table of one row that stands for a code table of the source: maps from spellings to `codes` and to `names`. */
export const codeTable = (name: string): string => ident(`codes_of_${name}`);

/** Table of the rows of a code table of the source: `_code`, folded and unique, beside the fields of its layouts. */
export const rowsByCode = (name: string): string => ident(`rows_by_code_of_${name}`);

/** A map of a code table that knows nothing. */
export const EMPTY_MAP = 'map([]::VARCHAR[], []::VARCHAR[])';

/** Makes the tables that fields of the layouts name and that the source did not bring. */
export async function emptyCodeTables(db: DuckDBConnection, layouts: readonly Layout[]): Promise<void> {
  const fields = layouts.flatMap((layout) => Object.values(layout.fields));
  for (const [name, gives] of Map.groupBy(fields.flatMap(lookedUpBy), ({table}) => table)) {
    const columns = [...new Set(gives.map((one) => one.field))].map((field) => `${ident(field)} VARCHAR`);
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

/** Fields of code tables that a field reads by their code. */
function lookedUpBy(field: Field): {table: string; field: string}[] {
  if (field.op === 'lookup') return [{table: field.table, field: field.gives}];
  if (field.op === 'when') return lookedUpBy(field.value);
  if (field.op !== 'degree') return [];
  return field.at.flatMap((place) =>
    place.form === 'lookup' ? ['lat', 'lng'].map((name) => ({table: place.table, field: name})) : [],
  );
}

async function fillTable(
  db: DuckDBConnection,
  table: string,
  columns: [string, string],
  rows: [string, string][],
) {
  await db.run(`CREATE TABLE ${table} (${columns[0]} VARCHAR, ${columns[1]} VARCHAR)`);
  // The first meaning of a spelling stands; a definitions test refuses tables in which two meanings meet.
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
