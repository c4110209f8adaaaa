/** Creates the dictionary of a list column: its distinct items as a working table of ordinals. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {type Expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {blobVector} from '../sql/vectors.ts';
import {StringArrayBuilder} from '../text/string_array.ts';
import type {Dictionary} from './dictionary.ts';

export interface TableDictionary extends Dictionary {
  /** Working table: `value`, `folded`, `ordinal` from 0. */
  table: string;
}

export interface DictionaryOptions {
  name: string;
  /** `value`: by code point, as groups of statistics are ordered. `folded`: by folded value, then value. */
  order: 'value' | 'folded';
  /** Whether the values are kept besides the folded ones. */
  keepValues: boolean;
}

/** Creates the dictionary of the items that are not null of a list. */
export async function createListDictionary(
  db: CompileDb,
  declaration: Dataset | Derived,
  read: Expression,
  {name, order, keepValues}: DictionaryOptions,
): Promise<TableDictionary> {
  const table = ident(`dictionary_${name}`);
  const terms = order === 'value' ? 'value' : 'folded, value';
  await db.run(
    `CREATE OR REPLACE TABLE ${table} AS
    SELECT value, folded, CAST(row_number() OVER (ORDER BY ${terms}) - 1 AS INTEGER) AS ordinal
    FROM (SELECT value, fold(value) AS folded FROM (SELECT DISTINCT unnest(${read.sql}) AS value ${from(declaration, [read])}) WHERE value IS NOT NULL)`,
  );
  const values = new StringArrayBuilder(`values of ${name}`);
  const folded = new StringArrayBuilder(`values of ${name}`);
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
