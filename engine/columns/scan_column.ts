/** A column of a table scan: the SQL that is read for each row, and the array that receives its values by row id. */
import type {Expression} from '../sql/columns.ts';
import type {Dictionary} from './dictionary_writer.ts';

export interface ScanColumn {
  sql: string;
  /** The expression inside of `sql`, for the joins it needs. */
  read: Expression;
  /** Join with the dictionary, if any, and about how many bytes its hash table takes. */
  join: string;
  joinBytes: number;
  target: Uint32Array | Float64Array;
}

/** Bytes of an entry in the hash table of a join beside its text. */
const ENTRY_BYTES = 48;

/** A column read as ordinals of a dictionary. */
export interface OrdinalColumn extends ScanColumn {
  target: Uint32Array;
}

/** The join that finds the dictionary row of an expression's value. */
export const dictionaryJoin = (read: Expression, {table}: Dictionary): string =>
  ` LEFT JOIN ${table} ON ${table}.value = CAST(${read.sql} AS VARCHAR)`;

/** Reads an expression as ordinals of a dictionary; the number of values encodes null. */
export function ordinalColumn(read: Expression, dictionary: Dictionary, rows: number): OrdinalColumn {
  const {table, count} = dictionary;
  return {
    read,
    sql: `coalesce(${table}.ordinal, ${count})`,
    join: dictionaryJoin(read, dictionary),
    joinBytes: dictionary.folded.bytes.length + count * ENTRY_BYTES,
    target: new Uint32Array(rows),
  };
}

/** A column read as doubles. */
export interface NumericScanColumn extends ScanColumn {
  target: Float64Array;
}

/** Reads `sql`, which contains the expression `read`, as doubles; NaN encodes null. */
export const numericColumn = (read: Expression, sql: string, rows: number): NumericScanColumn => ({
  read,
  sql: `coalesce(${sql}, CAST('NaN' AS DOUBLE))`,
  join: '',
  joinBytes: 0,
  target: new Float64Array(rows),
});
