/** Lookup tables of institutions inside the working database. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {DEPARTMENTS, departmentSpellings, titleOf} from '../../datasets/codes/departments.ts';
import {fold} from '../../datasets/rules/text.ts';

/** Makes `departments` (folded spelling -> title) and `institutions` (folded code -> title). */
export async function loadCodes(db: DuckDBConnection): Promise<void> {
  await fill(db, 'departments', ['spelling', 'title'], departmentSpellings());
  await fill(
    db,
    'institutions',
    ['code', 'title'],
    DEPARTMENTS.map((one) => [one.code, titleOf(one)]),
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
