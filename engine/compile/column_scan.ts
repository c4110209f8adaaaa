/** Reading all rows of a table: lines to their files, codes and numbers to arrays by rank. */
import {join} from 'node:path';
import {loadsOf} from '../../datasets/artefacts.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {ScanColumn} from '../columns/scan_column.ts';
import type {TableLayout} from '../file/table_layout.ts';
import type {RowWriter} from '../rows/writer.ts';
import {type Expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {readRelation} from '../sql/read_relation.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {numericVector} from '../sql/vectors.ts';
import {mergeFiles, PLACE_COLUMNS, placesOf, type Run, runsOf} from './merge_files.ts';
import {renderRows} from './rendered.ts';
import type {RowTexts} from './reorder_buffer.ts';

const BRACE = Buffer.from('}');

/** Where lines go; `spill` is a file for those that must wait. */
export interface LineFiles {
  items: RowWriter;
  details: RowWriter;
  spill: string;
}

/** A text that is read of every row and handed on in the order of ranks. */
export interface TextPass {
  sql: string;
  reads: Expression[];
  /** Joins with the dictionaries that its SQL names. */
  joins: string;
  textOf: (text: Uint8Array) => void;
}

/** Reads all rows: codes and numbers go to their arrays, texts to the files of lines. */
export async function readRows(
  shop: CompileDb,
  plan: TableLayout,
  ranks: RowOrder,
  passes: readonly ScanColumn[],
  files: LineFiles,
  more: TextPass | null,
): Promise<void> {
  await readNumbers(shop, plan, ranks, passes);
  await readTexts(shop, plan, ranks, files, more);
}

/**
 * Codes and numbers may come in any order: one statement reads them, which holds the dictionaries once. Statements that
 * run beside each other, as those of the texts do, would each hold all of them.
 */
async function readNumbers(
  shop: CompileDb,
  {of}: TableLayout,
  {rowsOf: ranksOf}: RowOrder,
  passes: readonly ScanColumn[],
): Promise<void> {
  const relation = relationOf(shop, of.name, [0, ranksOf.length], true) ?? ident(of.name);
  const fields = ['CAST(r._file AS INTEGER)', 'CAST(r._row AS INTEGER)', ...passes.map(({sql}) => sql)];
  const reads = passes.map(({read}) => read);
  const joins = passes.map(({join}) => join).join('');
  const sql = `SELECT ${fields.join(', ')} ${from(of, reads, {relation})}${joins}`;
  for await (const chunk of shop.stream(sql)) {
    const places = placesOf(chunk, ranksOf);
    passes.forEach(({target}, at) => {
      const numbers = numericVector(chunk, at + PLACE_COLUMNS);
      for (let i = 0; i < places.length; i++) target[places[i]!] = numbers[i]!;
    });
  }
}

async function readTexts(
  shop: CompileDb,
  plan: TableLayout,
  ranks: RowOrder,
  {items, details, spill}: LineFiles,
  more: TextPass | null,
): Promise<void> {
  const {of} = plan;
  const rendered = await renderRows(shop, plan);
  const reads = [...rendered.reads, ...(more?.reads ?? [])];
  const joins = rendered.joins + (more?.joins ?? '');
  const texts = [`'{' || ${rendered.item} || '}'`, rendered.detail, ...(more ? [more.sql] : [])];
  const fields = (first: number) => [
    `CAST(r._file + ${first} AS INTEGER)`,
    'CAST(r._row AS INTEGER)',
    ...texts.map((sql) => `encode(${sql})`),
  ];
  const streams = runsOf(ranks.rowsOf.map(({length}) => length)).map((run) => {
    const relation = relationOf(shop, of.name, run, true) ?? ident(of.name);
    // Every statement holds the load times that it may meet: those of all files would be held once a statement.
    const loads = relationOf(shop, loadsOf(of.name), run, false);
    const sql = `SELECT ${fields(run[0]).join(', ')} ${from(of, reads, {relation, loads})}${joins}`;
    return [run, shop.stream(sql)] as const;
  });
  const lineOf = ([item, detail, text]: RowTexts) => {
    if (!item || !detail) throw new Error(`${of.name} gave a row without its texts`);
    items.write(item);
    details.write(item.subarray(0, item.length - 1), detail, BRACE);
    if (text) more?.textOf(text);
  };
  await mergeFiles(of.name, streams, ranks, lineOf, {count: texts.length, spill});
}

/**
 * Some files of a relation, which has a file for each source as the table does; undefined where it is not stored.
 * `placed`: with the place of each row, files counted from the first of them.
 */
function relationOf(
  {build}: CompileDb,
  name: string,
  [first, end]: Run,
  placed: boolean,
): string | undefined {
  const relation = build.relations.find((one) => one.name === name);
  const place = (path: string) => literal(join(build.dir, path));
  return (
    relation && `(${readRelation({...relation, files: relation.files.slice(first, end)}, place, placed)})`
  );
}
