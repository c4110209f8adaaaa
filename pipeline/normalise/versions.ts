/** Determines which rows are versions of one record, and their order. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Source} from '../../datasets/types.ts';
import {CUT_GROUPS, CUT_LINK, type CutNames, findCutNames} from './cut_names.ts';
import {count, type TypedRows} from './rows.ts';

/** Upper bound of the rounds over chained links; reaching it means a bug in this file. */
const MOST_ROUNDS = 10_000;

/**
 * Creates `labels`: `_row`, `_record` (the number of one of its rows), `_nth` (1: the original), `_last`, `_several`.
 * `fields` are those of `typed_rows`. Returns by how many records cut names made the result smaller.
 */
export async function labelRecords(
  db: DuckDBConnection,
  source: Source,
  fields: readonly string[],
  rows: TypedRows,
): Promise<number> {
  const rule = source.versions;
  if (!rule) {
    await db.run(
      'CREATE TABLE labels AS SELECT _row, _row AS _record, 1::BIGINT AS _nth, true AS _last, false AS _several FROM typed_rows',
    );
    return 0;
  }
  const group = rule.group.map(ident).join(', ');
  const present = rule.standaloneWhenBlank ? `WHERE ${ident(rule.standaloneWhenBlank)} IS NOT NULL` : '';
  const links = (rule.links ?? []).map((columns, at) => `${sharedHash(columns)} AS ${ident(`_link_${at}`)}`);
  // Single-row groups, by far most of them, need none of what follows.
  await db.run(`CREATE TABLE grouped AS
    WITH often AS (SELECT ${group}, min(_row) AS _group FROM typed_rows ${present} GROUP BY ALL HAVING count(*) > 1)
    SELECT ${['v._row', 'often._group', ...links, rule.links ? 'v._row AS _label' : 'often._group AS _label'].join(', ')}
    FROM typed_rows AS v JOIN often USING (${group})`);
  const byLinks = (rule.links ?? []).map((_, at) => `_link_${at}`);
  if (rule.links) await linkVersions(db, 'grouped', byLinks);
  const joined = rule.cutNames ? await joinCutNames(db, rows, rule.cutNames, byLinks) : 0;
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
  return joined;
}

/** Links cut names to whole ones, on top of the other links; returns how many records fewer that leaves. */
async function joinCutNames(
  db: DuckDBConnection,
  rows: TypedRows,
  rule: CutNames,
  links: readonly string[],
): Promise<number> {
  if (!(await findCutNames(db, rows, rule))) return 0;
  const labels = () => count(db, `SELECT count(DISTINCT _label) FROM ${CUT_GROUPS}`);
  const before = await labels();
  await linkVersions(db, CUT_GROUPS, [...links, CUT_LINK]);
  await db.run(`DELETE FROM grouped WHERE _group IN (SELECT _group FROM ${CUT_GROUPS})`);
  await db.run(`INSERT INTO grouped BY NAME SELECT * EXCLUDE (${CUT_LINK}) FROM ${CUT_GROUPS}`);
  return before - (await labels());
}

/** 64-bit hash of the values that linked rows share; null where one of them is null. */
function sharedHash(columns: readonly string[]): string {
  const names = columns.map((name) => `v.${ident(name)}`);
  return `CASE WHEN ${names.map((name) => `${name} IS NOT NULL`).join(' AND ')} THEN hash(${names.join(', ')}) END`;
}

/**
 * Propagates the smallest row number along the links of a table like `grouped` until nothing changes: rows with one label
 * form one record.
 */
async function linkVersions(db: DuckDBConnection, table: string, links: readonly string[]): Promise<void> {
  const shared = links.map((link) => {
    const by = ident(link);
    return `CASE WHEN ${by} IS NOT NULL THEN min(_label) OVER (PARTITION BY _group, ${by}) ELSE _label END`;
  });
  const least = `least(${shared.join(', ')})`;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await db.run(`CREATE TABLE spread AS
      SELECT * EXCLUDE (_label, _was), ${least} AS _label, _label AS _was FROM (SELECT *, NULL AS _was FROM ${table})`);
    await replaceBySpread(db, table);
    const changed = await count(db, `SELECT count(*) FROM ${table} WHERE _label <> _was`);
    await db.run(`ALTER TABLE ${table} DROP COLUMN _was`);
    if (!changed) return;
  }
  throw new Error('links of versions do not come to rest: correct pipeline/normalise/versions.ts');
}

async function replaceBySpread(db: DuckDBConnection, table: string): Promise<void> {
  await db.run(`DROP TABLE ${table}`);
  await db.run(`ALTER TABLE spread RENAME TO ${table}`);
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
  await replaceBySpread(db, 'grouped');
}
