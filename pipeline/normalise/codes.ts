/** Lookup tables of codes and institutions inside the working database. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {DEPARTMENTS, departmentSpellings, titleOf} from '../../datasets/codes/departments.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {CodeTable, Source} from '../../datasets/types.ts';
import {codeTable} from './fields.ts';

/** Makes `departments` (spelling -> title), `institutions` (code -> title) and a table per code table of the source. */
export async function loadCodes(db: DuckDBConnection, source: Source): Promise<void> {
  await fill(db, 'departments', ['spelling', 'title'], departmentSpellings());
  await fill(
    db,
    'institutions',
    ['code', 'title'],
    DEPARTMENTS.map((one) => [one.code, titleOf(one)]),
  );
  const tables = new Map<string, CodeTable>();
  for (const layout of source.layouts) {
    for (const field of Object.values(layout.fields))
      if (field.op === 'code') tables.set(field.table.name, field.table);
  }
  for (const table of tables.values())
    await fill(db, codeTable(table.name), ['spelling', 'value'], spellings(table));
}

/** Every spelling of a code table with its canonical value. */
export function spellings(table: CodeTable): [string, string][] {
  return Object.entries(table.values).flatMap(([value, known]) =>
    [value, ...known].map((spelling): [string, string] => [spelling, value]),
  );
}

async function fill(
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
