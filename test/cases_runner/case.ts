/** Labelled cases: rows, names or people as published, and which of them are one. */
import type {Json} from '../../datasets/types.ts';

/** What is true of the rows of a case; rows are numbered from 0 in the order of the files by name. */
export interface Truth {
  /** Rows that belong to one record each; a row in none of them is refused. */
  records: readonly (readonly number[])[];
  /** Column that holds money; with `sum`, its sum over the true records. */
  money: string | null;
  sum: number | null;
  /** Values by column of the record that holds a row, by row. */
  fields: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

export interface Case {
  source: string;
  name: string;
  /** File or folder that declares it. */
  path: string;
  hard: boolean;
  /** Why the truth is true. */
  evidence: string;
  truth: Truth;
}

/** A case of a source: input files by the names that a mirror gives them. */
export interface RowCase extends Case {
  files: Readonly<Record<string, string | Buffer>>;
}

/** A name with what its records say besides. */
export interface NameInput {
  n: string;
  /** A bar separates languages. */
  b?: boolean;
  /** Business number. */
  bn?: string;
  /** Province. */
  p?: string;
  /** Records under the name. */
  r?: number;
  /** Type of recipient. */
  type?: string;
}

/** A case of names; the rows are the names. */
export interface NameCase extends Case {
  input: readonly NameInput[];
}

/** What the product made of a case of which nothing is known yet. */
export const NOTHING: Got = {rows: [], records: [], rules: [], sum: null, fields: {}, mixed: 0, error: null};

/** What the product made of a case. */
export interface Got {
  /** What each row says, for a person. */
  rows: readonly string[];
  /** Rows by record; refused rows are in none. */
  records: readonly (readonly number[])[];
  /** Why each row is in its record, or in none; null where nothing is said. */
  rules: readonly (string | null)[];
  sum: number | null;
  /** The values asked for by `fields`, by row. */
  fields: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** See `mixedFields` in score.ts. */
  mixed: number;
  /** Why the product made nothing of it. */
  error: string | null;
}

/** A case that cannot be run. */
export class CaseError extends Error {
  constructor(path: string, problem: string, remedy: string) {
    super(`${path}: ${problem}: ${remedy}`);
  }
}
