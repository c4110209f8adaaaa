/** Compares the records of a dataset in two builds: those that were added, removed or have other values. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {idColumn} from '../../../datasets/index.ts';
import {ident, literal} from '../../../datasets/rules/sql.ts';
import {sqlType} from '../../../datasets/rules/sql_types.ts';
import type {Column, Dataset} from '../../../datasets/types.ts';
import {type ComparedColumn, comparedColumns, derivedColumns, selectColumns} from './columns.ts';

/** Paths of the ledger of a source in both builds; null where one does not have the source. */
export interface Ledgers {
  slug: string;
  before: string | null;
  now: string | null;
}

export interface Compared {
  dataset: Dataset;
  /** Of all sources of the new build, or of the old one. */
  ledgers: readonly Ledgers[];
  /** Slugs of sources whose part is another one. */
  renewed: ReadonlySet<string>;
  /** The exported file of the old build. */
  exported: string;
  /** Whether columns that other tables give may have changed, too. */
  mayDrift: boolean;
}

/**
 * Creates the table `differing`, one row for each record that differs: `record_id`, `source`, `kind`
 * (`added`, `changed`, `removed`), `fields` (of a changed one, with the values before), `joined` (other tables
 * give some of these fields), `own` (the record gives some, or none is known) and `same_content` (the part holds
 * the same values of the record as before).
 */
export async function compareRecords(db: DuckDBConnection, compared: Compared): Promise<void> {
  const {dataset, exported, mayDrift} = compared;
  const types = await columnTypes(db, exported);
  await db.run(`CREATE OR REPLACE TABLE touched AS ${renewedRecords(compared)}`);
  const derived = derivedColumns(dataset).filter(({name}) => types.has(name));
  if (mayDrift && derived.length > 0)
    await db.run(`INSERT INTO touched ${driftedRecords(compared, derived, types)}`);
  const columns = comparedColumns(dataset);
  const joined = columns.flatMap(({name, join}) => (join === undefined ? [] : [literal(name)]));
  const names = 'list_transform(fields, lambda one: one.field)';
  const isJoined = joined.length > 0 ? `list_has_any(${names}, [${joined.join(', ')}])` : 'false';
  const others = `list_filter(${names}, lambda one: NOT list_contains([${joined.join(', ') || "''"}], one))`;
  await db.run(`CREATE OR REPLACE TABLE differing AS
    SELECT *, coalesce(${isJoined}, false) AS joined, len(fields) = 0 OR len(${others}) > 0 AS own FROM (
      SELECT touched.record_id, touched.source, touched.kind, touched.same_content, coalesce(found.fields, []) AS fields
      FROM touched LEFT JOIN (${fieldsOf(compared, columns, types)}) AS found ON found._id = touched.record_id
    )`);
  await db.run('DROP TABLE touched');
}

/** The columns of a Parquet file with their types. */
async function columnTypes(db: DuckDBConnection, path: string): Promise<Map<string, string>> {
  const reader = await db.runAndReadAll(`DESCRIBE FROM read_parquet(${literal(path)})`);
  return new Map(reader.getRows().map(([name, type]) => [String(name), String(type)]));
}

const NO_LEDGER =
  'SELECT NULL::VARCHAR AS record_id, NULL::UBIGINT AS content_hash, NULL::VARCHAR AS source WHERE false';

/** The records of some ledgers; `of` is the build. */
function ledgerRows(ledgers: readonly Ledgers[], of: 'before' | 'now'): string {
  const selects = ledgers.flatMap(({slug, [of]: path}) =>
    path === null
      ? []
      : `SELECT record_id, content_hash, ${literal(slug)} AS source FROM read_parquet(${literal(path)})`,
  );
  return [NO_LEDGER, ...selects].join(' UNION ALL ');
}

/** Records of renewed sources with other content, by their ledgers: these have a hash of it. */
function renewedRecords({ledgers, renewed}: Compared): string {
  const theirs = ledgers.filter(({slug}) => renewed.has(slug));
  return `SELECT coalesce(new.record_id, old.record_id) AS record_id, coalesce(new.source, old.source) AS source,
      CASE WHEN old.record_id IS NULL THEN 'added' WHEN new.record_id IS NULL THEN 'removed' ELSE 'changed' END AS kind,
      false AS same_content
    FROM (${ledgerRows(theirs, 'now')}) AS new FULL JOIN (${ledgerRows(theirs, 'before')}) AS old
      ON old.record_id = new.record_id
    WHERE new.content_hash IS DISTINCT FROM old.content_hash`;
}

/** Other records of which a column that the parts do not hold has another value. */
function driftedRecords(
  {dataset, ledgers, exported}: Compared,
  derived: readonly ComparedColumn[],
  types: ReadonlyMap<string, string>,
): string {
  const id = ident(idColumn(dataset));
  const read = derived.map(({name}) => ident(name)).join(', ');
  const differ = derived.map((one) => isDifferent(one, types)).join(' OR ');
  return `SELECT drifted._id, ledger.source, 'changed', true FROM (
      SELECT new._id FROM (${selectColumns(dataset, derived, null)}) AS new
      JOIN (SELECT ${id} AS _id, ${read} FROM read_parquet(${literal(exported)})) AS old ON old._id = new._id
      WHERE ${differ}
    ) AS drifted JOIN (${ledgerRows(ledgers, 'now')}) AS ledger ON ledger.record_id = drifted._id
    ANTI JOIN touched ON touched.record_id = drifted._id`;
}

const asJson = (sql: string): string => `CAST(to_json(${sql}) AS VARCHAR)`;

/** Whether a column has another value in `new` than in `old`. Values of different types are compared as JSON. */
function isDifferent({name, column}: ComparedColumn, types: ReadonlyMap<string, string>): string {
  const [next, before] = [`new.${ident(name)}`, `old.${ident(name)}`];
  const type = types.get(name);
  if (type === undefined) return `${next} IS NOT NULL`;
  if (type === sqlType(column)) return `${next} IS DISTINCT FROM ${before}`;
  return `${asJson(next)} IS DISTINCT FROM ${asJson(before)}`;
}

const NESTED: ReadonlySet<Column['type']> = new Set(['text[]', 'rows', 'object']);

/** The value before of a column as text. */
function oldText({name, column}: ComparedColumn, types: ReadonlyMap<string, string>): string {
  const before = `old.${ident(name)}`;
  const type = types.get(name);
  if (type === undefined) return 'CAST(NULL AS VARCHAR)';
  if (NESTED.has(column.type) || type !== sqlType(column)) return asJson(before);
  return column.type === 'timestamp'
    ? `strftime(${before}, '%Y-%m-%dT%H:%M:%S')`
    : `CAST(${before} AS VARCHAR)`;
}

/** SELECT of the fields of changed records that differ, by `_id`. */
function fieldsOf(
  {dataset, exported}: Compared,
  columns: readonly ComparedColumn[],
  types: ReadonlyMap<string, string>,
): string {
  const changed = "SELECT record_id FROM touched WHERE kind = 'changed'";
  const items = columns.map(
    (one) =>
      `CASE WHEN ${isDifferent(one, types)} THEN struct_pack(field := ${literal(one.name)}, old := ${oldText(one, types)}) END`,
  );
  return `SELECT new._id, list_filter([${items.join(', ')}], lambda one: one IS NOT NULL) AS fields
    FROM (${selectColumns(dataset, columns, changed)}) AS new
    JOIN read_parquet(${literal(exported)}) AS old ON old.${ident(idColumn(dataset))} = new._id`;
}
