/**
 * Computes costly fields once per distinct combination of the cells that they read; rows join the results.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Field, Layout} from '../../datasets/types.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import {type EncodedColumns, withForms} from './cells.ts';
import type {FieldSql} from './typed_values.ts';

/** Functions that cost more than the join. */
const COSTLY = new Set<Field['op']>(['vendor_key', 'department', 'bilingual_cell', 'decode']);

/**
 * Replaces the SQL of costly fields, and of other fields over the same columns unless these are
 * dictionary-encoded, by joins.
 */
export async function memoiseFields(
  db: DuckDBConnection,
  from: string,
  layout: Layout,
  fields: Map<string, FieldSql>,
  coded: EncodedColumns,
): Promise<void> {
  const byColumns = Map.groupBy(Object.entries(layout.fields), ([, field]) =>
    [...new Set(columnsOf(field))].sort().join('\n'),
  );
  for (const [columns, members] of byColumns) {
    if (!members.some(([, field]) => COSTLY.has(field.op))) continue;
    const names = columns.split('\n');
    const table = ident(`look_${from}_${names.join('_')}`);
    const memoised = members.flatMap(([name, field]) => {
      const sql = fields.get(name);
      const worth = COSTLY.has(field.op) || !names.every((one) => coded.has(one));
      return sql && !sql.unreadable && worth ? [{name, sql}] : [];
    });
    const cells = names.map(ident);
    const joins = memoised.flatMap(({sql}) => sql.joins);
    const values = memoised.map(({name, sql}) => `${sql.value} AS ${ident(`#${name}`)}`);
    const selected = [...cells.map((cell) => `s.${cell}`), ...values].join(', ');
    const different = `(SELECT DISTINCT ${cells.join(', ')} FROM ${from})`;
    const rows = withForms(different, names, new Set(), selected + joins.join(' '));
    await db.run(`CREATE TABLE ${table} AS SELECT ${selected} FROM ${rows} ${joins.join('\n')}`);
    const same = cells.map((cell) => `${table}.${cell} IS NOT DISTINCT FROM s.${cell}`).join(' AND ');
    for (const {name, sql} of memoised) {
      const value = `${table}.${ident(`#${name}`)}`;
      fields.set(name, {value, type: sql.type, joins: [`LEFT JOIN ${table} ON ${same}`]});
    }
  }
}
