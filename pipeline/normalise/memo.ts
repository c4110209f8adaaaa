/**
 * Computes costly values once per distinct combination of the cells that they read; rows join the results.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Field, Layout, Predicate} from '../../datasets/types.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import {cellOf, type EncodedColumns, withForms} from './cells.ts';
import {fieldsSql} from './fields.ts';
import {type CachedTests, testSql} from './rules.ts';
import type {FieldSql} from './typed_values.ts';

/** Functions that cost more than the join. */
const COSTLY = new Set<Field['op']>(['vendor_key', 'department', 'bilingual_cell', 'decode']);

/** Fewer tests cost less than the join. */
const FEWEST_TESTS = 3;
/** More combinations save little. */
const MOST_COMBINATIONS = 50_000;

/**
 * Creates a table of values by the distinct cells of some columns; returns the join that gives rows theirs.
 */
async function tabulate(
  db: DuckDBConnection,
  table: string,
  from: string,
  names: readonly string[],
  values: readonly string[],
  joins = '',
): Promise<string> {
  const selected = [...names.map(cellOf), ...values].join(', ');
  const distinct = `(SELECT DISTINCT ${names.map(ident).join(', ')} FROM ${from})`;
  const rows = withForms(distinct, names, new Set(), selected + joins);
  await db.run(`CREATE TABLE ${table} AS SELECT ${selected} FROM ${rows} ${joins}`);
  const same = names.map((name) => `${table}.${ident(name)} IS NOT DISTINCT FROM ${cellOf(name)}`);
  return `LEFT JOIN ${table} ON ${same.join(' AND ')}`;
}

/**
 * SQL of the fields of a layout: of costly ones, and of others over the same columns unless these are
 * dictionary-encoded, over joined results. The joins belong to the relation `from`.
 */
export async function memoisedFields(
  db: DuckDBConnection,
  from: string,
  layout: Layout,
  coded: EncodedColumns,
): Promise<Map<string, FieldSql>> {
  const fields = fieldsSql(layout, coded, await cacheTests(db, from, layout, coded));
  const byColumns = Map.groupBy(Object.entries(layout.fields), ([, field]) =>
    [...new Set(columnsOf(field))].sort().join('\n'),
  );
  for (const [columns, members] of byColumns) {
    if (!members.some(([, field]) => COSTLY.has(field.op))) continue;
    const names = columns.split('\n');
    const memoised = members.flatMap(([name, field]) => {
      const sql = fields.get(name);
      const worth = COSTLY.has(field.op) || !names.every((one) => coded.has(one));
      return sql && !sql.notes.length && worth ? [{name, sql, column: ident(`#${name}`)}] : [];
    });
    const table = ident(`look_${from}_${names.join('_')}`);
    const values = memoised.map(({sql, column}) => `${sql.value} AS ${column}`);
    const joins = memoised.flatMap(({sql}) => sql.joins).join('\n');
    const join = await tabulate(db, table, from, names, values, joins);
    for (const {name, sql, column} of memoised)
      fields.set(name, {value: `${table}.${column}`, type: sql.type, joins: [join], notes: []});
  }
  return fields;
}

/** The tests of a layout's rules over dictionary-encoded columns, where a table of their results pays. */
async function cacheTests(
  db: DuckDBConnection,
  from: string,
  layout: Layout,
  coded: EncodedColumns,
): Promise<CachedTests> {
  const cached = new Map<Predicate, {value: string; join: string}>();
  const declared = Object.values(layout.fields).flatMap((field) => ('rules' in field ? field.rules : []));
  for (const [nth, {rules}] of [...new Set(declared)].entries()) {
    const all = new Set(rules.flatMap(({when}) => when));
    const tests = [...all].filter((test) => test.from.every((name) => coded.has(name)));
    if (tests.length < FEWEST_TESTS) continue;
    const names = [...new Set(tests.flatMap((test) => test.from))];
    const different = `SELECT DISTINCT ${names.map(ident).join(', ')} FROM ${from} LIMIT ${MOST_COMBINATIONS + 1}`;
    const table = ident(`tested_${nth}_${from}`);
    const values = tests.map((test, at) => `coalesce(${testSql(test)}, false) AS _${at}`);
    const join = await tabulate(db, table, `(${different})`, names, values);
    const [[combinations] = []] = (await db.runAndReadAll(`SELECT count(*) FROM ${table}`)).getRows();
    if (Number(combinations) > MOST_COMBINATIONS) continue;
    for (const [at, test] of tests.entries()) cached.set(test, {value: `${table}._${at}`, join});
  }
  return cached;
}
