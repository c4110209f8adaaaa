/** Profiles by name: resolution in three steps (specification 1.14), then columns and sections of the entity. */
import {DERIVED} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Derived} from '../../datasets/types.ts';
import {namesOf} from '../relations.ts';
import type {Row} from '../types.ts';
import {expression, from} from './columns.ts';
import type {Database} from './database.ts';

/** The profile of the entity that `name` finds, its fields in the declared order; null when nothing is found. */
export async function profile(database: Database, entity: string, name: string): Promise<Row | null> {
  const of = DERIVED[entity];
  if (!of || of.names === null) throw new Error(`${entity} has no profiles`);
  const key = await resolve(database, of, name);
  if (key === null) return null;
  const [columns, ...sections] = await Promise.all([
    readColumns(database, of, key),
    ...Object.keys(of.sections).map((section) => readSection(database, of, section, key, name)),
  ]);
  const fields: Row = Object.assign({}, columns, ...sections);
  return Object.fromEntries(of.profile.map((field) => [field, fields[field] ?? null]));
}

/**
 * Key of the entity: by a known name, then by `also_known`, then by a beginning, then by any part of a name. Among
 * known names the entity's own comes first, so that the key of every listed entity leads to its own profile.
 */
async function resolve(database: Database, of: Derived, name: string): Promise<string | null> {
  const known = fold(name);
  if (known === '') return null;
  const spellings = (test: string) => `SELECT entity FROM ${namesOf(of.name)} WHERE ${test}`;
  const steps: {sql: string; values: {known: string} | {name: string}}[] = [
    {sql: spellings('name = entity AND name = $name'), values: {name}},
    {sql: spellings('name = entity AND known = $known'), values: {known}},
    {sql: spellings('known = $known'), values: {known}},
    ...(of.also_known === undefined ? [] : [{sql: of.also_known, values: {name}}]),
    {sql: spellings('starts_with(known, $known)'), values: {known}},
    {sql: spellings('contains(known, $known)'), values: {known}},
  ];
  const column = ident(of.key.column);
  const rank = expression(of, of.key.rank);
  for (const {sql, values} of steps) {
    const [found] = await database.rows(
      `SELECT r.${column} AS key ${from(of, [rank])} WHERE r.${column} IN (${sql})
      ORDER BY ${rank.sql} DESC NULLS LAST, r.${column} LIMIT 1`,
      values,
    );
    if (found) return String(found['key']);
  }
  return null;
}

async function readColumns(database: Database, of: Derived, key: string): Promise<Row> {
  const names = of.profile.filter((field) => of.columns[field]);
  const shown = names.map((name) => ({name, ...expression(of, name)}));
  const fields = shown.map(({name, sql}) => `${sql} AS ${ident(name)}`).join(', ');
  const [row] = await database.rows(
    `SELECT ${fields} ${from(of, shown)} WHERE r.${ident(of.key.column)} = $key`,
    {key},
  );
  if (!row) throw new Error(`${of.name} has no row for ${key}, which its names point to`);
  return row;
}

/** DuckDB refuses values that a statement does not name, so `$name` is bound only where it stands. */
async function readSection(
  database: Database,
  of: Derived,
  part: string,
  key: string,
  name: string,
): Promise<Row> {
  const section = of.sections[part];
  if (!section) throw new Error(`${of.name} has no section ${part}`);
  const values: Record<string, string> = /\$name\b/.test(section.sql) ? {key, name} : {key};
  const rows = await database.rows(section.sql, values);
  return {[part]: section.column.type === 'object' ? (rows[0] ?? null) : rows};
}
