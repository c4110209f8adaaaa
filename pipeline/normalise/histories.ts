/** Computes what earlier versions leave in a record: fields of the first version, sums over all, the list of them. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import {sqlType} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Source} from '../../datasets/types.ts';
import {parentFields} from './child_rows.ts';
import {count, type TypedRows} from './rows.ts';

/** Fields that declared SQL terms reference by an alias. */
const fieldsNamed = (aliases: string, terms: readonly string[]): string[] =>
  terms.flatMap((sql) =>
    [...sql.matchAll(new RegExp(`\\b(?:${aliases})\\.(\\w+)`, 'g'))].map((match) => match[1] ?? ''),
  );

/** Fields of the first version that a record shows. */
function firstFields(dataset: Dataset, source: Source, rows: TypedRows): Set<string> {
  const own = source.versions ? [...source.key, ...(dataset.versions?.fromOriginal ?? [])] : [];
  const computed = fieldsNamed('first', Object.values(source.versions?.computed ?? {}));
  return new Set([...own, ...computed].filter((name) => rows.types.has(name)));
}

/** Fields that decide which rows form a record: read of every row. */
export function keyFields(source: Source, rows: TypedRows): Set<string> {
  const rule = source.versions;
  const all = [
    ...source.required,
    ...source.key,
    ...parentFields(source),
    ...(rule?.group ?? []),
    ...(rule?.standaloneWhenBlank ? [rule.standaloneWhenBlank] : []),
    ...(rule?.links ?? []).flat(),
    ...(rule?.distinctOn ?? []),
    ...(rule?.distinctOn ? (source.disambiguate ?? []) : []),
    ...fieldsNamed('v', [...(rule?.order ?? []), ...Object.values(rule?.aggregates ?? {})]),
  ];
  return new Set(all.filter((name) => rows.types.has(name)));
}

/** Fields that histories read in addition, only of rows in multi-version records. */
function historyFields(dataset: Dataset, source: Source, rows: TypedRows): string[] {
  const rule = source.versions;
  const terms = [rule?.running, rule?.amendments, dataset.versions?.amendments].flatMap((one) =>
    Object.values(one ?? {}),
  );
  const all = new Set([...fieldsNamed('v', terms), ...firstFields(dataset, source, rows)]);
  return [...all].filter((name) => rows.types.has(name));
}

/**
 * Creates `histories` (`_record`, `first_<field>`, `amendments`), a row per multi-version record, and `sums`
 * (`_record`, aggregates), a row per record where the source has aggregates. Returns the fields with a `first_`
 * column: none where every record has one version.
 */
export async function makeHistories(
  db: DuckDBConnection,
  dataset: Dataset,
  source: Source,
  rows: TypedRows,
): Promise<Set<string>> {
  const rule = source.versions;
  const firsts = firstFields(dataset, source, rows);
  const aggregates = Object.entries(rule?.aggregates ?? {}).map(([name, sql]) => `${sql} AS ${ident(name)}`);
  await db.run(
    aggregates.length
      ? `CREATE TABLE sums AS SELECT l._record, ${aggregates.join(', ')}
          FROM typed_rows AS v JOIN labels AS l USING (_row) GROUP BY l._record`
      : 'CREATE TABLE sums (_record BIGINT)',
  );
  await db.run('CREATE TABLE multi_version AS SELECT _row, _record, _nth, _last FROM labels WHERE _several');
  if (!(await count(db, 'SELECT count(*) FROM multi_version'))) {
    const {amendments} = dataset.columns;
    const type = amendments ? sqlType(amendments) : 'VARCHAR';
    await db.run(`CREATE TABLE histories (_record BIGINT, amendments ${type})`);
    return new Set();
  }
  const running = Object.entries(rule?.running ?? {}).map(([name, sql]) => `, ${sql} AS ${ident(name)}`);
  const first = [...firsts].map((name) => `first.${ident(name)} AS ${ident(`first_${name}`)}`);
  const multiVersion = {table: 'multi_version', also: ['_record', '_nth', '_last']};
  await db.run(`CREATE TABLE histories AS
    WITH v AS (${rows.select(historyFields(dataset, source, rows), multiVersion)}),
    versions AS (SELECT v.*${running.join('')} FROM v WINDOW so_far AS (PARTITION BY v._record ORDER BY v._nth)),
    past AS (${pastSql(dataset, source, rows)})
    SELECT ${['first._record', ...first, 'past.amendments'].join(', ')}
    FROM versions AS first LEFT JOIN past ON past._record = first._record WHERE first._nth = 1`);
  return firsts;
}

/** Earlier versions of every record as a list of structs, oldest first. */
function pastSql(dataset: Dataset, source: Source, rows: TypedRows): string {
  const fields = dataset.versions?.amendments;
  const column = dataset.columns['amendments'];
  if (!fields || !column?.fields) return 'SELECT _record, NULL AS amendments FROM versions WHERE false';
  const items = Object.entries(column.fields).map(([name, field]) => {
    const own = source.versions?.amendments?.[name];
    const sql = own ?? fields[name] ?? 'NULL';
    const known = own || !sql.startsWith('v.') || rows.types.has(sql.slice(2));
    return `${ident(name)} := CAST(${known ? sql : 'NULL'} AS ${sqlType(field)})`;
  });
  // Sorting each list is four times as fast as an ordered aggregate.
  const numbered = `list(struct_pack(nth := _nth, item := struct_pack(${items.join(', ')})))`;
  return `SELECT _record, list_transform(list_sort(${numbered}), x -> x.item) AS amendments
    FROM versions AS v WHERE NOT _last GROUP BY _record`;
}
