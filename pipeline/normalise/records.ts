/** Typed rows -> records: refuses incomplete rows, folds repeats and versions, gives every record its id. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Source} from '../../datasets/types.ts';
import {count, PLACE, type TypedRows} from './rows.ts';
import {labelRecords} from './versions.ts';

/** Rows that became part of another record, by reason. */
export type Merged = Record<string, number>;

/** Makes `records` (the dataset's stored columns) from `v`; refused rows leave `v` for `refused`. */
export async function makeRecords(
  db: DuckDBConnection,
  dataset: Dataset,
  source: Source,
  rows: TypedRows,
): Promise<Merged> {
  for (const name of source.required)
    await refuse(db, `${ident(name)} IS NULL`, `no ${name.replaceAll('_', ' ')}`);
  const repeated = source.repeats === 'separate' ? 0 : await dropRepeats(db, source, rows);
  await labelRecords(db, source);
  await tellApart(db, source, rows);
  const earlier =
    (await count(db, 'SELECT count(*) FROM v')) -
    (await count(db, 'SELECT count(DISTINCT _record) FROM labels'));
  await db.run(`CREATE TABLE records AS ${recordSql(dataset, source, rows)}`);
  await oneIdOneKey(db, source, dataset);
  return {
    ...(repeated ? {'repeated row': repeated} : {}),
    ...(earlier ? {'earlier version': earlier} : {}),
    ...(rows.paired ? {'other language': rows.paired} : {}),
  };
}

async function refuse(db: DuckDBConnection, where: string, reason: string): Promise<void> {
  await db.run(`INSERT INTO refused SELECT ${PLACE.join(', ')}, ${literal(reason)} FROM v WHERE ${where}`);
  await db.run(`DELETE FROM v WHERE ${where}`);
}

/** Rows that say the same in every field; the first one stays. Only rows with the same key are compared. */
async function dropRepeats(db: DuckDBConnection, source: Source, rows: TypedRows): Promise<number> {
  const keys = source.key.map(ident);
  const fields = [...rows.types.keys()].map(ident);
  const using = keys.join(', ');
  await db.run(`CREATE TABLE repeated AS
    WITH often AS (SELECT ${using} FROM v GROUP BY ALL HAVING count(*) > 1)
    SELECT _row FROM v SEMI JOIN often USING (${using})
    QUALIFY row_number() OVER (PARTITION BY ${fields.join(', ')} ORDER BY _row) > 1`);
  const number = await count(db, 'SELECT count(*) FROM repeated');
  if (number) await db.run('DELETE FROM v WHERE _row IN (SELECT _row FROM repeated)');
  return number;
}

/**
 * Records that share a key: makes `suffixes` (`_record`, `_suffix`), what their keys get to differ, or refuses the rows
 * of all but the record that comes first in the files.
 */
async function tellApart(db: DuckDBConnection, source: Source, rows: TypedRows): Promise<void> {
  const keys = source.key.map(ident).join(', ');
  const fields = [...rows.types.keys()].map(ident).join(', ');
  await db.run(`CREATE TABLE shared AS
    WITH firsts AS (SELECT l._record, ${fields} FROM v JOIN labels AS l USING (_row) WHERE l._nth = 1),
      often AS (SELECT ${keys} FROM firsts GROUP BY ALL HAVING count(*) > 1)
    SELECT firsts.* FROM firsts SEMI JOIN often USING (${keys})`);
  await db.run(source.apart ? suffixSql(source, source.apart, rows) : NO_SUFFIXES);
  if (source.apart) return;
  await db.run(`CREATE TABLE doubled AS
    WITH starts AS (SELECT _record, min(_row) AS _start FROM labels GROUP BY _record)
    SELECT _record FROM shared JOIN starts USING (_record)
    QUALIFY row_number() OVER (PARTITION BY ${keys} ORDER BY _start) > 1`);
  const reason = `repeated key (${source.key.join(', ')}): another record has it`;
  await refuse(
    db,
    `_row IN (SELECT _row FROM labels WHERE _record IN (SELECT _record FROM doubled))`,
    reason,
  );
  await db.run('DELETE FROM labels WHERE _record IN (SELECT _record FROM doubled)');
}

const NO_SUFFIXES = 'CREATE TABLE suffixes (_record BIGINT, _suffix VARCHAR)';

/** Parts of the key that all records under one key get; the ordinal goes by content, so that no order of rows shows. */
function suffixSql(source: Source, apart: readonly string[], rows: TypedRows): string {
  const parts = apart.map((name) => `'|' || coalesce(CAST(${ident(name)} AS VARCHAR), '')`);
  const longer = [...source.key, ...apart].map(ident).join(', ');
  const content = [...rows.types.keys()].map((name) => `${ident(name)} NULLS FIRST`).join(', ');
  const nth = `row_number() OVER (PARTITION BY ${longer} ORDER BY ${content}, _record)`;
  return `CREATE TABLE suffixes AS
    SELECT _record, ${["''", ...parts].join(' || ')} || CASE WHEN _ordinal > 1 THEN '|' || _ordinal ELSE '' END AS _suffix
    FROM (SELECT *, ${nth} AS _ordinal FROM shared)`;
}

/** SELECT of the stored columns: last version, original, aggregates, then what is computed of the record. */
function recordSql(dataset: Dataset, source: Source, rows: TypedRows): string {
  const stored = storedColumns(dataset.columns);
  const original = new Set(dataset.versions?.from_original ?? []);
  const own = source.versions?.computed ?? {};
  const computed = dataset.versions?.computed ?? {};
  /** The columns where `first` is the alias of the original and `amendments` gives the earlier versions. */
  const layer = (first: 'first' | 'last', amendments: string): string => {
    const key = source.key.map((name) => `${first}.${ident(name)}`).join(` || '|' || `);
    const hash = `sha256(${literal(source.slug)} || chr(10) || ${key} || coalesce(suffixes._suffix, ''))`;
    const value = (name: string): string => {
      if (name === dataset.id.column) return `${literal(dataset.id.prefix)} || left(${hash}, 16)`;
      if (name === 'source_dataset') return literal(source.label);
      if (name === 'amendments') return amendments;
      if (own[name]) return own[name].replaceAll(/\bfirst\./g, `${first}.`);
      if (!rows.types.has(name)) return 'NULL';
      return `${original.has(name) ? first : 'last'}.${ident(name)}`;
    };
    return stored
      .map(([name, column]) => `CAST(${value(name)} AS ${sqlType(column)}) AS ${ident(name)}`)
      .join(',\n');
  };
  const final = stored.map(([name, column]) =>
    computed[name] ? `CAST(${computed[name]} AS ${sqlType(column)}) AS ${ident(name)}` : `rec.${ident(name)}`,
  );
  // A single row is its own first and last version; only records with several rows pay for the joins.
  const several = 'SELECT _record FROM labels WHERE _nth = 2';
  const aggregates = Object.entries(source.versions?.aggregates ?? {}).map(
    ([name, sql]) => `${sql} AS ${ident(name)}`,
  );
  const past = pastSql(dataset, source, rows);
  const running = Object.entries(source.versions?.running ?? {}).map(
    ([name, sql]) => `, ${sql} AS ${ident(name)}`,
  );
  const all = ['_record', ...aggregates].join(', ');
  const lone = aggregates.length
    ? `JOIN (SELECT l._record, ${aggregates.join(', ')} FROM v JOIN labels AS l USING (_row) GROUP BY l._record) AS sums
        ON sums._record = single._record`
    : '';
  return `
    WITH multiple AS (${several}),
    singles AS (
      SELECT ${layer('last', '[]')} FROM v AS last JOIN labels AS single ON single._row = last._row
      LEFT JOIN suffixes ON suffixes._record = single._record ${lone}
      WHERE single._record NOT IN (SELECT _record FROM multiple)
    ),
    versions AS (
      SELECT l._record, l._nth, l._last, v.*${running.join('')}
      FROM v JOIN labels AS l USING (_row) SEMI JOIN multiple USING (_record)
      WINDOW so_far AS (PARTITION BY l._record ORDER BY l._nth)
    ),
    sums AS (SELECT ${all} FROM versions AS v GROUP BY _record),
    past AS (${past}),
    amended AS (
      SELECT ${layer('first', 'coalesce(past.amendments, [])')} FROM versions AS last
      JOIN versions AS first ON first._record = last._record AND first._nth = 1
      JOIN sums ON sums._record = last._record LEFT JOIN past ON past._record = last._record
      LEFT JOIN suffixes ON suffixes._record = last._record
      WHERE last._last
    )
    SELECT ${final.join(', ')} FROM (SELECT * FROM singles UNION ALL SELECT * FROM amended) AS rec`;
}

/** Earlier versions of every record as a list of structs, oldest first. */
function pastSql(dataset: Dataset, source: Source, rows: TypedRows): string {
  const fields = dataset.versions?.amendments;
  const column = dataset.columns['amendments'];
  if (!fields || !column?.fields) return 'SELECT _record, NULL AS amendments FROM versions WHERE false';
  const items = Object.entries(column.fields).map(([name, field]) => {
    const own = source.versions?.earlier?.[name];
    const sql = own ?? fields[name] ?? 'NULL';
    const known = own || !sql.startsWith('v.') || rows.types.has(sql.slice(2));
    return `${ident(name)} := CAST(${known ? sql : 'NULL'} AS ${sqlType(field)})`;
  });
  return `SELECT _record, list(struct_pack(${items.join(', ')}) ORDER BY _nth) AS amendments
    FROM versions AS v WHERE NOT _last GROUP BY _record`;
}

/** Two keys with one id would hide a record: the build of the source stops. */
async function oneIdOneKey(db: DuckDBConnection, source: Source, dataset: Dataset): Promise<void> {
  const id = ident(dataset.id.column);
  const twice = (
    await db.runAndReadAll(`SELECT ${id} FROM records GROUP BY ALL HAVING count(*) > 1 LIMIT 1`)
  ).getRows();
  if (twice.length) {
    throw new Error(
      `${source.slug}: two keys have the record id ${twice[0]?.[0]}: lengthen the hash in pipeline/normalise/records.ts`,
    );
  }
}
