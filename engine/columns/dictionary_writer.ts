/** Different values of a column as a working table of codes, in the order of folded text, then text. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {type Expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {blobVector} from '../sql/vectors.ts';
import {type StringArray, StringArrayBuilder} from '../text/string_array.ts';

export interface Dictionary {
  /** Working table: `value`, `folded`, `code` from 0. */
  table: string;
  /** Empty where only the folded texts are kept. */
  values: StringArray;
  folded: StringArray;
  count: number;
}

/**
 * Makes the table `name` of the values of an expression that are not null; of a list its items. `plain` sorts by the
 * value alone, as groups of statistics stand; `kept`: the values are read too, which long texts have many of.
 */
export async function createDictionary(
  shop: CompileDb,
  of: Dataset | Derived,
  read: Expression,
  {name, list, plain, kept}: {name: string; list: boolean; plain: boolean; kept: boolean},
): Promise<Dictionary> {
  const table = ident(`dictionary_${name}`);
  const value = list ? `unnest(${read.sql})` : `CAST(${read.sql} AS VARCHAR)`;
  const order = plain ? 'value' : 'folded, value';
  await shop.run(
    `CREATE OR REPLACE TABLE ${table} AS
    SELECT value, folded, CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS code
    FROM (SELECT value, fold(value) AS folded FROM (SELECT DISTINCT ${value} AS value ${from(of, [read])}) WHERE value IS NOT NULL)`,
  );
  const values = new StringArrayBuilder();
  const folded = new StringArrayBuilder();
  const rows = shop.stream(
    `SELECT encode(value) AS value, encode(folded) AS folded FROM ${table} ORDER BY code`,
  );
  for await (const chunk of rows) {
    const [value, text] = [blobVector(chunk, 0), blobVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) {
      if (kept) values.add(value(i));
      folded.add(text(i));
    }
  }
  return {table, values: values.build(), folded: folded.build(), count: folded.count};
}
