/** Determines which rows are versions of one record, and their order. */
import {
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBValue,
  INTEGER,
  VARCHAR,
} from '@duckdb/node-api';
import {chunksOf} from '../../builds/duckdb_stream.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {type Sql, type SqlValue, sqlFile, sqlText} from '../../datasets/sql_file.ts';
import type {Source, Versions} from '../../datasets/types.ts';
import {RECORD_RULES} from './record_rules/index.ts';
import type {RecordRule, VersionRow} from './record_rules/types.ts';
import {count, type TypedRows} from './rows.ts';

/** Fields that SQL terms of declarations and rules name by the alias `v`. */
export const versionFields = (terms: readonly string[]): string[] =>
  terms.flatMap((sql) => [...sql.matchAll(/\bv\.([a-z]\w*)/g)].map((match) => match[1] ?? ''));

/** SQL terms with NULL for fields that no layout of the source has. */
export const knownFields = (sql: string, rows: TypedRows): string =>
  sql.replaceAll(/\bv\.([a-z]\w*)/g, (term, name: string) => (rows.types.has(name) ? term : 'NULL'));

const statement = (name: string, given: Readonly<Record<string, SqlValue>>): Sql =>
  sqlFile(`pipeline/normalise/versions.${name}.sql`, given);

type Ruled = Extract<Versions, {rule: string}>;

/** SQL terms over the typed fields that are read of every row to find the groups of a source. */
export function groupTerms(rule: Versions): readonly string[] {
  if (!('rule' in rule)) return [...rule.group.map((name) => `v.${name}`), ...rule.order];
  const {candidates, varies} = RECORD_RULES[rule.rule];
  return [...rule.same.map((name) => `v.${name}`), ...candidates, ...(varies ? [varies] : [])];
}

/**
 * Creates `labels`: `_row`, `_record` (the number of one of its rows), `_nth` (1: the original), `_current`
 * (it gives the columns), `_key` (it gives the key), `_several`, `_rule` (why the row belongs to the record;
 * null in the row that the others join) and `_total` (by the rule, in cents).
 */
export async function labelRecords(db: DuckDBConnection, source: Source, rows: TypedRows): Promise<void> {
  const rule = source.versions;
  await db.run(
    `CREATE TABLE joined (_row DOUBLE, _record DOUBLE, _nth INTEGER, _key BOOLEAN, _rule VARCHAR, _total DOUBLE)`,
  );
  if (rule) await ('rule' in rule ? joinByRule(db, rule, rows) : joinGroups(db, rule));
  const isCurrent = rule?.current === 'first' ? '_nth = 1' : '_nth = max(_nth) OVER (PARTITION BY _record)';
  const labels = statement('labels', {is_current: sqlText(isCurrent)});
  await db.run(`CREATE TABLE labels AS ${labels}`);
  await db.run('DROP TABLE joined');
}

/** Rows with equal fields are one record. */
async function joinGroups(db: DuckDBConnection, rule: Exclude<Versions, Ruled>): Promise<void> {
  const group = rule.group.map((name) => `v.${ident(name)}`).join(', ');
  const equal = rule.group
    .map((name) => `v.${ident(name)} IS NOT DISTINCT FROM often.${ident(name)}`)
    .join(' AND ');
  const groups = statement('groups', {
    group: sqlText(group),
    equal: sqlText(equal),
    sorted: sqlText([...rule.order, 'v._row'].join(', ')),
    is_current: sqlText(rule.current === 'first' ? '_nth = 1' : '_nth = _n'),
    reason: rule.mergeReason ?? 'earlier version',
  });
  await db.run(`INSERT INTO joined ${groups}`);
}

/** Has the rule read the rows that may be one record, a group at a time, and keeps what it joins. */
async function joinByRule(db: DuckDBConnection, {rule: name, same}: Ruled, rows: TypedRows): Promise<void> {
  const rule = RECORD_RULES[name] as unknown as RecordRule;
  const own = rule.candidates.map((sql) => knownFields(sql, rows));
  const terms = [...same.map((field) => `v.${ident(field)}`), ...own].map(
    (sql, at) => `${sql} AS _term_${at}`,
  );
  const names = terms.map((_, at) => `_term_${at}`);
  const present = names.slice(same.length).map((term) => `${term} IS NOT NULL`);
  const equal = names.map((term) => `keyed.${term} IS NOT DISTINCT FROM often.${term}`);
  const varies = rule.varies ? `hash(${knownFields(rule.varies, rows)})` : '0';
  await db.run(
    `CREATE TABLE keyed AS SELECT v._row, ${varies} AS _varies, ${terms.join(', ')} FROM typed_rows AS v`,
  );
  const candidates = statement('candidates', {
    terms: sqlText(names.join(', ')),
    present: sqlText(['true', ...present].join(' AND ')),
    equal: sqlText(equal.join(' AND ')),
  });
  await db.run(`CREATE TABLE candidates AS ${candidates}`);
  await db.run('DROP TABLE keyed');
  if (await count(db, 'SELECT count(*) FROM candidates'))
    await writeJoined(db, await readJoined(db, rule, rows));
  await db.run('DROP TABLE candidates');
}

/** What the rule joins, column by column. */
interface JoinedRows {
  row: number[];
  record: number[];
  nth: number[];
  key: boolean[];
  rule: (string | null)[];
  total: (number | null)[];
}

async function readJoined(db: DuckDBConnection, rule: RecordRule, rows: TypedRows): Promise<JoinedRows> {
  const joined: JoinedRows = {row: [], record: [], nth: [], key: [], rule: [], total: []};
  const read = Object.entries(rule.read);
  const wanted = new Set(versionFields(read.map(([, sql]) => sql)).filter((field) => rows.types.has(field)));
  const values = read.map(([, sql]) => knownFields(sql, rows)).join(', ');
  const from = rows.select(wanted, {table: 'candidates', also: ['_group', '_varies']});
  const names = read.map(([name]) => name);
  let group: VersionRow[] = [];
  let current: DuckDBValue = null;
  const finish = () => {
    if (group.length) keepJoined(joined, rule.records(group));
    group = [];
  };
  const sql = `SELECT CAST(v._group AS DOUBLE), CAST(v._row AS DOUBLE), ${values} FROM (${from}) AS v ORDER BY v._group, v._row`;
  for await (const chunk of chunksOf(db, sql)) {
    // Arrays of all values would be garbage at once, and most of the time.
    const [groups, numbers, ...columns] = Array.from({length: chunk.columnCount}, (_, at) =>
      chunk.getColumnVector(at),
    );
    for (let at = 0; at < chunk.rowCount; at++) {
      const own = groups!.getItem(at);
      if (own !== current) finish();
      current = own;
      const row: VersionRow & Record<string, unknown> = {row: Number(numbers!.getItem(at))};
      for (let nth = 0; nth < names.length; nth++) row[names[nth]!] = columns[nth]!.getItem(at);
      group.push(row);
    }
  }
  finish();
  return joined;
}

function keepJoined(joined: JoinedRows, records: ReturnType<RecordRule['records']>): void {
  for (const {versions, key} of records) {
    if (versions.length < 2) continue;
    for (const [at, {row, rule, total}] of versions.entries()) {
      joined.row.push(row);
      joined.record.push(versions[0]!.row);
      joined.nth.push(at + 1);
      joined.key.push(row === key);
      joined.rule.push(rule);
      joined.total.push(total ?? null);
    }
  }
}

/** Rows of a chunk: what DuckDB works on at a time. */
const CHUNK = 2048;
const JOINED_TYPES = [DOUBLE, DOUBLE, INTEGER, BOOLEAN, VARCHAR, DOUBLE];

async function writeJoined(db: DuckDBConnection, joined: JoinedRows): Promise<void> {
  const schema = (await db.runAndReadAll('SELECT current_schema()')).getRows()[0]?.[0];
  const appender = await db.createAppender('joined', String(schema));
  const columns = [joined.row, joined.record, joined.nth, joined.key, joined.rule, joined.total];
  for (let from = 0; from < joined.row.length; from += CHUNK) {
    const chunk = DuckDBDataChunk.create(JOINED_TYPES);
    chunk.setColumns(columns.map((values) => values.slice(from, from + CHUNK)));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
