/** Determines which rows are versions of one record, and their order. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Source} from '../../datasets/types.ts';
import {count} from './rows.ts';

/** Upper bound of the rounds over chained links; reaching it means a bug in this file. */
const MOST_ROUNDS = 10_000;

/**
 * Creates `labels`: `_row`, `_record` (the number of one of its rows), `_nth` (1: the original), `_last`, `_several`.
 * `fields` are those of `typed_rows`.
 */
export async function labelRecords(
  db: DuckDBConnection,
  source: Source,
  fields: readonly string[],
): Promise<void> {
  const rule = source.versions;
  if (!rule) {
    await db.run(
      'CREATE TABLE labels AS SELECT _row, _row AS _record, 1::BIGINT AS _nth, true AS _last, false AS _several FROM typed_rows',
    );
    return;
  }
  const group = rule.group.map(ident).join(', ');
  const present = rule.standaloneWhenBlank ? `WHERE ${ident(rule.standaloneWhenBlank)} IS NOT NULL` : '';
  const links = (rule.links ?? []).map((columns, at) => `${sharedHash(columns)} AS ${ident(`_link_${at}`)}`);
  // Single-row groups, by far most of them, need none of what follows.
  await db.run(`CREATE TABLE grouped AS
    WITH often AS (SELECT ${group}, min(_row) AS _group FROM typed_rows ${present} GROUP BY ALL HAVING count(*) > 1)
    SELECT ${['v._row', 'often._group', ...links, rule.links ? 'v._row AS _label' : 'often._group AS _label'].join(', ')}
    FROM typed_rows AS v JOIN often USING (${group})`);
  if (rule.links) await linkVersions(db, links.length);
  if (rule.distinctOn) await separateCopies(db, source, rule.distinctOn, rule.order, fields);
  await db.run(`CREATE TABLE labels AS
    WITH labelled AS (SELECT _row, _label AS _record FROM grouped),
    ordered AS (
      SELECT v._row, l._record, row_number() OVER (PARTITION BY l._record ORDER BY ${[...rule.order, 'v._row'].join(', ')}) AS _nth,
        count(*) OVER (PARTITION BY l._record) AS _n
      FROM typed_rows AS v JOIN labelled AS l USING (_row)
    )
    SELECT _row, _record, _nth, _nth = _n AS _last, _n > 1 AS _several FROM ordered
    UNION ALL SELECT _row, _row, 1, true, false FROM typed_rows ANTI JOIN grouped USING (_row)`);
}

/** 64-bit hash of the values that linked rows share; null where one of them is null. */
function sharedHash(columns: readonly string[]): string {
  const names = columns.map((name) => `v.${ident(name)}`);
  return `CASE WHEN ${names.map((name) => `${name} IS NOT NULL`).join(' AND ')} THEN hash(${names.join(', ')}) END`;
}

/** Propagates the smallest row number along the links until nothing changes: rows with one label form one record. */
async function linkVersions(db: DuckDBConnection, links: number): Promise<void> {
  const shared = Array.from({length: links}, (_, at) => {
    const by = ident(`_link_${at}`);
    return `CASE WHEN ${by} IS NOT NULL THEN min(_label) OVER (PARTITION BY _group, ${by}) ELSE _label END`;
  });
  const least = `least(${shared.join(', ')})`;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await db.run(`CREATE TABLE spread AS
      SELECT * EXCLUDE (_label, _was), ${least} AS _label, _label AS _was FROM (SELECT *, NULL AS _was FROM grouped)`);
    await replaceGrouped(db);
    const changed = await count(db, 'SELECT count(*) FROM grouped WHERE _label <> _was');
    await db.run('ALTER TABLE grouped DROP COLUMN _was');
    if (!changed) return;
  }
  throw new Error('links of versions do not come to rest: correct pipeline/normalise/versions.ts');
}

async function replaceGrouped(db: DuckDBConnection): Promise<void> {
  await db.run('DROP TABLE grouped');
  await db.run('ALTER TABLE spread RENAME TO grouped');
}

/**
 * Rows under one label with equal `distinct` values cannot be versions of each other: the n-th row of each value gets
 * the n-th label, ordered by the disambiguating columns, then by version order and all other fields.
 */
async function separateCopies(
  db: DuckDBConnection,
  source: Source,
  distinct: readonly string[],
  order: readonly string[],
  fields: readonly string[],
): Promise<void> {
  const same = distinct.map((name) => `v.${ident(name)}`);
  const disambiguating = (source.disambiguate ?? []).map((name) => `v.${ident(name)} NULLS FIRST`);
  const rest = fields.map((name) => `v.${ident(name)} NULLS FIRST`);
  const by = [...disambiguating, ...order, ...rest, '_row'];
  await db.run(`CREATE TABLE spread AS
    WITH numbered AS (
      SELECT grouped.*, row_number() OVER (PARTITION BY _label, ${same.join(', ')} ORDER BY ${by.join(', ')}) AS _copy
      FROM typed_rows AS v JOIN grouped USING (_row)
    )
    SELECT * EXCLUDE (_copy) REPLACE (min(_row) OVER (PARTITION BY _label, _copy) AS _label) FROM numbered`);
  await replaceGrouped(db);
}
