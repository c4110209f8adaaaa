/**
 * Scans all rows of a table once: encoded rows go to a temporary file, all that is collected goes to arrays.
 */
import {join} from 'node:path';
import type {DuckDBDataChunk} from '@duckdb/node-api';
import {loadsOf} from '../../builds/artefacts.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Column} from '../../datasets/types.ts';
import {detailFields, isDerived, listFields, type TableLayout} from '../file/table_layout.ts';
import {RowEncoder, type RowField, type RowFields} from '../rows/row_encoder.ts';
import {type Expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {jsonValue} from '../sql/json.ts';
import {readRelation} from '../sql/read_relation.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';
import type {Collector} from './collector.ts';
import {renderRows} from './rendered.ts';
import {type SampledFile, sampleOf} from './row_sample.ts';
import {RowSpill} from './row_spill.ts';

/** Between a row and the text that is read with it: JSON has no line feed. */
const LF = 0x0a;

/** One more text that is read of every row and passed on in row order. */
export interface TextScan {
  sql: string;
  reads: Expression[];
}

/** The encoded rows of a table: head and rest of each, and the text to search, where the plan reads one. */
export interface EncodedRows {
  encoder: RowEncoder;
  spill: RowSpill;
}

/**
 * Reads the rows file by file, since statements over several files at once would each hold buffers and joins,
 * and encodes each row when it comes; `path` is the temporary file. A join returns the rows of a chunk that
 * match nothing behind the others, and those of a file in any order where it spills: that changes how rows
 * are encoded, not what they say.
 */
export async function scanRows(
  db: CompileDb,
  layout: TableLayout,
  rowsByFile: readonly number[],
  collector: Collector,
  path: string,
  text: TextScan | null,
): Promise<EncodedRows> {
  const files = await readTexts(db, layout, rowsByFile, collector, text);
  const encoder = new RowEncoder(
    layout.declaration.name,
    rowFields(layout),
    await sampleOf(db, files),
    collector.fields(),
  );
  const collect = collector.begin(encoder);
  const rows = rowsByFile.reduce((sum, count) => sum + count, 0);
  const spill = new RowSpill(path, rows, text ? 3 : 2);
  const encoded = {encoder, spill};
  try {
    let begin = 0;
    for (const {rows, statement} of files) {
      if (rows > 0) {
        for await (const chunk of db.stream(statement))
          encodeChunk(chunk, begin, text !== null, encoded, collector, collect);
      }
      begin += rows;
    }
  } catch (error) {
    spill.close();
    throw error;
  }
  return encoded;
}

/**
 * Encodes the rows of a chunk, whose numbers go to the collector; `begin` is the position of the first row of
 * its file. `hasText`: a text follows each row.
 */
function encodeChunk(
  chunk: DuckDBDataChunk,
  begin: number,
  hasText: boolean,
  {encoder, spill}: EncodedRows,
  {numeric}: Collector,
  collect: (position: number) => void,
): void {
  const positions = numericVector(chunk, 0).map((position) => begin + position);
  const read = blobVector(chunk, 1);
  for (const [i, {target}] of numeric.entries()) {
    const values = numericVector(chunk, 2 + i);
    for (let row = 0; row < values.length; row++) target[positions[row]!] = values[row]!;
  }
  for (let row = 0; row < positions.length; row++) {
    const bytes = read(row);
    const end = hasText ? bytes.indexOf(LF) : bytes.length;
    const {head, rest} = encoder.encode(bytes.subarray(0, end));
    collect(positions[row]!);
    spill.add(positions[row]!, hasText ? [head, rest, bytes.subarray(end + 1)] : [head, rest]);
  }
}

/** A file, and the statement that reads its rows. */
interface FileTexts extends SampledFile {
  statement: string;
}

/** The values of a row, and a text behind it. In one call: each copies what stands before. */
const rowSql = (values: readonly string[], behind = ''): string =>
  `encode(concat(${values.join(", ',', ")}${behind}))`;

async function readTexts(
  db: CompileDb,
  layout: TableLayout,
  rowsByFile: readonly number[],
  collector: Collector,
  text: TextScan | null,
): Promise<FileTexts[]> {
  const {declaration} = layout;
  const rendered = await renderRows(db, layout);
  const extra = collector.extra();
  const more = extra.map(({read}) => jsonValue(EXTRA, `CAST(${read.sql} AS VARCHAR)`));
  // The text stands in the same value: to read a second one of each row costs more than to find it.
  const whole = rowSql([...rendered.values, ...more], text ? `, chr(10), ${text.sql}` : '');
  const numbers = collector.numeric.map(({sql}) => sql);
  const fields = ['CAST(r._row AS INTEGER)', whole, ...numbers].join(', ');
  const reads = [
    ...rendered.reads,
    ...extra.map(({read}) => read),
    ...(text?.reads ?? []),
    ...collector.numeric.map(({read}) => read),
  ];
  return rowsByFile.map((rows, file) => {
    const relation = fileSql(db, declaration.name, file, true) ?? ident(declaration.name);
    // The statement holds the load times that it joins: only those of its own file.
    const loads = fileSql(db, loadsOf(declaration.name), file, false);
    const fromFile = (needed: Expression[]) =>
      `${from(declaration, needed, {relation, loads})}${rendered.joins}`;
    return {
      rows,
      statement: `SELECT ${fields} ${fromFile(reads)}`,
      sample: `SELECT CAST(r._row AS INTEGER), ${rowSql(rendered.values)} ${fromFile(rendered.reads)}`,
    };
  });
}

/** A column that is collected and not shown. */
const EXTRA: Column = {type: 'text', nullable: true, visibility: 'internal', help: '', example: null};

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
 * SELECT of one file of a relation, which has one file per source; undefined where the build stores no such
 * relation.
 */
function fileSql({build}: CompileDb, name: string, file: number, located: boolean): string | undefined {
  const relation = build.relations.find((one) => one.name === name);
  const path = (relative: string) => literal(join(build.dir, relative));
  const files = relation?.files.slice(file, file + 1) ?? [];
  return relation && `(${readRelation({...relation, files}, path, located)})`;
}
