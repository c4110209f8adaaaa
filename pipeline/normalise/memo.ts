/**
 * Computes costly values once per distinct combination of the cells that they read; rows join the results.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Field, Layout} from '../../datasets/types.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import {cellOf, type EncodedColumns, withForms} from './cells.ts';
import {fieldsSql} from './fields.ts';
import type {FieldSql} from './typed_values.ts';

/** Functions that cost more than the join. */
const COSTLY = new Set<Field['op']>(['vendor_key', 'department', 'bilingual_cell', 'decode']);

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
  const fields = fieldsSql(layout, coded);
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
    const selected = [...names.map(cellOf), ...values].join(', ');
    const distinct = `(SELECT DISTINCT ${names.map(ident).join(', ')} FROM ${from})`;
    const rows = withForms(distinct, names, new Set(), selected + joins);
    await db.run(`CREATE TABLE ${table} AS SELECT ${selected} FROM ${rows} ${joins}`);
    const same = names.map((one) => `${table}.${ident(one)} IS NOT DISTINCT FROM ${cellOf(one)}`);
    const join = `LEFT JOIN ${table} ON ${same.join(' AND ')}`;
    for (const {name, sql, column} of memoised)
      fields.set(name, {value: `${table}.${column}`, type: sql.type, joins: [join], notes: []});
  }
  return fields;
}
