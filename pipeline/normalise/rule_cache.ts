/** Evaluates rule tests over dictionary-encoded columns once per distinct combination of their cells. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Layout, Predicate, Rules} from '../../datasets/types.ts';
import {type EncodedColumns, withForms} from './cells.ts';
import {fieldSql} from './fields.ts';
import {type CachedTests, rulesSql, testSql, whenSql} from './rules.ts';
import type {FieldSql} from './typed_values.ts';

/** Fewer tests cost less than the join. */
const FEWEST_TESTS = 3;
/** More combinations save little. */
const MOST_COMBINATIONS = 50_000;

/** Replaces the SQL of fields with rules by one that joins cached results. */
export async function cacheRuleTests(
  db: DuckDBConnection,
  from: string,
  layout: Layout,
  fields: Map<string, FieldSql>,
  coded: EncodedColumns,
): Promise<void> {
  const made = new Map<Rules, CachedTests | null>();
  for (const [at, [name, field]] of Object.entries(layout.fields).entries()) {
    if (field.op !== 'rules' && field.op !== 'when') continue;
    const {rules} = field;
    if (!made.has(rules))
      made.set(rules, await cacheTable(db, `tested_${made.size}_${from}`, from, rules, coded));
    const known = made.get(rules);
    if (!known) continue;
    const chosen = rulesSql(rules, known);
    const value =
      field.op === 'when' ? whenSql(fieldSql(field.value, at, coded), chosen, field.equals) : chosen;
    fields.set(name, value);
  }
}

/** Creates the table of results; null where it does not pay. */
async function cacheTable(
  db: DuckDBConnection,
  table: string,
  from: string,
  {rules}: Rules,
  coded: EncodedColumns,
): Promise<CachedTests | null> {
  const tests = [...new Set(rules.flatMap(({when}) => when))].filter((test) =>
    test.from.every((name) => coded.has(name)),
  );
  if (tests.length < FEWEST_TESTS) return null;
  const names = [...new Set(tests.flatMap((test: Predicate) => test.from))];
  const cells = names.map(ident);
  const different = `(SELECT DISTINCT ${cells.join(', ')} FROM ${from} LIMIT ${MOST_COMBINATIONS + 1})`;
  const values = tests.map((test, at) => `coalesce(${testSql(test)}, false) AS _${at}`);
  await db.run(`CREATE TABLE ${ident(table)} AS
    SELECT ${cells.map((cell) => `s.${cell}`).join(', ')}, ${values.join(', ')}
    FROM ${withForms(different, names, new Set(), values.join(' '))}`);
  const [[combinations] = []] = (await db.runAndReadAll(`SELECT count(*) FROM ${ident(table)}`)).getRows();
  if (Number(combinations) > MOST_COMBINATIONS) return null;
  const same = cells.map((cell) => `${ident(table)}.${cell} IS NOT DISTINCT FROM s.${cell}`).join(' AND ');
  return {
    results: new Map(tests.map((test, at) => [test, `${ident(table)}._${at}`])),
    joins: [`LEFT JOIN ${ident(table)} ON ${same}`],
  };
}
