/** Renders the fields of rows as JSON by SQL: those of the list item, then those that a single record adds. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Derived, Section} from '../../datasets/types.ts';
import {columnOf, detailFields, isDerived, listFields, type TableLayout} from '../file/table_layout.ts';
import {type Expression, expression} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {type JsonField, jsonArguments, jsonValue} from '../sql/json.ts';
import {SECTION_KEY, sectionOfAll} from '../sql/profile_sections.ts';

export interface Rendered {
  /** The values of a row over the alias `r`, in the order of its fields. */
  values: string[];
  /** The expressions they read, and the joins with profile sections. */
  reads: Expression[];
  joins: string;
}

/** Creates the tables of an entity's profile sections and returns the SQL of its rows. */
export async function renderRows(db: CompileDb, layout: TableLayout): Promise<Rendered> {
  const {declaration} = layout;
  const reads: Expression[] = [];
  const joins: string[] = [];
  const rendered = (name: string): string => {
    const read = expression(declaration, name);
    reads.push(read);
    return jsonValue(columnOf(declaration, name), read.sql);
  };
  const values = listFields(declaration).map(rendered);
  for (const name of detailFields(declaration)) {
    const section = isDerived(declaration) ? declaration.sections[name] : undefined;
    if (isDerived(declaration) && section) {
      const table = await createSection(db, declaration, name, section);
      joins.push(` LEFT JOIN ${table} ON ${table}.${SECTION_KEY} = r.${ident(declaration.key.column)}`);
      const empty = section.column.type === 'object' ? "'null'" : "'[]'";
      values.push(`coalesce(${table}.json, ${empty})`);
    } else values.push(rendered(name));
  }
  return {values, reads, joins: joins.join('')};
}

/** Creates the working table of a section's JSON by entity key. */
async function createSection(
  db: CompileDb,
  declaration: Derived,
  name: string,
  section: Section,
): Promise<string> {
  const table = ident(`section_${declaration.name}_${name}`);
  const fields = Object.entries(section.column.fields ?? {}).map(
    ([field, column]): JsonField => ({name: field, column, sql: ident(field)}),
  );
  const rows = `SELECT ${SECTION_KEY}, _position, concat('{', ${jsonArguments(fields).join(', ')}, '}') AS json FROM (${sectionOfAll(section)})`;
  if (section.column.type === 'object') {
    await db.run(`CREATE OR REPLACE TABLE ${table} AS SELECT ${SECTION_KEY}, json FROM (${rows})`);
    return table;
  }
  await db.run(`CREATE OR REPLACE TABLE section_rows AS ${rows}`);
  await db.run(`CREATE OR REPLACE TABLE ${table} (${SECTION_KEY} VARCHAR, json VARCHAR)`);
  const [counted] = await db.rows('SELECT count(*) AS n FROM section_rows');
  const parts = Math.ceil(Number(counted?.['n']) / ROWS_AT_A_TIME);
  for (let part = 0; part < parts; part++) {
    await db.run(`INSERT INTO ${table}
      SELECT ${SECTION_KEY}, '[' || string_agg(json, ',' ORDER BY _position) || ']'
      FROM section_rows WHERE hash(${SECTION_KEY}) % ${parts} = ${part} GROUP BY ${SECTION_KEY}`);
  }
  await db.run('DROP TABLE section_rows');
  return table;
}

/**
 * Rows of a section that are joined to texts at a time. A table spills; texts that are being joined do not.
 */
const ROWS_AT_A_TIME = 1 << 19;
