/** The vocabulary of values: columns and their types. */

export type Json = string | number | boolean | null | Json[] | {[name: string]: Json};

/** Types of values. `money` is DECIMAL(18,2) in CAD, `number` a DOUBLE, `text[]` a list, `rows` a list of structs. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'money'
  | 'number'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'text[]'
  | 'rows'
  | 'object'
  /** A GeoJSON geometry in WGS 84 degrees; text in the Parquet, an object in answers. */
  | 'geometry';

/** One field of a record: what it holds and where an answer shows it. */
export interface Column {
  type: ColumnType;
  /** False: never null in any kept row; a base check holds it. Lists are empty, never null. */
  nullable: boolean;
  help: string;
  /** `list`: in list items and in the detail; `detail`: only there; `internal`: in the Parquet only. */
  visibility: 'list' | 'detail' | 'internal';
  example: Json;
  unit?: string;
  /** Value of the form `English | Français`, cut by `lang`. */
  bilingual?: true;
  /** Closed set of values. */
  values?: readonly string[];
  /** Fields of the items of `rows`, or of an `object`. */
  fields?: Columns;
  /** Not in the Parquet: an SQL expression over the dataset's columns (alias `r`) and its `joins`. */
  derived?: {sql: string; join?: string};
}

export type Columns = Record<string, Column>;
