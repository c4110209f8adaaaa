/** Lookup tables of the working database: institutions, and the code tables of a source. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {departmentSpellings, titleOf} from '../../datasets/codes/department_titles.ts';
import {DEPARTMENTS} from '../../datasets/codes/departments.ts';
import {ident, literals} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Field, Layout} from '../../datasets/types.ts';

/** Creates `departments` (folded spelling -> title) and `institutions` (folded code -> title). */
export async function loadCodes(db: DuckDBConnection): Promise<void> {
  await fillTable(db, 'departments (spelling, title)', departmentSpellings());
  const institutions = DEPARTMENTS.map((one): [string, string] => [one.key, titleOf(one)]);
  await fillTable(db, 'institutions (code, title)', institutions);
}

async function fillTable(db: DuckDBConnection, table: string, rows: readonly [string, string][]) {
  const values = [...firstMeanings(rows)].map((row) => `(${literals(row)})`);
  await db.run(`CREATE TABLE ${table} AS VALUES ${values.join(', ')}`);
}

/** Values by folded spelling; the first meaning of a spelling wins. */
export function firstMeanings(spellings: readonly (readonly [string, string])[]): Map<string, string> {
  return new Map(spellings.toReversed().map(([text, value]) => [fold(text), value]));
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
