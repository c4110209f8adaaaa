/** Turns staged text into typed rows: SELECTs of the fields of a source, with notes on unreadable cells. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType} from '../../datasets/rules/sql_types.ts';
import type {Columns, Layout} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import type {Staged} from '../read/staging.ts';
import {CREATE_CELL_WARNINGS, listNotedCells, listUnreadCells, type Prepared} from './cell_notes.ts';
import {type EncodedColumns, withForms} from './cells.ts';
import {emptyCodeTables} from './codes.ts';
import {CREATE_DAY_ORDERS, decideDayOrders, settleDayOrders, type Undecided} from './day_orders.ts';
import {fieldsSql} from './fields.ts';
import {memoisedFields} from './memo.ts';
import type {Origin} from './origin.ts';
import {emptyPoints, projectPoints} from './projected_points.ts';
import {testSql} from './rules.ts';
import {normalisePolygons} from './staged_polygons.ts';

export interface TypedRows {
  /** Fields with their SQL types. */
  types: Map<string, string>;
  /** Rows that were joined as the second language of another row. */
  paired: number;
  /** Cells that became null, by `field: reason`. */
  notes: Record<string, number>;
  /**
   * SELECT of `_row`, `_file` and some fields, of all rows or of those in `source.table` by `_row`; `also`
   * adds columns of that table.
   */
  select: (names: Iterable<string>, source?: {table: string; also: readonly string[]}) => string;
}

/**
 * Prepares the staged relations of some layouts and lists cells in table `cell_warnings`; refuses rows in an
 * unknown language. The fields are those of all `declared` layouts, whether they occurred or not: later steps
 * name them. With an `origin`, files are refused whose dates have no known order, or of which a column cannot
 * be read.
 */
export async function typeRows(
  db: DuckDBConnection,
  columns: Columns,
  declared: readonly Layout[],
  staged: Pick<Staged, 'tables'>,
  origin: Origin | null = null,
): Promise<TypedRows> {
  await db.run(CREATE_CELL_WARNINGS);
  await db.run(CREATE_DAY_ORDERS);
  await emptyCodeTables(db, declared);
  await emptyPoints(db);
  const types = fieldTypes(columns, declared);
  let paired = 0;
  const prepared: Prepared[] = [];
  const undecided: Undecided[] = [];
  const notes: Record<string, number> = {};
  for (const {layout, table, coded: codes, unread} of staged.tables) {
    const {pivot} = layout;
    let from = pivot ? `${table}_pairs` : table;
    if (pivot) paired += await joinLanguages(db, layout, pivot, table, from);
    const coded = pivot ? new Set<string>() : codes;
    from = await filterRecords(db, from, layout, coded);
    from = await normalisePolygons(db, from, layout, notes);
    const names = usedColumns(layout).flatMap((name) => (pivot ? [`${name}@en`, `${name}@fr`] : [name]));
    const fields = await memoisedFields(db, from, layout, coded);
    await projectPoints(db, from, layout);
    undecided.push(...(await decideDayOrders(db, from, layout, origin)));
    const ready = {layout, unread, from, names, fields, coded};
    prepared.push(ready);
    await listUnreadCells(db, ready, {notes, origin});
  }
  await settleDayOrders(db, undecided, origin);
  for (const ready of prepared) await listNotedCells(db, ready, {notes, origin});
  const select: TypedRows['select'] = (wanted, source) => {
    const fields = [...wanted];
    return prepared.map((one) => selectFrom(one, types, fields, source)).join('\nUNION ALL\n');
  };
  return {types, paired, notes, select};
}

function selectFrom(
  {from, names, fields, coded}: Prepared,
  types: Map<string, string>,
  wanted: string[],
  source: {table: string; also: readonly string[]} | undefined,
): string {
  const also = source?.also.map(ident) ?? [];
  const rows = source
    ? `(SELECT ${['s.*', ...also.map((name) => `t.${name}`)].join(', ')} FROM ${from} AS s JOIN ${source.table} AS t USING (_row))`
    : from;
  const joins = new Set(wanted.flatMap((name) => fields.get(name)?.joins ?? []));
  const values = wanted.map((name) => {
    const type = types.get(name);
    if (!type) throw new Error(`no field is named ${name}: correct the declaration that names it`);
    const field = fields.get(name);
    return `${field ? `CAST(${field.value} AS ${type})` : `NULL::${type}`} AS ${ident(name)}`;
  });
  const selected = ['s._row', 's._file', ...also.map((name) => `s.${name}`), ...values].join(',\n');
  const joined = [...joins].join('\n');
  return `SELECT ${selected} FROM ${withForms(rows, names, coded, selected + joined)} ${joined}`;
}

/**
 * Declared columns have the dataset's type; fields that only serve keys and versions have their function's.
 */
function fieldTypes(columns: Columns, layouts: readonly Layout[]): Map<string, string> {
  const types = new Map<string, string>();
  for (const [name, {type}] of layouts.flatMap((layout) => [...fieldsSql(layout)])) {
    const column = columns[name];
    if (!types.has(name)) types.set(name, column ? sqlType(column) : type);
  }
  return types;
}

/**
 * Joins the English and the French row of a record, the later one being `_other_row`; returns how many rows
 * found their counterpart.
 */
async function joinLanguages(
  db: DuckDBConnection,
  layout: Layout,
  pivot: NonNullable<Layout['pivot']>,
  table: string,
  into: string,
): Promise<number> {
  const keys = pivot.key.map((name) => ident(name));
  // Trailing blanks differ between the languages.
  const key = (row: string, name: string) => `nullif(trim(${row}.${name}), '')`;
  const language = `fold(${ident(pivot.language)})`;
  const known = `(fold(${literal(pivot.en)}), fold(${literal(pivot.fr)}))`;
  await db.run(`INSERT INTO refused (_row, _file, reason) SELECT _row, _file, 'unknown language' FROM ${table}
    WHERE ${language} IS NULL OR ${language} NOT IN ${known}`);
  const half = (
    text: string,
  ) => `(SELECT *, row_number() OVER (PARTITION BY ${keys.map((name) => key(table, name)).join(', ')} ORDER BY _row) AS _nth
    FROM ${table} WHERE ${language} = fold(${literal(text)}))`;
  const on = [
    // Rows without the first key column, the notice number, have no counterpart.
    ...keys.map((name, at) => `${key('e', name)} ${at ? 'IS NOT DISTINCT FROM' : '='} ${key('f', name)}`),
    'e._nth = f._nth',
  ];
  const columns = usedColumns(layout).flatMap((name) => [
    `e.${ident(name)} AS ${ident(`${name}@en`)}`,
    `f.${ident(name)} AS ${ident(`${name}@fr`)}`,
  ]);
  const location = ['_row', '_file'].map(
    (name) => `CASE WHEN e._row IS NULL OR f._row < e._row THEN f.${name} ELSE e.${name} END AS ${name}`,
  );
  const other = ['_row', '_file'].map(
    (name) =>
      `CASE WHEN e._row < f._row THEN f.${name} WHEN f._row < e._row THEN e.${name} END AS _other${name}`,
  );
  await db.run(`CREATE TABLE ${into} AS SELECT ${[...location, ...other, ...columns].join(',\n')},
    e._row IS NOT NULL AND f._row IS NOT NULL AS _paired
    FROM ${half(pivot.en)} AS e FULL JOIN ${half(pivot.fr)} AS f ON ${on.join(' AND ')}`);
  return count(db, `SELECT count(*) FROM ${into} WHERE _paired`);
}

/** The single number that a statement returns. */
export async function count(db: DuckDBConnection, sql: string): Promise<number> {
  return Number((await db.runAndReadAll(sql)).getRows()[0]?.[0] ?? 0);
}

/**
 * Refuses the other rows of a relation; returns the name of the filtered relation, or the same name without a
 * test.
 */
async function filterRecords(
  db: DuckDBConnection,
  from: string,
  {where}: Pick<Layout, 'where'>,
  coded: EncodedColumns,
): Promise<string> {
  if (!where) return from;
  const kept = `${from}_only`;
  const holds = `coalesce(${testSql(where.test)}, false)`;
  const rows = withForms(from, where.test.from, coded, holds);
  await db.run(`INSERT INTO refused (_row, _file, reason)
    SELECT s._row, s._file, ${literal(where.reason)} FROM ${rows} WHERE NOT ${holds}`);
  await db.run(
    `CREATE VIEW ${kept} AS SELECT COLUMNS(lambda name: NOT regexp_matches(name, '#(text|fold)$')) FROM ${rows} WHERE ${holds}`,
  );
  return kept;
}
