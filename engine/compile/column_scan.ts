/** Scans all rows of a table: encoded rows go to the row files, ordinals and numbers go to arrays by row id. */
import {join} from 'node:path';
import {loadsOf} from '../../datasets/artefacts.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {ScanColumn} from '../columns/scan_column.ts';
import type {WrittenFile} from '../file/index_file.ts';
import {detailFields, isDerived, listFields, type TableLayout} from '../file/table_layout.ts';
import {RowEncoder, type RowField, type RowFields, SAMPLE_BYTES, SAMPLE_ROWS} from '../rows/row_encoder.ts';
import {writeValuesFile} from '../rows/values_file.ts';
import type {RowWriter} from '../rows/writer.ts';
import {type Expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {readRelation} from '../sql/read_relation.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';
import {forEachRow} from './file_rows.ts';
import {renderRows} from './rendered.ts';
import {SortedRuns} from './sorted_runs.ts';

/** Columns of a chunk before its values: the number of the file and the row's position in it. */
const LOCATION_COLUMNS = 2;

/** Rows that the smallest file adds to the sample. */
const MIN_SAMPLE_ROWS = 1 << 8;

/** Neighbouring files: numbers from, to. */
type FileRange = readonly [from: number, to: number];

/** The row files; `values` is the path of what rows share, `spill` begins those of temporary files. */
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

/** Bytes of the dictionaries that one statement joins: it holds the hash tables of all of them. */
const MAX_JOIN_BYTES = 1 << 27;

/** Columns for one statement each, in their order. */
function scanGroups(columns: readonly ScanColumn[]): ScanColumn[][] {
  const groups: ScanColumn[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const column of columns) {
    bytes += column.joinBytes;
    if (bytes > MAX_JOIN_BYTES) {
      groups.push([]);
      bytes = column.joinBytes;
    }
    groups.at(-1)!.push(column);
  }
  return groups;
}

/** Ordinals and numbers may come in any order, so that a statement reads all files. */
async function scanColumns(
  db: CompileDb,
  {declaration}: TableLayout,
  {rowsOf}: RowOrder,
  columns: readonly ScanColumn[],
): Promise<void> {
  const relation = relationSql(db, declaration.name, [0, rowsOf.length], true) ?? ident(declaration.name);
  for (const group of scanGroups(columns)) {
    const fields = ['CAST(r._file AS INTEGER)', 'CAST(r._row AS INTEGER)', ...group.map(({sql}) => sql)];
    const reads = group.map(({read}) => read);
    const joins = group.map(({join}) => join).join('');
    const sql = `SELECT ${fields.join(', ')} ${from(declaration, reads, {relation})}${joins}`;
    for await (const chunk of db.stream(sql)) {
      const [file, position] = [numericVector(chunk, 0), numericVector(chunk, 1)];
      const rowIds = Uint32Array.from({length: chunk.rowCount}, (_, i) => rowsOf[file[i]!]![position[i]!]!);
      group.forEach(({target}, at) => {
        const values = numericVector(chunk, at + LOCATION_COLUMNS);
        for (let i = 0; i < rowIds.length; i++) target[rowIds[i]!] = values[i]!;
      });
    }
  }
}

/**
 * Reads the texts file by file, since statements over several files at once would each hold buffers and joins, and encodes each
 * row when it comes; temporary files bring them into row order.
 */
async function scanTexts(
  db: CompileDb,
  layout: TableLayout,
  order: RowOrder,
  {values, items, details, spill}: RowFiles,
  text: TextScan | null,
): Promise<WrittenFile> {
  const {name} = layout.declaration;
  const files = await readTexts(db, layout, order, text);
  const encoder = new RowEncoder(rowFields(layout), await sampleOf(db, files));
  const heads = new SortedRuns(`${spill}.heads`, order.rows);
  const rests = new SortedRuns(`${spill}.rests`, order.rows);
  const texts = text && new SortedRuns(`${spill}.texts`, order.rows);
  const runs = [heads, rests, ...(texts ? [texts] : [])];
  try {
    for (const {rows, statement} of files) {
      for (const run of runs) run.beginRun();
      if (rows === 0) continue;
      const options = {rows, count: text ? 2 : 1, spill};
      await forEachRow(name, db.stream(statement), options, ([json, bytes]) => {
        if (!json) throw new Error(`${name} has a row without its text`);
        const {head, rest} = encoder.encode(json);
        heads.add(head);
        rests.add(rest);
        if (bytes) texts?.add(bytes);
      });
    }
    heads.merge(order.files, (head) => items.write(head));
    rests.merge(order.files, (rest) => details.write(rest));
    texts?.merge(order.files, (bytes) => text?.onText(bytes));
  } finally {
    for (const run of runs) run.close();
  }
  return writeValuesFile(values, encoder);
}

/** The statement that reads the texts of one file, and its number of rows. */
interface FileTexts {
  rows: number;
  statement: string;
}

async function readTexts(
  db: CompileDb,
  layout: TableLayout,
  {rowsOf}: RowOrder,
  text: TextScan | null,
): Promise<FileTexts[]> {
  const {declaration} = layout;
  const rendered = await renderRows(db, layout);
  const reads = [...rendered.reads, ...(text?.reads ?? [])];
  const joins = rendered.joins + (text?.joins ?? '');
  const texts = [`${rendered.item} || ${rendered.detail}`, ...(text ? [text.sql] : [])];
  const fields = ['CAST(r._row AS INTEGER)', ...texts.map((sql) => `encode(${sql})`)].join(', ');
  return rowsOf.map(({length}, file) => {
    const relation = relationSql(db, declaration.name, [file, file + 1], true) ?? ident(declaration.name);
    // The statement holds the load times that it joins: only those of its own file.
    const loads = relationSql(db, loadsOf(declaration.name), [file, file + 1], false);
    return {
      rows: length,
      statement: `SELECT ${fields} ${from(declaration, reads, {relation, loads})}${joins}`,
    };
  });
}

/** The first rows of each file, by which the encoding is chosen; those of all files alternate by their shares. */
async function sampleOf(db: CompileDb, files: readonly FileTexts[]): Promise<Uint8Array[]> {
  const all = files.reduce((sum, {rows}) => sum + rows, 0);
  const sample: {row: Uint8Array; at: number}[] = [];
  for (const {rows, statement} of files) {
    if (rows === 0) continue;
    const share = Math.max(MIN_SAMPLE_ROWS, Math.ceil((SAMPLE_ROWS * rows) / all));
    const maxBytes = (SAMPLE_BYTES * share) / SAMPLE_ROWS;
    const own: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of db.stream(`${statement} LIMIT ${share}`)) {
      const json = blobVector(chunk, 1);
      for (let i = 0; i < chunk.rowCount && bytes < maxBytes; i++)
        bytes += own[own.push(json(i)) - 1]!.length;
    }
    for (const [i, row] of own.entries()) sample.push({row, at: i / own.length});
  }
  return sample.sort((a, b) => a.at - b.at).map(({row}) => row);
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
