/** Disambiguates records with equal keys by further columns, or refuses all but the first. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Source} from '../../datasets/types.ts';
import {refuse} from './counts.ts';
import {count, type TypedRows} from './rows.ts';

/** Creates `suffixes` (`_record`, `_suffix`): what is appended to equal keys. */
export async function disambiguate(db: DuckDBConnection, source: Source, rows: TypedRows): Promise<void> {
  const keys = source.key.map(ident).join(', ');
  // Keys may be long: only keys with a repeated hash are compared in full.
  await db.run(`CREATE TABLE hashed AS
    SELECT l._row, l._record, hash(${keys}) AS _hash FROM typed_rows JOIN labels AS l USING (_row) WHERE l._key`);
  await db.run(`CREATE TABLE shared AS
    WITH near AS (SELECT _row, _record FROM hashed
        SEMI JOIN (SELECT _hash FROM hashed GROUP BY _hash HAVING count(*) > 1) AS often USING (_hash)),
      firsts AS (SELECT near._row, near._record, ${keys} FROM typed_rows JOIN near USING (_row)),
      often AS (SELECT ${keys} FROM firsts GROUP BY ALL HAVING count(*) > 1)
    SELECT firsts.* FROM firsts SEMI JOIN often USING (${keys})`);
  await db.run('DROP TABLE hashed');
  const repeated = (await count(db, 'SELECT count(*) FROM shared')) > 0;
  if (source.disambiguate && repeated) {
    await db.run(suffixSql(source, source.disambiguate, rows));
    return;
  }
  await db.run('CREATE TABLE suffixes (_record BIGINT, _suffix VARCHAR)');
  if (!repeated) return;
  await db.run(`CREATE TABLE doubled AS
    WITH starts AS (SELECT _record, min(_row) AS _start FROM labels GROUP BY _record)
    SELECT _record FROM starts JOIN shared USING (_record)
    QUALIFY row_number() OVER (PARTITION BY ${keys} ORDER BY _start) > 1`);
  const theirs = '_record IN (SELECT _record FROM doubled)';
  const reason = `repeated key (${source.key.join(', ')}): another record has it`;
  await refuse(db, `_row IN (SELECT _row FROM labels WHERE ${theirs})`, reason);
  await db.run(`DELETE FROM labels WHERE ${theirs}`);
}

/**
 * Suffixes of all records with the same key; the ordinal follows content, so that row order has no effect.
 */
function suffixSql(source: Source, apart: readonly string[], rows: TypedRows): string {
  const parts = apart.map((name) => `'|' || coalesce(CAST(${ident(name)} AS VARCHAR), '')`);
  const longer = [...source.key, ...apart].map(ident).join(', ');
  const content = [...rows.types.keys()].map((name) => `${ident(name)} NULLS FIRST`).join(', ');
  const nth = `row_number() OVER (PARTITION BY ${longer} ORDER BY ${content}, _row)`;
  const ordinal = `CASE WHEN _ordinal > 1 THEN '|' || _ordinal ELSE '' END`;
  return `CREATE TABLE suffixes AS
    SELECT _record, ${["''", ...parts].join(' || ')} || ${ordinal} AS _suffix FROM (
      SELECT *, ${nth} AS _ordinal FROM (${rows.select(rows.types.keys(), {table: 'shared', also: ['_record']})})
    )`;
}
