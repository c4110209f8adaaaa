/** Scans all rows of a table: encoded rows go to the row files, ordinals and numbers go to arrays by row id. */
import {join} from 'node:path';
import {loadsOf} from '../../datasets/artefacts.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {ScanColumn} from '../columns/scan_column.ts';
import type {WrittenFile} from '../file/index_file.ts';
import {detailFields, isDerived, listFields, type TableLayout} from '../file/table_layout.ts';
import type {RowField, RowFields} from '../rows/row_encoder.ts';
import {RowEncoding} from '../rows/row_encoding.ts';
import type {RowWriter} from '../rows/writer.ts';
import {type Expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {readRelation} from '../sql/read_relation.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {numericVector} from '../sql/vectors.ts';
import {type FileRange, fileBatches, LOCATION_COLUMNS, mergeFiles, rowIdsOf} from './merge_files.ts';
import {renderRows} from './rendered.ts';
import type {RowTexts} from './reorder_buffer.ts';

/** The row files; `values` is the path of what rows share, `spill` of rows that must wait for their turn. */
export interface RowFiles {
  values: string;
  items: RowWriter;
  details: RowWriter;
  spill: string;
}

/** One more text that is read of every row and passed on in row order. */
export interface TextScan {
  sql: string;
  reads: Expression[];
  /** Joins with the dictionaries that its SQL names. */
  joins: string;
  onText: (text: Uint8Array) => void;
}

/** Scans the rows twice: for the columns, then for the texts. Returns the file of what rows share. */
export async function scanTable(
  db: CompileDb,
  layout: TableLayout,
  order: RowOrder,
  columns: readonly ScanColumn[],
  files: RowFiles,
  text: TextScan | null,
): Promise<WrittenFile> {
  await scanColumns(db, layout, order, columns);
  return scanTexts(db, layout, order, files, text);
}

/**
 * Ordinals and numbers may come in any order, so that one statement reads all files and holds each dictionary once.
 * Concurrent statements, as of the texts, would hold all of them each.
 */
async function scanColumns(
  db: CompileDb,
  {declaration}: TableLayout,
  {rowsOf}: RowOrder,
  columns: readonly ScanColumn[],
): Promise<void> {
  const relation = relationSql(db, declaration.name, [0, rowsOf.length], true) ?? ident(declaration.name);
  const fields = ['CAST(r._file AS INTEGER)', 'CAST(r._row AS INTEGER)', ...columns.map(({sql}) => sql)];
  const reads = columns.map(({read}) => read);
  const joins = columns.map(({join}) => join).join('');
  const sql = `SELECT ${fields.join(', ')} ${from(declaration, reads, {relation})}${joins}`;
  for await (const chunk of db.stream(sql)) {
    const rowIds = rowIdsOf(chunk, rowsOf);
    columns.forEach(({target}, at) => {
      const values = numericVector(chunk, at + LOCATION_COLUMNS);
      for (let i = 0; i < rowIds.length; i++) target[rowIds[i]!] = values[i]!;
    });
  }
}

async function scanTexts(
  db: CompileDb,
  layout: TableLayout,
  order: RowOrder,
  {values, items, details, spill}: RowFiles,
  text: TextScan | null,
): Promise<WrittenFile> {
  const {declaration} = layout;
  const rendered = await renderRows(db, layout);
  const reads = [...rendered.reads, ...(text?.reads ?? [])];
  const joins = rendered.joins + (text?.joins ?? '');
  const texts = [rendered.item, rendered.detail, ...(text ? [text.sql] : [])];
  const fields = (first: number) => [
    `CAST(r._file + ${first} AS INTEGER)`,
    'CAST(r._row AS INTEGER)',
    ...texts.map((sql) => `encode(${sql})`),
  ];
  const streams = fileBatches(order.rowsOf.map(({length}) => length)).map((files) => {
    const relation = relationSql(db, declaration.name, files, true) ?? ident(declaration.name);
    // Each statement holds the load times that it joins: only those of its own files.
    const loads = relationSql(db, loadsOf(declaration.name), files, false);
    const sql = `SELECT ${fields(files[0]).join(', ')} ${from(declaration, reads, {relation, loads})}${joins}`;
    return {files, chunks: db.stream(sql)};
  });
  const encoding = new RowEncoding(rowFields(layout), {values, heads: items, rests: details});
  const onRow = ([item, detail, bytes]: RowTexts) => {
    if (!item || !detail) throw new Error(`${declaration.name} has a row without its texts`);
    encoding.add(item, detail);
    if (bytes) text?.onText(bytes);
  };
  await mergeFiles(declaration.name, streams, order, onRow, {count: texts.length, spill});
  return encoding.finish();
}

/** The fields of the stored rows, of which one may be an id of hex digits. */
function rowFields({declaration}: TableLayout): RowFields {
  const {id} = isDerived(declaration) ? {id: null} : declaration;
  const field = (name: string): RowField => ({
    name,
    hexPrefix: id && name === id.column && id.prefix !== '' ? id.prefix : null,
  });
  return {head: listFields(declaration).map(field), rest: detailFields(declaration).map(field)};
}

/**
 * SELECT of a range of a relation's files, of which there is one for each source; undefined where it is not stored.
 * `located` adds the location of each row, with files counted from the first of the range.
 */
function relationSql(
  {build}: CompileDb,
  name: string,
  [first, end]: FileRange,
  located: boolean,
): string | undefined {
  const relation = build.relations.find((one) => one.name === name);
  const path = (relative: string) => literal(join(build.dir, relative));
  return (
    relation && `(${readRelation({...relation, files: relation.files.slice(first, end)}, path, located)})`
  );
}
