/** Tables of staged rows in the working database: relations of text by layout, and refused rows. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {SourceEntry} from '../../builds/artefacts.ts';
import type {LocatedPart, LocatedText} from '../../builds/row_locations.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Layout, Source} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import type {Emit} from '../runtime/events.ts';
import type {LocationList} from './csv_scan.ts';
import type {MatchedHeader} from './header.ts';
import {findNoData, LABELS} from './no_data.ts';
import type {OpenFile} from './open.ts';
import type {RecordLocation} from './types.ts';

/**
 * The rows of one layout: a view `table` of `_row`, `_file` and the used columns over files and one table.
 */
export interface Relation {
  layout: Layout;
  table: string;
  /**
   * Parquet files of rows loaded at once; `_row` is `_base` plus `_step` times the row's index in its file.
   */
  files: string[];
  /** Table of rows staged one by one, with their locations; null while there is none. */
  single: string | null;
  /** Columns that are dictionary-encoded in every file. */
  coded: ReadonlySet<string>;
  /** Columns with cells in `unread_cells`. */
  unread: Set<string>;
  /** `_row` and `_file` of rows loaded at once that are labels. */
  labels: [row: number, file: number][];
}

/**
 * A file loaded at once: `_row` of its first row, the distance to the next row's, and the location of each.
 */
export interface PlainFile {
  file: number;
  layout: string;
  base: number;
  step: number;
  locations: LocationList;
}

export interface Staged {
  tables: Relation[];
  /** Rows read, including refused ones. */
  read: number;
  /** `_row` of the next row: rows are numbered in the order of the files, with gaps. */
  next: number;
  files: SourceEntry['files'];
  /** Path of the UTF-8 text of each file. */
  texts: string[];
  plain: PlainFile[];
  /** By file how its rows stand in its text, and `_row` of the first one. */
  forms: (TextForm & {first: number})[];
  /** By file and layout, as `columnsKey` names them: what `LocatedPart` says of the columns. */
  columns: Map<string, LocatedPart['columns']>;
}

/** How rows stand in the text that they are read from. */
export type TextForm = Pick<LocatedText, 'inPlace' | 'form' | 'counts' | 'delimiter'>;

export const columnsKey = (file: number, layout: string): string => `${file} ${layout}`;

/** Keeps where the columns of a layout stand in a file; of sheets that disagree, none. */
export function noteColumns(
  {columns}: Pick<Staged, 'columns'>,
  file: number,
  {layout, positions}: Pick<MatchedHeader, 'layout' | 'positions'>,
  header: readonly string[],
): void {
  const key = columnsKey(file, layout.name);
  const known = columns.get(key);
  const own = usedColumns(layout).flatMap((name): [string, readonly [number, string]][] => {
    const at = positions.get(name);
    if (at === undefined) return [];
    const published = header[at] ?? '';
    return known && known[name]?.[1] !== published ? [] : [[name, [at, published]]];
  });
  columns.set(key, Object.fromEntries(own));
}

/** What the readers of a source share while its files are staged. */
export interface StagingContext {
  db: DuckDBConnection;
  source: Source;
  /** Folder for copies and Parquet files of text; removed together with the database. */
  folder: string;
  staged: Staged;
  emit: Emit;
}

type Told = Pick<StagingContext, 'source' | 'emit'>;

/** Warns of something in a file. */
export const warn = ({source, emit}: Told, file: string, text: string): void =>
  emit({kind: 'warning', source: source.slug, file, text});

/** Reports how many bytes of a file are read. */
export function reading(
  {source, emit, staged}: Told & Pick<StagingContext, 'staged'>,
  {name, bytes: total}: Pick<OpenFile, 'name' | 'bytes'>,
  bytes: number,
): void {
  emit({kind: 'reading', source: source.slug, file: name, bytes, total, rows: staged.read});
}

/** Table of refused rows; `locateRows` fills null locations. */
export const CREATE_REFUSED = `CREATE TABLE refused (_row BIGINT, _file INTEGER, _line BIGINT, _from BIGINT, _to BIGINT,
  reason VARCHAR)`;

/**
 * Table of the cells that say something which is no value, such as errors of a workbook: they are null in
 * their row.
 */
export const CREATE_UNREAD =
  'CREATE TABLE unread_cells (_row BIGINT, _file INTEGER, name VARCHAR, cell VARCHAR)';

/** Files of the source with their fetch dates, by which some fields judge dates. */
export const CREATE_FILES = 'CREATE TABLE files (_file INTEGER, fetched_on DATE)';

const LOCATION = '_row BIGINT, _file INTEGER, _line BIGINT, _from BIGINT, _to BIGINT';

/** Counts a row that is staged by itself, and returns its `_row`: the next one, or `row`. */
export function takeRow(staged: Staged, row = staged.next): number {
  staged.next = row + 1;
  staged.read += 1;
  return row;
}

/** The relation of a layout, created with its first file. */
export function relationOf(layout: Layout, staged: Staged): Relation {
  const known = staged.tables.find((one) => one.layout === layout);
  if (known) return known;
  const made = {
    layout,
    table: `stage_${staged.tables.length}`,
    files: [],
    single: null,
    coded: new Set<string>(),
    unread: new Set<string>(),
    labels: [],
  };
  staged.tables.push(made);
  return made;
}

/** The table of rows staged one by one, created with the first of them. */
export async function singleRowTable(db: DuckDBConnection, relation: Relation): Promise<string> {
  if (relation.single) return relation.single;
  relation.single = `${relation.table}_single`;
  const columns = usedColumns(relation.layout).map((name) => `${ident(name)} VARCHAR`);
  await db.run(`CREATE TABLE ${relation.single} (${[LOCATION, ...columns].join(', ')})`);
  return relation.single;
}

/** Creates the view over everything staged for a layout, and refuses the rows that are no data. */
export async function makeRelation(
  db: DuckDBConnection,
  source: Pick<Source, 'key'>,
  relation: Relation,
): Promise<void> {
  const {layout, table, labels} = relation;
  const columns = usedColumns(layout).map(ident).join(', ');
  const selects: string[] = [];
  if (relation.files.length) {
    const list = relation.files.map(literal).join(', ');
    const plain = await db.runAndReadAll(`SELECT DISTINCT path_in_schema FROM parquet_metadata([${list}])
      WHERE dictionary_page_offset IS NULL`);
    const texts = new Set(plain.getRows().map(([name]) => String(name)));
    relation.coded = new Set(usedColumns(layout).filter((name) => !texts.has(name)));
    selects.push(`SELECT _base + _step * file_row_number AS _row, _file, ${columns}
      FROM read_parquet([${list}], file_row_number = true)`);
  }
  if (relation.single) selects.push(`SELECT _row, _file, ${columns} FROM ${relation.single}`);
  const all = `${table}_all`;
  await db.run(`CREATE VIEW ${all} AS ${selects.join(' UNION ALL ')}`);
  const noData = await findNoData(db, source, layout, all);
  for (const [row, file] of labels)
    await db.run(`INSERT INTO ${noData} VALUES (${row}, ${file}, ${literal(LABELS)})`);
  const found = noData ? await db.run(`INSERT INTO refused (_row, _file, reason) FROM ${noData}`) : null;
  const others = found?.rowsChanged ? `ANTI JOIN ${noData} USING (_row)` : '';
  await db.run(`CREATE VIEW ${table} AS SELECT * FROM ${all} ${others}`);
}

/**
 * Appends rows one by one, refused ones to their own table, and flushes regularly. Cells equal to one of
 * `nulls` become null.
 */
export async function rowWriter(
  db: DuckDBConnection,
  table: string,
  file: number,
  nulls: readonly string[] = [],
) {
  const rows = await db.createAppender(table);
  const refused = await db.createAppender('refused');
  const unread = await db.createAppender('unread_cells');
  let written = 0;
  return {
    add(
      row: number,
      {line, from, to}: RecordLocation,
      cells: readonly (string | null)[] | null,
      reason: string,
    ): void {
      const into = cells ? rows : refused;
      into.appendBigInt(BigInt(row));
      into.appendInteger(file);
      for (const value of [line, from, to]) into.appendBigInt(BigInt(value));
      if (cells) {
        for (const cell of cells) {
          if (cell === null || nulls.includes(cell)) rows.appendNull();
          else rows.appendVarchar(cell);
        }
      } else {
        refused.appendVarchar(reason);
      }
      into.endRow();
      written += 1;
      if (written % FLUSH === 0) rows.flushSync();
    },
    addUnread(row: number, name: string, cell: string): void {
      unread.appendBigInt(BigInt(row));
      unread.appendInteger(file);
      for (const text of [name, cell]) unread.appendVarchar(text);
      unread.endRow();
    },
    close(): void {
      for (const appender of [rows, refused, unread]) appender.closeSync();
    },
  };
}

/** Rows between two flushes of the appender: bounds the memory outside the database. */
const FLUSH = 2048;
