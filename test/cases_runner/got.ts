/** What the records of a case are made of: rows by record, why, and the values asked for. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {DATASETS} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Json, Source} from '../../datasets/types.ts';
import {assertUniqueIds, makeRecords, type Records} from '../../pipeline/normalise/records.ts';
import type {TypedRows} from '../../pipeline/normalise/rows.ts';
import {isRecordLayout} from '../../pipeline/read/header.ts';
import type {Staged} from '../../pipeline/read/staging.ts';
import {CaseError, type Got, NOTHING, type RowCase} from './case.ts';
import {groupOf, mixedFields, scoreOf} from './score.ts';

/** The typed rows of a case in a working database, in which it is alone. */
export interface TypedCase {
  case: RowCase;
  /**
   * By the name of a file that an ingest leaves out, since its bytes are those of another: the name of that
   * one.
   */
  twins: ReadonlyMap<string, string>;
  source: Source;
  rows: TypedRows;
  staged: Staged;
}

type Values = Record<string, Json>;

/** Makes the records of a case as the making of a part does, and tells which row went into which. */
export async function gotOf(db: DuckDBConnection, typed: TypedCase): Promise<Got> {
  const {source, rows, staged} = typed;
  const dataset = DATASETS[source.dataset]!;
  const numbers = await rowNumbers(db, typed);
  const {truth, path, name} = typed.case;
  const named = [...truth.records.flat(), ...Object.keys(truth.fields).map(Number)];
  if (named.some((row) => row >= numbers.length)) {
    const problem = `it names row ${Math.max(...named)} of ${numbers.length}`;
    throw new CaseError(`${path}: "${name}"`, problem, 'count from 0 the rows that are no parts of records');
  }
  try {
    const made = await makeRecords(db, dataset, source, rows, staged);
    await db.run(`CREATE TABLE result AS ${made.select}`);
    await assertUniqueIds(db, source, dataset, 'result');
    return await tell(db, typed, dataset, made, numbers);
  } catch (error) {
    if (error instanceof CaseError) throw error;
    return {...NOTHING, error: (error as Error).message};
  }
}

async function tell(
  db: DuckDBConnection,
  typed: TypedCase,
  dataset: Dataset,
  made: Records,
  numbers: readonly number[],
): Promise<Got> {
  const {truth} = typed.case;
  const {owners, rules} = await ownersOf(db, typed, numbers);
  const byRecord = Map.groupBy(
    [...numbers.keys()].filter((row) => owners[row] !== null),
    (row) => owners[row]!,
  );
  const records = [...byRecord.values()];
  const values = recordReader(db, dataset, made);
  const fields: Record<string, Values> = {};
  for (const [row, wanted] of Object.entries(truth.fields)) {
    const record = owners[Number(row)] ?? null;
    if (record !== null) fields[row] = asked(await values(record), Object.keys(wanted), typed.case);
  }
  const sum = truth.sum === null ? null : await sumOf(db, typed, dataset);
  const got: Got = {...NOTHING, records, rules, sum, fields};
  if (scoreOf(typed.case, got).right) return got;
  const told = await typedValues(db, typed.rows, numbers);
  const truthOf = groupOf(truth.records);
  for (const [record, members] of byRecord) {
    if (new Set(members.map((row) => truthOf.get(row))).size < 2) continue;
    const parts = members.map((row) => ({truth: truthOf.get(row) ?? -1, values: told[row]!}));
    got.mixed += mixedFields(await values(record), parts);
  }
  return {...got, rows: differences(told)};
}

/**
 * `_row` of the rows of a case in order, refused ones included, without parts of records; a twin has those of
 * its file.
 */
async function rowNumbers(db: DuckDBConnection, {source, rows, staged, twins}: TypedCase): Promise<number[]> {
  const others = source.layouts.filter((layout) => !isRecordLayout(layout)).map(({name}) => name);
  const parts = staged.files.flatMap(({layout}, at) => (others.includes(layout) ? [at] : []));
  const reader = await db.runAndReadAll(`SELECT _row, _file FROM (${rows.select([])}) UNION
    SELECT _row, _file FROM refused WHERE _file NOT IN (${[-1, ...parts].join(', ')}) ORDER BY _row`);
  const byFile = Map.groupBy(
    reader.getRows().map((row) => row.map(Number)),
    ([, file]) => staged.files[file!]!.name.split('!')[0]!,
  );
  const names = [...byFile.keys(), ...twins.keys()].sort();
  return names.flatMap((name) => (byFile.get(twins.get(name) ?? name) ?? []).map(([row]) => row!));
}

/** The record of each row and why: null in none. A repeated row is in that of the row which it repeats. */
async function ownersOf(
  db: DuckDBConnection,
  {rows}: TypedCase,
  numbers: readonly number[],
): Promise<{owners: (number | null)[]; rules: (string | null)[]}> {
  const read = async (sql: string) => (await db.runAndReadAll(sql)).getRowObjectsJson();
  const columns = await read(`SELECT column_name FROM (DESCRIBE labels)`);
  const rule = columns.some((one) => one['column_name'] === '_rule') ? '_rule' : 'NULL';
  const found = new Map<number, {owner: number | null; rule: string | null}>();
  for (const one of await read('SELECT _row, reason FROM refused'))
    found.set(Number(one['_row']), {owner: null, rule: `refused: ${one['reason']}`});
  for (const one of await read(`SELECT _row, _record, ${rule} AS rule FROM labels`))
    found.set(Number(one['_row']), {owner: Number(one['_record']), rule: one['rule'] as string | null});
  if (numbers.some((row) => !found.has(row))) {
    const all = [...rows.types.keys()];
    const kept = 'min(t._row) FILTER (l._row IS NOT NULL)';
    const twins = await read(`SELECT t._row, ${kept} OVER (PARTITION BY ${all.map(ident).join(', ')}) AS twin
      FROM (${rows.select(all)}) AS t LEFT JOIN labels AS l ON l._row = t._row`);
    for (const one of twins) {
      const row = Number(one['_row']);
      const owner = found.get(Number(one['twin']))?.owner ?? null;
      if (!found.has(row)) found.set(row, {owner, rule: 'repeated row'});
    }
  }
  const told = numbers.map((row) => found.get(row));
  return {owners: told.map((one) => one?.owner ?? null), rules: told.map((one) => one?.rule ?? null)};
}

/**
 * Reads output records, each once: one alone is the result. Of several, the SELECT of the records is asked
 * again, whose planning takes most of the time of a case; it reads the last rows of a table, of which one is
 * left.
 */
function recordReader(db: DuckDBConnection, dataset: Dataset, {select}: Records) {
  const known = new Map<number, Values>();
  let isReady = false;
  const read = async (record: number): Promise<unknown[]> => {
    const all = await db.runAndReadAll('FROM result LIMIT 2');
    if (all.currentRowCount === 1) return all.getRowObjectsJson();
    if (!isReady) await db.run('ALTER TABLE current_rows RENAME TO all_current_rows');
    isReady = true;
    await db.run(`CREATE OR REPLACE VIEW current_rows AS FROM all_current_rows WHERE _record = ${record}`);
    return (await db.runAndReadAll(select)).getRowObjectsJson();
  };
  return async (record: number): Promise<Values> => {
    if (!known.has(record)) {
      const found = await read(record);
      if (found.length !== 1) throw new Error(`record ${record} is written ${found.length} times`);
      const isNumber = (name: string) => ['money', 'integer'].includes(dataset.columns[name]?.type ?? '');
      known.set(record, asNumbers(found[0] as Values, isNumber));
    }
    return known.get(record)!;
  };
}

/** Columns of a record by name; `mandate_count` is the length of the list `mandates`, if it is no column. */
function asked(record: Values, names: readonly string[], {path, name: of}: RowCase): Values {
  const askedFor = (name: string): Json => {
    if (record[name] !== undefined) return record[name];
    const list = record[name.replace(/_count$/, 's')];
    if (Array.isArray(list)) return list.length;
    throw new CaseError(`${path}: "${of}"`, `records have no column ${name}`, 'correct it in `fields`');
  };
  return Object.fromEntries(names.map((name) => [name, askedFor(name)]));
}

const asNumbers = (values: Values, isNumber: (name: string) => boolean): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value !== null && isNumber(name) ? Number(value) : value,
    ]),
  );

async function sumOf(db: DuckDBConnection, {case: {truth, path, name}}: TypedCase, dataset: Dataset) {
  const money = truth.money!;
  if (!dataset.columns[money])
    throw new CaseError(`${path}: "${name}"`, `${dataset.name} has no column ${money}`, 'correct `money`');
  const reader = await db.runAndReadAll(`SELECT CAST(sum(${ident(money)}) AS DOUBLE) FROM result`);
  return Number(reader.getRows()[0]?.[0] ?? 0);
}

/** The typed fields of the rows, in their order; those that were refused while they were read have none. */
async function typedValues(
  db: DuckDBConnection,
  rows: TypedRows,
  numbers: readonly number[],
): Promise<Values[]> {
  const reader = await db.runAndReadAll(rows.select(rows.types.keys()));
  const byRow = new Map(reader.getRowObjectsJson().map((one) => [Number(one['_row']), one as Values]));
  const isNumber = (name: string) => /^(DECIMAL|BIGINT|INTEGER)/.test(rows.types.get(name) ?? '');
  return numbers.map((row) => {
    const {_row: _, _file: __, ...values} = byRow.get(row) ?? {};
    return asNumbers(values, isNumber);
  });
}

/** Longest text of a value that is shown, and most fields of a row. */
const [LONGEST, MOST] = [40, 12];

/** What distinguishes the rows: the fields that are not equal in all of them. */
function differences(rows: readonly Values[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = (row: Values, name: string) => JSON.stringify(row[name] ?? null);
  const differing = names.filter((name) => new Set(rows.map((row) => text(row, name))).size > 1);
  return rows.map((row) =>
    differing
      .slice(0, MOST)
      .map((name) => `${name} ${text(row, name).slice(0, LONGEST)}`)
      .join(', '),
  );
}
