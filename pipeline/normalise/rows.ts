/** Staged text -> typed rows: one table `v` of all fields of a source, with the cells that could not be read noted. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType} from '../../datasets/rules/sql_types.ts';
import type {Columns, Layout} from '../../datasets/types.ts';
import {usedColumns} from '../read/header.ts';
import type {Staged} from '../read/stage.ts';
import {type FieldSql, fieldSql, withForms} from './fields.ts';

export const PLACE = ['_row', '_file', '_line', '_from', '_to'];

/** Most cells of one field that are listed one by one; their number is always whole. */
const LISTED_NOTES = 1000;

export interface TypedRows {
  /** Fields of `v` beside the place, with their SQL types. */
  types: Map<string, string>;
  /** Rows that became the second language of another row. */
  paired: number;
  /** Cells that became null, by `field: reason`. */
  notes: Record<string, number>;
}

/**
 * Makes `v` and the table `noted` from the staging tables; rows in an unknown language are refused. `v` has the fields
 * of all `declared` layouts, whichever occurred: what follows names them.
 */
export async function typeRows(
  db: DuckDBConnection,
  columns: Columns,
  declared: readonly Layout[],
  staged: Staged,
): Promise<TypedRows> {
  await db.run('CREATE TABLE noted (_file INTEGER, _line BIGINT, field VARCHAR, cell VARCHAR)');
  const layouts = staged.tables.map(({layout, table}) => ({layout, table, fields: sqlOf(layout)}));
  const types = fieldTypes(columns, declared.map(sqlOf));
  let paired = 0;
  const selects: string[] = [];
  const notes: Record<string, number> = {};
  for (const {layout, table, fields} of layouts) {
    const from = layout.pivot ? `${table}_pairs` : table;
    if (layout.pivot) paired += await pair(db, layout, table, from);
    const names = usedColumns(layout).flatMap((name) =>
      layout.pivot ? [`${name}@en`, `${name}@fr`] : [name],
    );
    const prepared = withForms(from, names);
    const joins = [...fields.values()].flatMap((field) => field.joins).join('\n');
    const values = [...types].map(([name, type]) => {
      const field = fields.get(name);
      return `${field ? `CAST(${field.value} AS ${type})` : `NULL::${type}`} AS ${ident(name)}`;
    });
    selects.push(
      `SELECT ${[...PLACE.map((name) => `s.${name}`), ...values].join(',\n')} FROM ${prepared} ${joins}`,
    );
    await note(db, prepared, fields, notes);
  }
  await db.run(`CREATE TABLE v AS ${selects.join('\nUNION ALL\n')}`);
  return {types, paired, notes};
}

const sqlOf = (layout: Layout): Map<string, FieldSql> =>
  new Map(Object.entries(layout.fields).map(([name, field], at) => [name, fieldSql(field, at)]));

/** Declared columns have the dataset's type, fields that serve keys and versions only have their function's. */
function fieldTypes(columns: Columns, layouts: Map<string, FieldSql>[]): Map<string, string> {
  const types = new Map<string, string>();
  for (const fields of layouts) {
    for (const [name, field] of fields) {
      const column = columns[name];
      if (!types.has(name)) types.set(name, column ? sqlType(column) : field.type);
    }
  }
  return types;
}

/** Joins the English and the French row of a record; returns how many rows found their other half. */
async function pair(db: DuckDBConnection, layout: Layout, table: string, into: string): Promise<number> {
  const pivot = layout.pivot;
  if (!pivot) return 0;
  const keys = pivot.key.map((name) => ident(name));
  // Trailing blanks come and go between the languages.
  const key = (row: string, name: string) => `nullif(trim(${row}.${name}), '')`;
  const language = `fold(${ident(pivot.language)})`;
  const known = `(fold(${literal(pivot.en)}), fold(${literal(pivot.fr)}))`;
  await db.run(`INSERT INTO refused SELECT ${PLACE.join(', ')}, 'unknown language' FROM ${table}
    WHERE ${language} IS NULL OR ${language} NOT IN ${known}`);
  const half = (
    text: string,
  ) => `(SELECT *, row_number() OVER (PARTITION BY ${keys.map((name) => key(table, name)).join(', ')} ORDER BY _row) AS _nth
    FROM ${table} WHERE ${language} = fold(${literal(text)}))`;
  const on = [
    // Rows without the first part, the number of the notice, are nobody's other half.
    ...keys.map((name, at) => `${key('e', name)} ${at ? 'IS NOT DISTINCT FROM' : '='} ${key('f', name)}`),
    'e._nth = f._nth',
  ];
  const columns = usedColumns(layout).flatMap((name) => [
    `e.${ident(name)} AS ${ident(`${name}@en`)}`,
    `f.${ident(name)} AS ${ident(`${name}@fr`)}`,
  ]);
  const place = PLACE.map(
    (name) => `CASE WHEN e._row IS NULL OR f._row < e._row THEN f.${name} ELSE e.${name} END AS ${name}`,
  );
  await db.run(`CREATE TABLE ${into} AS SELECT ${[...place, ...columns].join(',\n')},
    e._row IS NOT NULL AND f._row IS NOT NULL AS _paired
    FROM ${half(pivot.en)} AS e FULL JOIN ${half(pivot.fr)} AS f ON ${on.join(' AND ')}`);
  return count(db, `SELECT count(*) FROM ${into} WHERE _paired`);
}

/** Counts and lists the cells that are not blank and could not be read. */
async function note(
  db: DuckDBConnection,
  from: string,
  fields: Map<string, FieldSql>,
  notes: Record<string, number>,
) {
  const checked = [...fields].flatMap(([name, {unreadable, joins}]) =>
    unreadable ? [{name, unreadable, joins}] : [],
  );
  if (!checked.length) return;
  const joins = checked.flatMap((one) => one.joins).join('\n');
  const counts = checked.map((one) => `count_if(${one.unreadable.when}) AS ${ident(one.name)}`).join(',\n');
  const [row] = (await db.runAndReadAll(`SELECT ${counts} FROM ${from} ${joins}`)).getRowObjectsJS();
  for (const {name, unreadable, joins: own} of checked) {
    const seen = Number(row?.[name] ?? 0);
    if (!seen) continue;
    const label = `${name}: cell could not be read, null instead`;
    notes[label] = (notes[label] ?? 0) + seen;
    await db.run(`INSERT INTO noted SELECT s._file, s._line, ${literal(name)}, ${unreadable.text}
      FROM ${from} ${own.join('\n')} WHERE ${unreadable.when} ORDER BY s._row LIMIT ${LISTED_NOTES}`);
  }
}

/** The single number that a statement gives. */
export async function count(db: DuckDBConnection, sql: string): Promise<number> {
  return Number((await db.runAndReadAll(sql)).getRows()[0]?.[0] ?? 0);
}
