/** Links rows of a group whose names differ only because one of them was cut off. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {cutNameSql} from '../../datasets/rules/cut_names.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Source} from '../../datasets/types.ts';
import {count, type TypedRows} from './rows.ts';

export type CutNames = NonNullable<NonNullable<Source['versions']>['cutNames']>;

/** Table of the rows in groups with a cut name: `grouped` and the column `CUT_LINK`. */
export const CUT_GROUPS = 'cut_groups';
/** A hash that the rows of a cut name and of its whole name share; null in rows without a name. */
export const CUT_LINK = '_link_cut';

/**
 * Creates `CUT_GROUPS` from `grouped` (`_row`, `_group`, `_label`); returns whether it has rows. Names are compared only
 * in groups that other links leave apart. A name is linked to the longest one that it is the beginning of; one that may
 * be cut from the names of several vendors is linked to none.
 */
export async function findCutNames(
  db: DuckDBConnection,
  rows: TypedRows,
  {name, same}: CutNames,
): Promise<boolean> {
  await db.run(`CREATE TABLE apart AS SELECT _row, _group FROM grouped
    WHERE _group IN (SELECT _group FROM grouped GROUP BY _group HAVING min(_label) < max(_label))`);
  const shared = same.map(ident);
  const given = [name, ...same].map((one) => `${ident(one)} IS NOT NULL`).join(' AND ');
  await db.run(`CREATE TABLE named AS
    SELECT _row, _group, hash(${shared.join(', ')}) AS _same, vendor_words_of(${ident(name)}) AS words
    FROM (${rows.select([name, ...same], {table: 'apart', also: ['_group']})}) WHERE ${given}`);
  // Sorted, the names that begin with a name follow it: where the next one does not, none does.
  await db.run(`CREATE TABLE cut_names AS
    WITH names AS (SELECT DISTINCT _group, _same, words FROM named),
    beginnings AS (
      FROM names QUALIFY starts_with(lead(words) OVER (PARTITION BY _group, _same ORDER BY words), words)
    ), pairs AS (
      SELECT c._group, c._same, c.words, w.words AS whole,
        max_by(w.words, (length(w.words), w.words)) OVER (PARTITION BY c._group, c._same, c.words) AS longest
      FROM beginnings AS c JOIN names AS w USING (_group, _same) WHERE ${cutNameSql('c.words', 'w.words')}
    )
    SELECT _group, _same, words, any_value(longest) AS longest FROM pairs GROUP BY ALL
    HAVING bool_and(starts_with(vendor_key_of(longest), vendor_key_of(whole)))`);
  await db.run(`CREATE TABLE ${CUT_GROUPS} AS
    SELECT grouped.*, links.link AS ${CUT_LINK} FROM grouped LEFT JOIN (
      SELECT _row, hash(coalesce(longest, words), _same) AS link
      FROM named LEFT JOIN cut_names USING (_group, _same, words)
    ) AS links USING (_row) WHERE _group IN (SELECT _group FROM cut_names)`);
  for (const table of ['apart', 'named', 'cut_names']) await db.run(`DROP TABLE ${table}`);
  return (await count(db, `SELECT count(*) FROM ${CUT_GROUPS}`)) > 0;
}
