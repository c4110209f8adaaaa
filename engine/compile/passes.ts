/** One reading of all rows of a table: lines to their files, codes and numbers to arrays by rank. */
import {join} from 'node:path';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Plan} from '../plan.ts';
import {type Expression, from} from '../reference/columns.ts';
import {readRelation} from '../relations.ts';
import type {Dictionary} from './dictionary.ts';
import type {LinesWriter} from './lines.ts';
import {mergeFiles, PLACE_COLUMNS, type Run, runsOf} from './merge.ts';
import type {Ranks} from './ranks.ts';
import {renderRows} from './rendered.ts';
import {numbersOf} from './vectors.ts';
import type {Workshop} from './workshop.ts';

/** A column that is read: its SQL, and where its values go by rank. */
export interface Pass {
  sql: string;
  read: Expression;
  join: string;
  target: Uint32Array | Float64Array;
}

/** A pass that gives codes. */
export interface CodedPass extends Pass {
  target: Uint32Array;
}

/** Codes of the dictionary that the expression gives; the number of values for none. */
export function coded(read: Expression, {table, count}: Dictionary, rows: number): CodedPass {
  return {
    read,
    sql: `coalesce(${table}.code, ${count})`,
    join: ` LEFT JOIN ${table} ON ${table}.value = CAST(${read.sql} AS VARCHAR)`,
    target: new Uint32Array(rows),
  };
}

/** A pass that gives numbers. */
export interface NumberPass extends Pass {
  target: Float64Array;
}

/** Numbers by an expression in SQL, NaN for null; `read` says what it reads. */
export const numbered = (read: Expression, sql: string, rows: number): NumberPass => ({
  read,
  sql: `coalesce(${sql}, CAST('NaN' AS DOUBLE))`,
  join: '',
  target: new Float64Array(rows),
});

const BRACE = Buffer.from('}');

/** Where lines go; `spill` is a file for those that must wait. */
export interface LineFiles {
  items: LinesWriter;
  details: LinesWriter;
  spill: string;
}

/** A text that is read of every row and handed on in the order of ranks. */
export interface TextPass {
  sql: string;
  reads: Expression[];
  textOf: (text: Uint8Array) => void;
}

/** One reading of all rows: texts go to the files of lines, codes and numbers to their arrays. */
export async function readRows(
  shop: Workshop,
  plan: Plan,
  ranks: Ranks,
  passes: readonly Pass[],
  {items, details, spill}: LineFiles,
  more: TextPass | null,
): Promise<void> {
  const {of} = plan;
  const rendered = await renderRows(shop, plan);
  const reads = [...rendered.reads, ...passes.map(({read}) => read), ...(more?.reads ?? [])];
  const texts = [`'{' || ${rendered.item} || '}'`, rendered.detail, ...(more ? [more.sql] : [])];
  const fields = (first: number) => [
    `CAST(r._file + ${first} AS INTEGER)`,
    'CAST(r._row AS INTEGER)',
    ...texts.map((sql) => `encode(${sql})`),
    ...passes.map(({sql}) => sql),
  ];
  const joins = rendered.joins + passes.map((one) => one.join).join('');
  const streams = runsOf(ranks.ranksOf.map(({length}) => length)).map((run) => {
    const relation = relationOf(shop, plan, run);
    const sql = `SELECT ${fields(run[0]).join(', ')} ${from(of, reads, {relation})}${joins}`;
    return [run, shop.stream(sql)] as const;
  });
  await mergeFiles(
    of.name,
    streams,
    ranks,
    {
      chunkOf: (chunk, places) => {
        passes.forEach(({target}, at) => {
          const numbers = numbersOf(chunk, at + PLACE_COLUMNS + texts.length);
          for (let i = 0; i < places.length; i++) target[places[i]!] = numbers[i]!;
        });
      },
      lineOf: ([item, detail, text]) => {
        if (!item || !detail) throw new Error(`${of.name} gave a row without its texts`);
        items.write(item);
        details.write(item.subarray(0, item.length - 1), detail, BRACE);
        if (text) more?.textOf(text);
      },
    },
    {count: texts.length, spill},
  );
}

/** Some files of a table as a relation with the place of each row, files counted from the first of them. */
function relationOf({build}: Workshop, {of}: Plan, [first, end]: Run): string {
  const relation = build.relations.find(({name}) => name === of.name);
  if (!relation) return ident(of.name);
  const place = (path: string) => literal(join(build.dir, path));
  return `(${readRelation({...relation, files: relation.files.slice(first, end)}, place, true)})`;
}
