/** All rows of a build in memory, read once for the oracle. */
import {SEARCH} from '../../datasets/global_search.ts';
import {profileColumns} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {compareText} from '../../datasets/rules/text.ts';
import type {ColumnType, Dataset, Derived, Grouping} from '../../datasets/types.ts';
import {readBuild} from '../../engine/file/build_files.ts';
import {namesOf} from '../../engine/file/relations.ts';
import {indexedTables, isDerived} from '../../engine/file/table_layout.ts';
import {expression, from, idOf, labelOf} from '../../engine/sql/columns.ts';
import {orderOf} from '../../engine/sql/profile_sections.ts';
import type {Row} from '../../engine/types.ts';
import {openDatabase} from '../reference/database.ts';
import type {Database} from '../reference/pool.ts';
import {rowMaker, type ScanRow} from './scan_row.ts';

export interface ScanTable {
  declaration: Dataset | Derived;
  rows: ScanRow[];
  /** Names that lead to the entities. */
  names: {name: string; known: string; entity: string}[];
  /** By section and key of the entity. */
  sections: Record<string, Map<string, Row[]>>;
}

export type ScanTables = ReadonlyMap<string, ScanTable>;

const derivedOf = new WeakMap<ScanTable, Map<string, unknown>>();

/** What is made of a table once, by name: thousands of questions ask for the same. */
export function onceFor<T>(table: ScanTable, name: string, make: () => T): T {
  const known = derivedOf.get(table) ?? new Map<string, unknown>();
  derivedOf.set(table, known);
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as T;
}

type Cell<F extends Field> = ScanRow[F][string];
type Field = 'folded' | 'texts' | 'amounts' | 'written' | 'groups';

/** One field of all rows, by index of the row. */
export function columnOf<F extends Field>(table: ScanTable, field: F, name: string): Cell<F>[] {
  return onceFor(table, `${field} ${name}`, () => table.rows.map((row) => row[field][name] as Cell<F>));
}

/** All tables that have an index. Texts are folded here, not in the database. */
export async function scanTables(buildDir: string): Promise<ScanTables> {
  const database = await openDatabase(await readBuild(buildDir), {memory_mb: 512, threads: 1});
  try {
    const tables = new Map<string, ScanTable>();
    for (const declaration of indexedTables())
      tables.set(declaration.name, await readTable(database, declaration));
    return tables;
  } finally {
    database.close();
  }
}

/**
 * Types whose values are not read again as SQL writes them: texts are the same, and others are not compared.
 */
const AS_IT_IS: readonly ColumnType[] = ['text', 'rows', 'object', 'geometry'];

async function readTable(database: Database, declaration: Dataset | Derived): Promise<ScanTable> {
  const columns = Object.entries(declaration.columns).flatMap(([name, {type}]) =>
    // Bytes have no form in answers, and files alone have them.
    type === 'wkb' ? [] : [{name, ...expression(declaration, name)}],
  );
  const groups: [string, Grouping][] = isDerived(declaration)
    ? []
    : Object.entries(declaration.stats?.groups ?? {});
  const fields = [
    `${idOf(declaration)} AS _id`,
    ...columns.map(({name, sql}) => `${sql} AS ${ident(name)}`),
    ...columns
      .filter(({name}) => !AS_IT_IS.includes(declaration.columns[name]!.type))
      .map(({name, sql}) => {
        const time = declaration.columns[name]!.type === 'timestamp' ? " AT TIME ZONE 'UTC'" : '';
        return `CAST(${sql}${time} AS VARCHAR) AS ${ident(`written ${name}`)}`;
      }),
    ...groups.map(
      ([name, {sql, list}]) => `CAST(${sql} AS VARCHAR${list ? '[]' : ''}) AS ${ident(`group ${name}`)}`,
    ),
  ];
  const reads = [...columns, ...groups.map(([, read]) => read)];
  if (declaration.globalSearch) {
    fields.push(`coalesce(${labelOf(declaration).sql}, '') AS ${ident('found label')}`);
    fields.push(`${membersSql(declaration.name)} AS ${ident('found groups')}`);
    reads.push(labelOf(declaration));
  }
  const read = await database.rows(`SELECT ${fields.join(', ')} ${from(declaration, reads)}`);
  const toRow = rowMaker(declaration);
  const rows = read.map(toRow);
  rows.sort((a, b) => compareText(a.id, b.id));
  for (const [at, row] of rows.entries()) row.at = at;
  if (!isDerived(declaration) || declaration.names === null)
    return {declaration, rows, names: [], sections: {}};
  const names = await database.rows(`SELECT name, known, entity FROM ${namesOf(declaration.name)}`);
  return {
    declaration,
    rows,
    names: names as unknown as ScanTable['names'],
    sections: await readSections(database, declaration),
  };
}

/** The groups of the search in which a row of the table counts, as a list. */
function membersSql(name: string): string {
  const members = Object.entries(SEARCH).flatMap(([group, all]) => all.map((one) => ({group, ...one})));
  const names = members
    .filter(({table}) => table === name)
    .map(({group, where}) => `CASE WHEN ${where ?? 'true'} THEN '${group}' END`);
  return `list_filter(CAST([${names.join(', ')}] AS VARCHAR[]), lambda name: name IS NOT NULL)`;
}

/** All sections of a profile in one reading each; the first rows of an entity are taken here. */
async function readSections(database: Database, declaration: Derived): Promise<ScanTable['sections']> {
  const sections: ScanTable['sections'] = {};
  for (const [name, section] of Object.entries(declaration.sections)) {
    const {sql, limit, column} = section;
    if (!profileColumns(declaration)[name]) continue;
    const fields = Object.keys(column.fields ?? {});
    const rows = await database.rows(
      `SELECT _key, ${fields.map(ident).join(', ')} FROM (${sql}) ORDER BY ${orderOf(section) ?? '_key'}`,
    );
    const byKey = new Map<string, Row[]>();
    for (const {_key, ...row} of rows) {
      const list = byKey.get(String(_key)) ?? [];
      if (list.length < (limit ?? Number.POSITIVE_INFINITY)) list.push(row);
      byKey.set(String(_key), list);
    }
    sections[name] = byKey;
  }
  return sections;
}

/** Some fields of a row, in this order. */
export const pickFields = ({fields}: ScanRow, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
