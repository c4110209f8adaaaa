/**
 * Computes what several versions leave in their record: fields of the first one, sums over all, the list of
 * them.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import {sqlFile, sqlText} from '../../datasets/sql_file.ts';
import type {Dataset, Source} from '../../datasets/types.ts';
import {parentFields} from './child_rows.ts';
import {count, type TypedRows} from './rows.ts';
import {groupTerms, knownFields, versionFields} from './versions.ts';

/** Fields of the first version that declared SQL terms name. */
const firstNamed = (terms: readonly string[]): string[] =>
  terms.flatMap((sql) => [...sql.matchAll(/\bfirst\.(\w+)/g)].map((match) => match[1] ?? ''));

/** Fields of the first version that a record shows. */
function firstFields(dataset: Dataset, source: Source, rows: TypedRows): string[] {
  const own = source.versions ? (dataset.versions?.fromOriginal ?? []) : [];
  const computed = firstNamed(Object.values(source.versions?.computed ?? {}));
  return [...new Set([...own, ...computed])].filter((name) => rows.types.has(name));
}

/** Fields that decide which rows form a record: read of every row. */
export function keyFields(source: Source, rows: TypedRows): Set<string> {
  const rule = source.versions;
  const all = [
    ...source.required,
    ...source.key,
    ...parentFields(source),
    ...versionFields(rule ? groupTerms(rule) : []),
  ];
  return new Set(all.filter((name) => rows.types.has(name)));
}

/** What several versions leave in their record: names of the columns of `histories`, by what they are of. */
export interface Histories {
  first: ReadonlySet<string>;
  key: ReadonlySet<string>;
  /** Columns of the dataset of which a blank is filled from another version. */
  filled: ReadonlySet<string>;
}

/**
 * Creates `histories`, a row per record of several versions: `_record`, `first_<field>` and `key_<field>` of
 * the versions that give them, `filled_<field>`: the first value that is not blank, `total`, the aggregates
 * of the source, and `versions`. Most records have one version, and a row for each of them would take more
 * memory than all else.
 */
export async function makeHistories(
  db: DuckDBConnection,
  dataset: Dataset,
  source: Source,
  rows: TypedRows,
): Promise<Histories> {
  const rule = source.versions;
  await db.run(`CREATE TABLE multi_version AS ${sqlFile('pipeline/normalise/histories.rows.sql')}`);
  const some = (await count(db, 'SELECT count(*) FROM multi_version')) > 0;
  const first = some ? firstFields(dataset, source, rows) : [];
  const key = some && rule ? source.key : [];
  const columns = storedColumns(dataset.columns).map(([name]) => name);
  const filled = some && rule?.current === 'first' ? columns.filter((name) => rows.types.has(name)) : [];
  const aggregates = Object.entries(rule?.aggregates ?? {}).map(
    ([name, sql]) => `${knownFields(sql, rows)} AS ${ident(name)}`,
  );
  const versions = versionsSql(dataset, source, rows);
  const terms = [...aggregates, versions, ...[...first, ...key, ...filled].map((name) => `v.${name}`)];
  const read = new Set(versionFields(terms).filter((name) => rows.types.has(name)));
  const fields = [
    'v._record',
    ...first.map((name) => `any_value(v.${ident(name)}) FILTER (v._nth = 1) AS ${ident(`first_${name}`)}`),
    ...key.map((name) => `any_value(v.${ident(name)}) FILTER (v._key) AS ${ident(`key_${name}`)}`),
    ...filled.map((name) => `arg_min(v.${ident(name)}, v._nth) AS ${ident(`filled_${name}`)}`),
    ...aggregates,
  ];
  const labelled = {table: 'multi_version', also: ['_record', '_nth', '_current', '_key', '_rule', '_total']};
  const histories = sqlFile('pipeline/normalise/histories.sql', {
    fields: sqlText(fields.join(', ')),
    versions: sqlText(versions),
    version_rows: sqlText(rows.select(read, labelled)),
  });
  await db.run(`CREATE TABLE histories AS ${histories}`);
  return {first: new Set(first), key: new Set(key), filled: new Set(filled)};
}

/**
 * The versions of a record as a list of structs, first version first; NULL where the dataset does not show
 * them.
 */
function versionsSql(dataset: Dataset, source: Source, rows: TypedRows): string {
  const column = dataset.columns['versions'];
  if (!column?.fields) return 'NULL';
  const declared: Record<string, string> = {...dataset.versions?.entries, ...source.versions?.entries};
  const items = Object.entries(column.fields).map(([name, field]) => {
    const sql = name === 'rule' ? 'v._rule' : (declared[name] ?? `v.${name}`);
    return `${ident(name)} := CAST(${knownFields(sql, rows)} AS ${sqlType(field)})`;
  });
  // Sorting each list is four times as fast as an ordered aggregate.
  const numbered = `list(struct_pack(nth := v._nth, item := struct_pack(${items.join(', ')})))`;
  return `list_transform(list_sort(${numbered}), x -> x.item)`;
}
