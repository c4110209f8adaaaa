/** Turns typed rows into records: refuses incomplete rows, merges duplicates and versions, assigns ids. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Column, Dataset, Source} from '../../datasets/types.ts';
import type {Staged} from '../read/staging.ts';
import {type ChildRows, joinChildRows} from './child_rows.ts';
import {addCounts, countsBy, refuse} from './counts.ts';
import {disambiguate} from './disambiguate.ts';
import {type Histories, keyFields, makeHistories} from './histories.ts';
import {count, type TypedRows} from './rows.ts';
import {labelRecords} from './versions.ts';

export interface Records {
  /** Rows that were merged into another record, by reason. */
  merged: Record<string, number>;
  /** Cells of child rows that became null; see TypedRows. */
  notes: Record<string, number>;
  /** SELECT of the dataset's stored columns, one row per record. */
  select: string;
  /** SELECT of each record's id, its `_record` in `labels`, and `_file`, the file of its current row. */
  ids: string;
}

/**
 * Finds the records of the typed rows and their child rows. Fields that versions, keys and children need are
 * in `typed_rows`; everything else stays text.
 */
export async function makeRecords(
  db: DuckDBConnection,
  dataset: Dataset,
  source: Source,
  rows: TypedRows,
  staged: Pick<Staged, 'tables' | 'files'>,
): Promise<Records> {
  const narrow = [...keyFields(source, rows)];
  await db.run(`CREATE TABLE typed_rows AS ${rows.select(narrow)}`);
  for (const name of source.required)
    await refuse(db, `${ident(name)} IS NULL`, `no ${name.replaceAll('_', ' ')}`);
  const repeated = await dropRepeated(db, source, narrow, rows);
  await labelRecords(db, source, rows);
  await disambiguate(db, source, rows);
  const histories = await makeHistories(db, dataset, source, rows);
  const parts = await joinChildRows(db, source, staged);
  await db.run('CREATE TABLE current_rows AS SELECT _row, _record, _several FROM labels WHERE _current');
  const merged = {};
  addCounts(merged, {'repeated row': repeated});
  addCounts(merged, await countsBy(db, '_rule', 'labels'));
  addCounts(merged, {'other language': rows.paired, ...parts.merged});
  return {merged, notes: parts.notes, ...recordSql(dataset, source, rows, histories, parts)};
}

/**
 * Drops rows equal to an earlier one in every field. Only rows with equal hashes in `typed_rows` are
 * compared. Where equal rows are separate records, those are dropped that are the same row again: in another
 * file, or in a second half equal to the first.
 */
async function dropRepeated(
  db: DuckDBConnection,
  source: Source,
  narrow: readonly string[],
  rows: TypedRows,
): Promise<number> {
  const all = `hash(${narrow.map(ident).join(', ')})`;
  await db.run(`CREATE TABLE duplicate_candidates AS SELECT _row FROM typed_rows
    SEMI JOIN (SELECT ${all} AS _hash FROM typed_rows GROUP BY _hash HAVING count(*) > 1) AS often ON ${all} = often._hash`);
  // Most files have none: reading every field of no row would take longer than finding that out.
  if (!(await count(db, 'SELECT count(*) FROM duplicate_candidates'))) return 0;
  const candidates = rows.select(rows.types.keys(), {table: 'duplicate_candidates', also: []});
  const fields = [...rows.types.keys()].map(ident).join(', ');
  const again =
    source.duplicates === 'separate'
      ? repeatedPayments(candidates, fields)
      : `SELECT _row FROM (${candidates}) QUALIFY row_number() OVER (PARTITION BY ${fields} ORDER BY _row) > 1`;
  return (await db.run(`DELETE FROM typed_rows WHERE _row IN (${again})`)).rowsChanged;
}

/**
 * Of rows that are records of their own even where they are equal, those that are there again: the n-th of
 * equal rows of a file is the n-th of them in another file, and a file whose second half repeats its first,
 * row by row, was appended to itself. Halves of one row are two payments.
 */
const repeatedPayments = (candidates: string, fields: string): string => `
  WITH equal AS (
    SELECT _row, _file, dense_rank() OVER (ORDER BY ${fields}) AS _same FROM (${candidates})
  ), files AS (
    SELECT _file, count(*) AS _n FROM typed_rows SEMI JOIN equal USING (_file) GROUP BY _file
  ), placed AS (
    SELECT equal.*, files._n, row_number() OVER (PARTITION BY _file ORDER BY _row) AS _place,
      count(*) OVER (PARTITION BY _file) AS _equal
    FROM equal JOIN files USING (_file)
  ), halves AS (
    SELECT a._file FROM placed AS a JOIN placed AS b ON a._file = b._file AND a._place + a._n // 2 = b._place
    WHERE a._n % 2 = 0 AND a._equal = a._n AND a._place <= a._n // 2
    GROUP BY a._file HAVING bool_and(a._same = b._same) AND count(DISTINCT a._same) > 1
  ), once AS (
    SELECT _row, _file, _same, _place > _n // 2 AND _file IN (FROM halves) AS _again FROM placed
  ), counted AS (
    SELECT *, row_number() OVER (PARTITION BY _same, _file, _again ORDER BY _row) AS _nth FROM once
  )
  SELECT _row FROM counted QUALIFY _again OR row_number() OVER (PARTITION BY _same, _nth, _again ORDER BY _file, _row) > 1`;

/**
 * SELECTs of the stored columns (current version, original, aggregates, child rows, then computed columns),
 * and of ids.
 */
function recordSql(
  dataset: Dataset,
  source: Source,
  rows: TypedRows,
  histories: Histories,
  parts: ChildRows,
): Pick<Records, 'select' | 'ids'> {
  const stored = storedColumns(dataset.columns);
  const original = new Set(dataset.versions?.fromOriginal ?? []);
  const own = source.versions?.computed ?? {};
  const computed = dataset.versions?.computed ?? {};
  /** A field of another version; in records of one version that is the current one. */
  const of = (version: 'first' | 'key', name: string): string =>
    histories[version].has(name)
      ? `CASE WHEN last._several THEN histories.${ident(`${version}_${name}`)} ELSE last.${ident(name)} END`
      : `last.${ident(name)}`;
  const current = (name: string): string =>
    histories.filled.has(name)
      ? `coalesce(last.${ident(name)}, histories.${ident(`filled_${name}`)})`
      : `last.${ident(name)}`;
  const key = source.key.map((name) => of('key', name)).join(` || '|' || `);
  const hash = `sha256(${literal(source.slug)} || chr(10) || ${key} || coalesce(suffixes._suffix, ''))`;
  const value = (name: string): string => {
    if (name === dataset.id.column && dataset.id.prefix)
      return `${literal(dataset.id.prefix)} || left(${hash}, 16)`;
    if (name === 'source_dataset') return literal(source.label);
    if (name === 'versions') return 'CASE WHEN last._several THEN histories.versions ELSE [] END';
    if (name === 'amendments') return amendmentsSql(dataset.columns[name]);
    if (own[name])
      return own[name]
        .replaceAll(/\bfirst\.(\w+)/g, (_, field: string) => of('first', field))
        .replaceAll(/\blast\.([a-z]\w*)/g, (term, field: string) => (rows.types.has(field) ? term : 'NULL'));
    if (!rows.types.has(name)) return 'NULL';
    return original.has(name) ? of('first', name) : current(name);
  };
  const layer = stored.map(([name, column]) => {
    const given = parts.given.get(name);
    const sql = given ? withChildRows(column, value(name), given) : value(name);
    return `CAST(${sql} AS ${sqlType(column)}) AS ${ident(name)}`;
  });
  const final = stored.map(([name, column]) =>
    computed[name] ? `CAST(${computed[name]} AS ${sqlType(column)}) AS ${ident(name)}` : `rec.${ident(name)}`,
  );
  const last = rows.select(rows.types.keys(), {table: 'current_rows', also: ['_record', '_several']});
  const selectOf = (names: readonly string[]): string => `
    WITH last AS (${last})
    SELECT ${names.join(', ')} FROM (
      SELECT last._file, last._record, ${layer.join(',\n')} FROM last
      LEFT JOIN histories ON histories._record = last._record
      LEFT JOIN suffixes ON suffixes._record = last._record
      ${parts.joins.join('\n')}
    ) AS rec`;
  return {select: selectOf(final), ids: selectOf([ident(dataset.id.column), '_record', '_file'])};
}

/** The versions before the last one, without why they belong together. */
function amendmentsSql(column: Column | undefined): string {
  const fields = Object.keys(column?.fields ?? {}).map((name) => `${ident(name)} := one.${ident(name)}`);
  return `CASE WHEN last._several THEN list_transform(histories.versions[:-2], lambda one: struct_pack(${fields.join(', ')})) ELSE [] END`;
}

/**
 * Combines a record's own value with its children's: lists are concatenated, of other values the first
 * non-null one wins.
 */
function withChildRows(column: Column, own: string, given: readonly string[]): string {
  if (column.type !== 'text[]' && column.type !== 'rows') return `coalesce(${[own, ...given].join(', ')})`;
  const type = sqlType(column);
  return [own, ...given].map((sql) => `coalesce(CAST(${sql} AS ${type}), [])`).join(' || ');
}

/** Throws where two keys share an id, which would hide a record. `from`: the written records. */
export async function assertUniqueIds(
  db: DuckDBConnection,
  source: Source,
  dataset: Dataset,
  from: string,
): Promise<void> {
  const id = ident(dataset.id.column);
  const twice = (
    await db.runAndReadAll(`SELECT ${id} FROM ${from} GROUP BY ALL HAVING count(*) > 1 LIMIT 1`)
  ).getRows();
  if (twice.length) {
    throw new Error(
      `${source.slug}: two keys have the record id ${twice[0]?.[0]}: lengthen the hash in pipeline/normalise/records.ts`,
    );
  }
}
