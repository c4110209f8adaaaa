/** What a rule over the rows that may be one record is made of. */
import type {JoinRule} from '../../../datasets/codes/join_rules.ts';

/** A row with its place in the files, and the values that the rule reads; null is blank or unreadable. */
export interface VersionRow {
  /** Number of the row over all files of the source, in file order. */
  row: number;
}

/** A row as a version of its record. */
export interface Version {
  row: number;
  /** Why the row belongs to the record; null in the one row that the others join. */
  rule: JoinRule | null;
  /**
   * Sum of the entries up to this one, or of all where the first is current, in cents, by rules that add up;
   * null: not known.
   */
  total?: number | null;
}

/** The versions of a record in order, and which of their rows gives its key. */
export interface VersionedRecord {
  versions: readonly Version[];
  key: number;
}

export interface RecordRule<Row extends VersionRow = VersionRow> {
  /**
   * SQL terms over the typed fields (alias `v`): only rows with equal values may be one record; null: the row
   * stands alone.
   */
  candidates: readonly string[];
  /**
   * SQL over the typed fields: `v._varies` in `read` says whether it has several values in the group; blank
   * ones count as one.
   */
  varies?: string;
  /**
   * SQL by name over the typed fields (alias `v`): VARCHAR, BOOLEAN, or a number that a DOUBLE holds exactly.
   */
  read: Readonly<Record<Exclude<keyof Row, 'row'>, string> & Record<string, string>>;
  /**
   * The records among the rows of a group, which come in file order. Every row is a version of exactly one
   * record.
   */
  records: (rows: readonly Row[]) => VersionedRecord[];
}

/** SQL of an amount in cents, and of a date in days: numbers that compare as the values do. */
export const cents = (sql: string): string => `CAST(${sql} * 100 AS DOUBLE)`;
export const days = (sql: string): string => `CAST(${sql} - DATE '1970-01-01' AS DOUBLE)`;
/** SQL of a number that only equal texts share: one in 9 * 10^15 others does too. */
export const hashed = (sql: string): string =>
  `CASE WHEN ${sql} IS NOT NULL THEN CAST(hash(${sql}) >> 11 AS DOUBLE) END`;
