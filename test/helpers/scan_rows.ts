/** All rows of a build in memory, read once for the oracle. */
import {SEARCH} from '../../datasets/global_search.ts';
import {profileColumns} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {compareText, fold} from '../../datasets/rules/text.ts';
import type {ColumnType, Dataset, Derived, Grouping, Json} from '../../datasets/types.ts';
import {readBuild} from '../../engine/file/build_files.ts';
import {namesOf} from '../../engine/file/relations.ts';
import {indexedTables, isDerived} from '../../engine/file/table_layout.ts';
import {openDatabase} from '../../engine/reference/database.ts';
import {expression, from, idOf, labelOf} from '../../engine/sql/columns.ts';
import type {Database} from '../../engine/sql/database.ts';
import {orderOf} from '../../engine/sql/profile_sections.ts';
import type {Row} from '../../engine/types.ts';

/** A comparable value: units of the last digit, or a day or time as text; null for none. */
export type Amount = bigint | string | null;

export interface ScanRow {
  /** Index in the rows of the table. */
  at: number;
  id: string;
  /** JSON of the list item. */
  item: string;
  /** All columns. */
  fields: Row;
  /** Values as stored, by column of text; none for null. */
  texts: Record<string, string[]>;
  folded: Record<string, string[]>;
  /** By column that is compared by size. */
  amounts: Record<string, Amount>;
  /** Every column but lists as SQL writes it. */
  written: Record<string, string | null>;
  /** Label and groups in the search over all datasets; null if the table is not searched. */
  hit: {label: string; folded: string; groups: string[]} | null;
  /** By dimension of the statistics, the distinct values of the row. */
  groups: Record<string, string[]>;
}

export interface ScanTable {
  declaration: Dataset | Derived;
  rows: ScanRow[];
  /** Names that lead to the entities. */
  names: {name: string; known: string; entity: string}[];
  /** By section and key of the entity. */
  sections: Record<string, Map<string, Row[]>>;
}

export type ScanTables = ReadonlyMap<string, ScanTable>;

/** Digits after the point of types that are compared exactly. */
export const SCALES: Partial<Record<ColumnType, number>> = {money: 2, integer: 0};

/** The text of a value of the type as what is compared. */
export function amountOf(type: ColumnType, text: string | null): Amount {
  if (text === null) return null;
  const scale = SCALES[type];
  if (scale === undefined) return text.replace(' ', 'T');
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}

/** All tables that have an index. Texts are folded here, not in the database. */
export async function scanTables(buildDir: string): Promise<ScanTables> {
  const database = await openDatabase(await readBuild(buildDir), {memory_mb: 512});
  try {
    const tables = new Map<string, ScanTable>();
    for (const declaration of indexedTables())
      tables.set(declaration.name, await readTable(database, declaration));
    return tables;
  } finally {
    database.close();
  }
}

/** Types whose values are not read again as SQL writes them: texts are the same, and others are not compared. */
const AS_IT_IS: readonly ColumnType[] = ['text', 'rows', 'object', 'geometry'];

async function readTable(database: Database, declaration: Dataset | Derived): Promise<ScanTable> {
  const columns = Object.keys(declaration.columns).map((name) => ({name, ...expression(declaration, name)}));
  const groups: [string, Grouping][] = isDerived(declaration)
    ? []
    : Object.entries(declaration.stats?.groups ?? {});
  const fields = [
    `${idOf(declaration)} AS _id`,
    ...columns.map(({name, sql}) => `${sql} AS ${ident(name)}`),
    ...columns
      .filter(({name}) => !AS_IT_IS.includes(declaration.columns[name]!.type))
      .map(({name, sql}) => `CAST(${sql} AS VARCHAR) AS ${ident(`written ${name}`)}`),
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
  const rows = read.map((row) => scanRow(declaration, row));
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

const folds = new Map<string, string>();
function foldOnce(text: string): string {
  const known = folds.get(text) ?? fold(text);
  folds.set(text, known);
  return known;
}

function scanRow(declaration: Dataset | Derived, stored: Row): ScanRow {
  const row: ScanRow = {
    at: 0,
    id: String(stored['_id']),
    item: '',
    fields: {},
    texts: {},
    folded: {},
    amounts: {},
    written: {},
    hit: null,
    groups: {},
  };
  if (declaration.globalSearch) {
    const label = String(stored['found label']);
    row.hit = {label, folded: foldOnce(label), groups: stored['found groups'] as string[]};
  }
  for (const [name, {type}] of Object.entries(declaration.columns)) {
    const text = stored[name] ?? null;
    const value: Json = type === 'geometry' && text !== null ? JSON.parse(String(text)) : text;
    row.fields[name] = value;
    if (type === 'text' || type === 'text[]' || type === 'boolean') {
      const texts = (Array.isArray(value) ? value : [value]).filter((one: Json) => one !== null).map(String);
      row.texts[name] = texts;
      row.folded[name] = texts.map(foldOnce);
    }
    if (type === 'rows' || type === 'object' || type === 'geometry') continue;
    const written = (type === 'text' ? text : stored[`written ${name}`]) as string | null;
    row.written[name] = written;
    if (type !== 'text[]') row.amounts[name] = type === 'text' ? null : amountOf(type, written);
  }
  const listed = Object.entries(declaration.columns).filter(([, {visibility: shown}]) => shown === 'list');
  row.item = JSON.stringify(Object.fromEntries(listed.map(([name]) => [name, row.fields[name] ?? null])));
  const groups = isDerived(declaration) ? [] : Object.keys(declaration.stats?.groups ?? {});
  for (const name of groups) {
    const values = [stored[`group ${name}`] ?? null].flat().map((value) => String(value ?? 'Unknown'));
    row.groups[name] = values.length > 0 ? [...new Set(values)] : ['Unknown'];
  }
  return row;
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
