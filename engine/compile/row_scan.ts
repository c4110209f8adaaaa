/** Scans all rows of a table once: encoded rows go to the row files in row order, all that is collected goes to arrays. */
import {join} from 'node:path';
import {loadsOf} from '../../datasets/artefacts.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Column} from '../../datasets/types.ts';
import {detailFields, isDerived, listFields, type TableLayout} from '../file/table_layout.ts';
import {RowEncoder, type RowField, type RowFields} from '../rows/row_encoder.ts';
import {SAMPLE_BYTES, SAMPLE_ROWS} from '../rows/row_sample.ts';
import type {RowWriter} from '../rows/writer.ts';
import {type Expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {jsonArguments} from '../sql/json.ts';
import {readRelation} from '../sql/read_relation.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';
import type {Collector} from './collector.ts';
import {forEachRun} from './file_rows.ts';
import {renderRows} from './rendered.ts';
import {SortedRuns} from './sorted_runs.ts';

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
}

/** The rows of a table, encoded file by file, in temporary files. */
export interface EncodedRows {
  /** Null when it was forgotten. */
  encoder: RowEncoder | null;
  /** Brings the rows into their order and calls back with the further text of each, which is empty where there is none. */
  merge(order: RowOrder, files: RowFiles, onText: (text: Uint8Array) => void): void;
  /** Removes the temporary files. */
  close(): void;
}

/** Rows by file of a table. */
export async function countRows(db: CompileDb, {declaration: {name}}: TableLayout): Promise<number[]> {
  const counts: number[] = [];
  const sql = `SELECT CAST(_file AS INTEGER), CAST(count(*) AS INTEGER) FROM ${ident(name)} GROUP BY _file`;
  for await (const chunk of db.stream(sql)) {
    const [file, count] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) counts[file[i]!] = count[i]!;
  }
  return Array.from(counts, (count) => count ?? 0);
}

/**
 * Reads the rows file by file, since statements over several files at once would each hold buffers and joins, and encodes each
 * row when it comes; `spill` begins the names of temporary files.
 */
export async function scanRows(
  db: CompileDb,
  layout: TableLayout,
  rowsByFile: readonly number[],
  collector: Collector,
  spill: string,
  text: TextScan | null,
): Promise<EncodedRows> {
  const {name} = layout.declaration;
  const files = await readTexts(db, layout, rowsByFile, collector, text);
  const encoder = new RowEncoder(name, rowFields(layout), await sampleOf(db, files), collector.fields());
  const collect = collector.begin(encoder);
  const rows = rowsByFile.reduce((sum, count) => sum + count, 0);
  const [heads, rests] = [new SortedRuns(`${spill}.heads`, rows), new SortedRuns(`${spill}.rests`, rows)];
  const texts = text && new SortedRuns(`${spill}.texts`, rows);
  const runs = [heads, rests, ...(texts ? [texts] : [])];
  const close = () => {
    for (const run of runs) run.close();
  };
  try {
    let begin = 0;
    for (const {rows, statement} of files) {
      for (const run of runs) run.beginRun();
      if (rows === 0) continue;
      const first = begin;
      const options = {
        rows,
        count: text ? 2 : 1,
        spill,
        numbers: collector.numeric.map(({target}) => target.subarray(first)),
      };
      await forEachRun(name, db.stream(statement), options, (column, run, position) => {
        if (column > 0) {
          texts?.add(run);
          return;
        }
        const encoded = encoder.encode(run);
        collect(first + position, run.lengths.length);
        heads.add(encoded.heads);
        rests.add(encoded.rests);
      });
      begin += rows;
    }
  } catch (error) {
    close();
    throw error;
  }
  return {encoder, ...mergeOf(heads, rests, texts)};
}

/** What merges the runs. A function by itself: what it returns does not hold the encoder. */
function mergeOf(
  heads: SortedRuns,
  rests: SortedRuns,
  texts: SortedRuns | null,
): Pick<EncodedRows, 'merge' | 'close'> {
  return {
    merge({files}, {items, details}, onText) {
      heads.merge(files, (head) => items.write(head));
      rests.merge(files, (rest) => details.write(rest));
      texts?.merge(files, onText);
    },
    close() {
      for (const runs of [heads, rests, texts]) runs?.close();
    },
  };
}

/** The statements that read the rows of one file and those of the sample, and its number of rows. */
interface FileTexts {
  rows: number;
  statement: string;
  sample: string;
}

const concat = (texts: readonly string[]): string => `concat(${texts.join(', ')})`;

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
  const behind = extra.flatMap(({name, read}) => {
    const value = {name, column: EXTRA, sql: `CAST(${read.sql} AS VARCHAR)`};
    return ["','", ...jsonArguments([value])];
  });
  const row = concat(rendered.arguments);
  const whole = concat([...rendered.arguments, ...behind]);
  const texts = [whole, ...(text ? [text.sql] : [])].map((sql) => `encode(${sql})`);
  const numbers = collector.numeric.map(({sql}) => sql);
  const fields = ['CAST(r._row AS INTEGER)', ...texts, ...numbers].join(', ');
  const reads = [
    ...rendered.reads,
    ...extra.map(({read}) => read),
    ...(text?.reads ?? []),
    ...collector.numeric.map(({read}) => read),
  ];
  return rowsByFile.map((rows, file) => {
    const relation = relationSql(db, declaration.name, [file, file + 1], true) ?? ident(declaration.name);
    // The statement holds the load times that it joins: only those of its own file.
    const loads = relationSql(db, loadsOf(declaration.name), [file, file + 1], false);
    const fromFile = (needed: Expression[]) =>
      `${from(declaration, needed, {relation, loads})}${rendered.joins}`;
    return {
      rows,
      statement: `SELECT ${fields} ${fromFile(reads)}`,
      sample: `SELECT CAST(r._row AS INTEGER), encode(${row}) ${fromFile(rendered.reads)}`,
    };
  });
}

/** A column that is collected and not shown. */
const EXTRA: Column = {type: 'text', nullable: true, visibility: 'internal', help: '', example: null};

/**
 * Rows of each file, by which the encoding is chosen; those of all files alternate by their shares. They are spread over the file, since
 * its first rows are its newest, which say little of older ones.
 */
async function sampleOf(db: CompileDb, files: readonly FileTexts[]): Promise<Uint8Array[]> {
  const all = files.reduce((sum, {rows}) => sum + rows, 0);
  const sample: {row: Uint8Array; at: number}[] = [];
  for (const {rows, sample: statement} of files) {
    if (rows === 0) continue;
    const share = Math.max(MIN_SAMPLE_ROWS, Math.ceil((SAMPLE_ROWS * rows) / all));
    const step = Math.ceil(rows / share);
    const own = new FileSample((SAMPLE_BYTES * share) / SAMPLE_ROWS);
    for await (const chunk of db.stream(`${statement} WHERE r._row % ${step} = 0`)) {
      const position = numericVector(chunk, 0);
      const json = blobVector(chunk, 1);
      for (let i = 0; i < chunk.rowCount; i++) own.add(position[i]! / step, json(i));
    }
    for (const [i, row] of own.rows().entries()) sample.push({row, at: i / own.count});
  }
  return sample.sort((a, b) => a.at - b.at).map(({row}) => row);
}

/** Rows of one file: when they are too large, every other one is dropped. */
class FileSample {
  readonly #maxBytes: number;
  readonly #rows = new Map<number, Uint8Array>();
  #bytes = 0;
  #stride = 1;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#rows.size;
  }

  /** Adds the row with a number, which counts from 0; rows may come in any order. */
  add(number: number, row: Uint8Array): void {
    if (number % this.#stride !== 0) return;
    // What is kept does not hold the memory of its neighbours.
    this.#rows.set(number, row.slice());
    this.#bytes += row.length;
    while (this.#bytes > this.#maxBytes && this.#rows.size > 1) this.#thin();
  }

  /** The rows in the order of their numbers. */
  rows(): Uint8Array[] {
    return [...this.#rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  }

  #thin(): void {
    this.#stride *= 2;
    for (const [number, row] of this.#rows) {
      if (number % this.#stride === 0) continue;
      this.#rows.delete(number);
      this.#bytes -= row.length;
    }
  }
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
