/** How declared columns are stored: their SQL types and which are in the Parquet. */
import type {Column, Columns, ColumnType} from '../types.ts';

const SQL_TYPES: Partial<Record<ColumnType, string>> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  money: 'DECIMAL(18,2)',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
  'text[]': 'VARCHAR[]',
  geometry: 'VARCHAR',
  wkb: 'BLOB',
};

/** SQL type of a column, spelled as in DuckDB's DESCRIBE. `rows` and `object` need their `fields`. */
export function sqlType(column: Column): string {
  const simple = SQL_TYPES[column.type];
  if (simple) return simple;
  const fields = Object.entries(column.fields ?? {});
  if (fields.length === 0) throw new Error(`a column of type ${column.type} must declare its fields`);
  const struct = `STRUCT(${fields.map(([name, field]) => `"${name}" ${sqlType(field)}`).join(', ')})`;
  return column.type === 'rows' ? `${struct}[]` : struct;
}

/** The columns in the Parquet, in table order: all but derived ones. */
export function storedColumns(columns: Columns): [name: string, column: Column][] {
  return Object.entries(columns).filter(([, column]) => !column.derived);
}
