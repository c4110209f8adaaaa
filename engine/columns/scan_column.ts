/** A column of a table scan: the SQL that is read for each row, and the array that its values go to. */
import type {Expression} from '../sql/columns.ts';
import type {Dictionary} from './dictionary_writer.ts';

/** A column that is read: its SQL, and where its values go by rank. */
export interface ScanColumn {
  sql: string;
  read: Expression;
  join: string;
  target: Uint32Array | Float64Array;
}

/** A pass that gives codes. */
export interface OrdinalColumn extends ScanColumn {
  target: Uint32Array;
}

/** The join that gives the row of a dictionary for the value of an expression. */
export const dictionaryJoin = (read: Expression, {table}: Dictionary): string =>
  ` LEFT JOIN ${table} ON ${table}.value = CAST(${read.sql} AS VARCHAR)`;

/** Codes of the dictionary that the expression gives; the number of values for none. */
export function ordinalColumn(read: Expression, dictionary: Dictionary, rows: number): OrdinalColumn {
  const {table, count} = dictionary;
  return {
    read,
    sql: `coalesce(${table}.code, ${count})`,
    join: dictionaryJoin(read, dictionary),
    target: new Uint32Array(rows),
  };
}

/** A pass that gives numbers. */
export interface NumericScanColumn extends ScanColumn {
  target: Float64Array;
}

/** Numbers by an expression in SQL, NaN for null; `read` says what it reads. */
export const numericColumn = (read: Expression, sql: string, rows: number): NumericScanColumn => ({
  read,
  sql: `coalesce(${sql}, CAST('NaN' AS DOUBLE))`,
  join: '',
  target: new Float64Array(rows),
});
