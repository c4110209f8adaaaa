/** Creates the dictionary of a column: its distinct values as a working table of ordinals. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {type Expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {blobVector} from '../sql/vectors.ts';
import {type StringArray, StringArrayBuilder} from '../text/string_array.ts';

export interface Dictionary {
  /** Working table: `value`, `folded`, `ordinal` from 0. */
  table: string;
  /** By ordinal; empty where only the folded values are kept. */
  values: StringArray;
  folded: StringArray;
  count: number;
}

export interface DictionaryOptions {
  name: string;
  /** The expression is a list: its items are the values. */
  list: boolean;
  /** `value`: by code point, as groups of statistics are ordered. `folded`: by folded value, then value. */
  order: 'value' | 'folded';
  /** Whether the values are kept besides the folded ones. */
  keepValues: boolean;
}

/** Creates the dictionary of an expression's values that are not null. */
export async function createDictionary(
  db: CompileDb,
  declaration: Dataset | Derived,
  read: Expression,
  {name, list, order, keepValues}: DictionaryOptions,
): Promise<Dictionary> {
  const table = ident(`dictionary_${name}`);
  const value = list ? `unnest(${read.sql})` : `CAST(${read.sql} AS VARCHAR)`;
  const terms = order === 'value' ? 'value' : 'folded, value';
  await db.run(
    `CREATE OR REPLACE TABLE ${table} AS
    SELECT value, folded, CAST(row_number() OVER (ORDER BY ${terms}) - 1 AS INTEGER) AS ordinal
    FROM (SELECT value, fold(value) AS folded FROM (SELECT DISTINCT ${value} AS value ${from(declaration, [read])}) WHERE value IS NOT NULL)`,
  );
  const values = new StringArrayBuilder();
  const folded = new StringArrayBuilder();
  const rows = db.stream(
    `SELECT encode(value) AS value, encode(folded) AS folded FROM ${table} ORDER BY ordinal`,
  );
  for await (const chunk of rows) {
    const [value, text] = [blobVector(chunk, 0), blobVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) {
      if (keepValues) values.add(value(i));
      folded.add(text(i));
    }
  }
  return {table, values: values.build(), folded: folded.build(), count: folded.count};
}
