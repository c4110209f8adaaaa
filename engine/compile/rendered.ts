/** The JSON of every row as SQL: the list item, and what the single record shows besides. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Derived, Section} from '../../datasets/types.ts';
import {columnOf, detailFields, isDerived, listFields, type TableLayout} from '../file/table_layout.ts';
import {type Expression, expression} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {type JsonField, jsonFields} from '../sql/json.ts';
import {SECTION_KEY, sectionOfAll} from '../sql/profile_sections.ts';

export interface Rendered {
  /** SQL of the two texts over the alias `r`; the second begins with a comma or is empty, neither has an outer brace. */
  item: string;
  detail: string;
  /** What they read, and joins of the sections. */
  reads: Expression[];
  joins: string;
}

/** Makes the sections of the entity and gives the SQL of its rows. */
export async function renderRows(shop: CompileDb, plan: TableLayout): Promise<Rendered> {
  const {of} = plan;
  const reads: Expression[] = [];
  const joins: string[] = [];
  const field = (name: string): JsonField => {
    const read = expression(of, name);
    reads.push(read);
    return {name, column: columnOf(of, name), sql: read.sql};
  };
  const item = jsonFields(listFields(of).map(field));
  const details: string[] = [];
  for (const name of detailFields(of)) {
    const section = isDerived(of) ? of.sections[name] : undefined;
    if (isDerived(of) && section) {
      const table = await makeSection(shop, of, name, section);
      joins.push(` LEFT JOIN ${table} ON ${table}.${SECTION_KEY} = r.${ident(of.key.column)}`);
      details.push(
        `',"${name}":' || coalesce(${table}.json, ${section.column.type === 'object' ? "'null'" : "'[]'"})`,
      );
    } else {
      details.push(`',' || ${jsonFields([field(name)])}`);
    }
  }
  return {item, detail: details.length > 0 ? details.join(' || ') : "''", reads, joins: joins.join('')};
}

/** Working table of the JSON of a section by key. */
async function makeSection(shop: CompileDb, of: Derived, name: string, section: Section): Promise<string> {
  const table = ident(`section_${of.name}_${name}`);
  const fields = Object.entries(section.column.fields ?? {}).map(
    ([field, column]): JsonField => ({name: field, column, sql: ident(field)}),
  );
  const rows = `SELECT ${SECTION_KEY}, _place, '{' || ${jsonFields(fields)} || '}' AS json FROM (${sectionOfAll(section)})`;
  const all =
    section.column.type === 'object'
      ? `SELECT ${SECTION_KEY}, json FROM (${rows})`
      : `SELECT ${SECTION_KEY}, '[' || string_agg(json, ',' ORDER BY _place) || ']' AS json FROM (${rows}) GROUP BY ${SECTION_KEY}`;
  await shop.run(`CREATE OR REPLACE TABLE ${table} AS ${all}`);
  return table;
}
