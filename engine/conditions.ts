/** What queries select, and the lines of JSON that they return. */

/** Operators of filters, each with the sentence that the documents use. */
export const OPERATORS = {
  exact: 'the folded value equals the folded text given',
  partial: 'the folded value contains the folded text given, anywhere',
  terms: 'every term of the folded text occurs inside a word of the searched fields',
  gte: 'at least the bound, inclusive',
  lte: 'at most the bound, inclusive',
  flag: 'the value equals the boolean',
  in: 'the value equals any item of the list',
  geo: 'the great-circle distance from the point is at most the radius, inclusive',
} as const;

export type Operator = keyof typeof OPERATORS;

/** Operators that compare columns with a value; `Near` filters by distance. */
export type Comparison = Exclude<Operator, 'geo'>;

/** The sort key of distance, for queries with `near`. */
export const DISTANCE = 'distance';

/**
 * A circle, in degrees of WGS 84 and metres on a sphere (see `engine/geo/sphere.ts`). Rows without a point
 * are never in it.
 */
export interface Near {
  lat: number;
  lng: number;
  radius_m: number;
}

/**
 * Holds if any of the columns matches. Texts are folded, except the items of `in`, which are as stored; dates
 * are `YYYY-MM-DD`, timestamps `YYYY-MM-DDTHH:MM:SS`, numbers decimal text of any length.
 */
export interface Condition {
  op: Comparison;
  columns: readonly string[];
  value: string | boolean | readonly string[];
  /**
   * Of `partial`: names of public bodies; values that carry one (`namesIn` of datasets/rules/bodies.ts)
   * match, too.
   */
  names?: readonly string[];
  /** Rows that satisfy one of these match, too. */
  or?: readonly Condition[];
}

/**
 * A position in a total order: the value of the sort key (null last) and the id, which breaks ties. Numbers
 * and dates are text; a key that is not of the sort column's type throws.
 */
export interface Position {
  key: string | null;
  id: string;
}

/**
 * Items as NDJSON. The next call of the engine may overwrite the bytes: use or copy them before awaiting
 * anything else.
 */
export interface Lines {
  bytes: Buffer;
  count: number;
  /** Offset of the line feed after each item; only the first `count` elements are valid. */
  ends: ArrayLike<number>;
  /** Offset of each field of each item, at the brace or comma before its name; null where nobody noted it. */
  starts: Uint32Array | null;
}
