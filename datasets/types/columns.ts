/** Columns and the types of their values. */

export type Json = string | number | boolean | null | Json[] | {[name: string]: Json};

/** `money` is DECIMAL(18,2) in CAD, `number` a DOUBLE, `text[]` a list, `rows` a list of structs. */
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
  | 'geometry'
  /** Well-known binary of a geometry; in the Parquet only. */
  | 'wkb';

/** One field of a record. */
export interface Column {
  type: ColumnType;
  /** False: never null in a kept row, which a base check enforces. Lists are empty, never null. */
  nullable: boolean;
  help: string;
  /**
   * `list`: in list items and in the detail; `detail`: in the detail only; `internal`: in the Parquet only.
   */
  visibility: 'list' | 'detail' | 'internal';
  example: Json;
  unit?: string;
  /** Values have the form `English | Français`; `lang` picks one half. */
  bilingual?: true;
  /** Only some answers have it. */
  optional?: true;
  /** Closed set of values. */
  values?: readonly string[];
  /** Fields of the items of `rows`, or of an `object`. */
  fields?: Columns;
  /** Not stored in the Parquet: an SQL expression over the dataset's columns (alias `r`) and its `joins`. */
  derived?: {sql: string; join?: string};
  /**
   * Letters and digits of a number, nearly as many as rows (`rules/plain_numbers.ts`): its index stays in the
   * file. Words of a search that may name a number are compared with it by their letters and digits.
   */
  number?: true;
}

export type Columns = Record<string, Column>;
