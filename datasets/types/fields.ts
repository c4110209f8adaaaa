/** How cells become values: code tables, rules, locations and the closed set of field functions. */

/** Code table: canonical value -> known spellings. Spellings and `ignored` are compared folded. */
export interface CodeTable {
  name: string;
  help: string;
  /** Canonical value -> spellings seen at publishers; the canonical value itself always counts. */
  values: Record<string, readonly string[]>;
  /** Spellings that mean "no value". */
  ignored: readonly string[];
  /** Canonical value -> prefixes that also mean it, tried in this order after the exact spellings. */
  prefixes?: Record<string, readonly string[]>;
  /** What an unknown spelling becomes: null and reported, null silently, or itself. */
  unknown: 'report' | 'null' | 'keep';
}

/** A condition over a row. All given parts must hold; texts are compared folded. */
export interface Predicate {
  /** The first of these columns that is not blank; with `concatenated` all of them, separated by spaces. */
  from: readonly string[];
  concatenated?: true;
  /**
   * Only the text after the first match of this pattern, if there is one; then at most `maxLength`
   * characters.
   */
  after?: RegExp;
  maxLength?: number;
  /** Equals one of these. */
  equals?: readonly string[];
  /** Starts with one of these. */
  startsWith?: readonly string[];
  /** Contains one of these anywhere. */
  contains?: readonly string[];
  /** Contains one of these as whole words. */
  containsWords?: readonly string[];
  /** The folded text matches. */
  matches?: RegExp;
  /** The cleaned text as published, with its case and accents, matches. */
  matchesRaw?: RegExp;
  /** Whether there is any text. */
  present?: boolean;
  /** The cell is a number greater than this. */
  greaterThan?: number;
  /** None of the above holds. */
  negated?: true;
}

/**
 * Ordered rules that derive a value from several cells of a row. The first whose predicates all hold decides.
 */
export interface Rules {
  name: string;
  help: string;
  /** `reported`: the rule guesses what an unknown text means, so the text is reported as for `otherwise`. */
  rules: readonly {value: string | null; when: readonly Predicate[]; reported?: true}[];
  /** Value if no rule matches; the text of the columns `reported` is then reported, unless all are blank. */
  otherwise: string | null;
  reported: readonly string[];
}

/** A sum of columns, each times its factor; `absolute` ignores the sign of the cell. */
export interface Sum {
  terms: readonly {column: string; factor?: number; absolute?: true}[];
}

/** Where a row states its position. */
export type PointLocation =
  | {form: 'columns'; lat: string; lng: string}
  /**
   * A cell with the GeoJSON (or WKT) of a point, or of a geometry whose first position counts, or an object
   * with `latitude` and `longitude`.
   */
  | {form: 'geojson'; column: string}
  /** `latitude, longitude`, possibly in parentheses, or an object with `lat` and `lon`. */
  | {form: 'pair'; column: string}
  /** Metres in a projection defined in `datasets/codes/projections.ts`. */
  | {form: 'projected'; x: string; y: string; crs: string}
  /** Fields `lat` and `lng` of this code table, by the code in `column`. */
  | {form: 'lookup'; column: string; table: string};

/** West, south, east, north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * The closed set of field functions. Each reads named columns of the publisher's file. Unless stated
 * otherwise a blank cell becomes null, and a cell that cannot be read becomes null and is reported with its
 * line and text.
 */
export type Field =
  /**
   * First of the columns that is not blank; white space collapsed, NFC. `blank`: texts that count as blank;
   * so do texts of nothing but matches of `filler`.
   */
  | {
      op: 'text';
      from: readonly string[];
      blank: readonly string[];
      filler?: RegExp | undefined;
      case?: 'lower' | 'upper';
    }
  /**
   * Like text, but keeps line breaks (LF); blank lines at both ends are dropped. `references`: character
   * references are decoded; `changes`: as of `replace`.
   */
  | {
      op: 'multiline';
      from: readonly string[];
      blank: readonly string[];
      references?: true;
      changes?: readonly (readonly [RegExp, string])[];
    }
  /**
   * ISO date in the first ten characters, years 1900-2100, or from `since`. `form` accepts more: `compact`:
   * `yyyymmdd`, alone or before a non-digit; `slashes`: `2024/03/05`, `03/05/2024` and `3/5/2024`, whose
   * order the rows of the file decide, month first where none does; `mixed`: both, and `yyyymmddhhmmss`, and
   * a file whose order no row decides is refused; `epoch`: milliseconds since 1970, midnight in UTC or a time
   * in `zone` (absent: UTC), or a date with slashes; `workbook`: a serial number of a workbook, or
   * `14-Jan-20`. `plausible`: a day before 1950 or more than a year after the fetch is null and reported;
   * dates with slashes are read, too.
   */
  | {
      op: 'date';
      from: readonly string[];
      since?: number;
      form?: 'compact' | 'epoch' | 'mixed' | 'slashes' | 'workbook' | undefined;
      zone?: string;
      plausible?: true;
    }
  /**
   * Day of a timestamp: in UTC if it has an offset, else as written; also `6/28/2004 12:00:00 AM`, month
   * first. The placeholder day `0001-01-01` is null and not reported.
   */
  | {op: 'date_of_timestamp'; from: readonly string[]}
  /**
   * Text of an HTML fragment: blocks and line breaks become LF, tags are dropped, character references
   * decoded.
   */
  | {op: 'html_text'; from: readonly string[]}
  /** Time in UTC, `YYYY-MM-DDTHH:MM:SS`; a fraction is dropped, a `Z` allowed. */
  | {op: 'timestamp'; from: readonly string[]}
  /** Texts of a JSON array, cleaned, without blank ones; with `among` also without those it does not list. */
  | {op: 'json_items'; from: string; among?: readonly string[] | undefined}
  /**
   * Decimal number with at most 13 digits before the point; `$`, `,` and spaces are dropped; two decimals.
   */
  | {op: 'money'; from: readonly string[]; blank?: readonly string[]; zero?: 'null'; comma?: 'groups'}
  /** Decimal number without thousands separators and spaces, times `factor`, rounded to `decimals`. */
  | {op: 'number'; from: readonly string[]; factor?: number; decimals?: number; zero?: 'null'}
  /**
   * Sum of numeric columns; null if all are blank and, with `zero`, if it is 0, unless the sum `or` has a
   * value.
   */
  | ({op: 'sum'; as: 'integer' | 'number'; decimals?: number; zero?: 'null'} & Sum & {or?: Sum})
  /** Value of the first matching rule; see Rules. */
  | {op: 'rules'; rules: Rules}
  /** The value of a field if the rules give one of `equals`, else null. */
  | {op: 'when'; value: Field; rules: Rules; equals: readonly string[]}
  /** Like text, then every change applied in turn to all its matches, then cleaned again. */
  | {
      op: 'replace';
      from: readonly string[];
      blank: readonly string[];
      changes: readonly (readonly [RegExp, string])[];
    }
  /**
   * Latitude or longitude (WGS 84) of the first location that is given. Both are null if one is blank, not a
   * number or 0, and also, which is reported, if the point lies outside `within`.
   */
  | {op: 'degree'; axis: 'lat' | 'lng'; locations: readonly PointLocation[]; within: Box}
  /**
   * Of a cell with GeoJSON polygons: the repaired, canonical geometry as GeoJSON text, or its geodesic area
   * in square metres. A row without a polygon is rejected, repairs are counted; see
   * `pipeline/geometry/polygons.ts`.
   */
  | {op: 'polygon'; from: string; value: 'geometry' | 'area'}
  /** The money column if the currency column is blank or CAD, else null, not reported. */
  | {op: 'in_cad'; amount: readonly string[]; currency: string}
  | {op: 'integer'; from: readonly string[]}
  /** Canonical value of the first column that is not blank. */
  | {op: 'code'; from: readonly string[]; table: CodeTable}
  /** `English | Français`; one half alone if the other is blank or equal. */
  | {op: 'bilingual'; en: string; fr: string; blank: readonly string[]}
  /** Like bilingual, but mapped to the official title by institution code or by either name, where known. */
  | {op: 'department'; code?: string; en?: string; fr?: string; both?: string}
  /**
   * One value per line, each with a leading `*`, of the first column that has any; a list, or one text with
   * `joinWith`.
   */
  | {op: 'lines'; from: readonly string[]; blank: readonly string[]; joinWith?: string}
  /** The first group of every match of a pattern. */
  | {op: 'matches'; from: string; pattern: RegExp}
  /** Pieces of a cell, cleaned, without blank ones; a list, or one text with `joinWith`. */
  | {op: 'split'; from: readonly string[]; separator: string; blank: readonly string[]; joinWith?: string}
  /** One cell `English|Français`: like bilingual, of the pieces around the first bar. */
  | {op: 'bilingual_cell'; from: string; blank: readonly string[]}
  /** First year of a fiscal year, alone or with the next (`1998`, `1998-1999`), as `1998-99`. */
  | {op: 'fiscal_year'; from: readonly string[]}
  /** All columns as one text; null if any is blank. */
  | {op: 'join_all'; from: readonly string[]; separator: string}
  /**
   * The columns that are not blank, separated by spaces; with another `separator`, equal values only once.
   */
  | {op: 'join_non_blank'; from: readonly string[]; separator?: string | undefined}
  /**
   * Identifies a person without a number: first and last word of the name, and a location, folded; null if
   * one is blank.
   */
  | {op: 'person_key'; name: readonly string[]; location: string}
  /** The column or, if it is blank, a hash of others that replaces a missing number. */
  | {op: 'identifier'; from: string; blank: readonly string[]; otherwise: readonly string[]}
  /**
   * Progress of work: as published, else derived from its first and last day as of the day of the fetch:
   * `Completed`, `In Progress` or `Not Started`; null without a day.
   */
  | {op: 'progress'; published?: string; start: readonly string[]; end: readonly string[]}
  | {op: 'first_characters'; from: string; length: number; pattern: RegExp}
  | {op: 'constant'; value: string}
  /**
   * URL template with percent-encoded `{column}` parts, if every column is given and `when` holds; else
   * `otherwise`.
   */
  | {
      op: 'address';
      template: string;
      when?: {column: string; pattern: RegExp};
      otherwise: string;
      case?: 'lower';
      /** What is left out of the cells. */
      without?: RegExp;
    }
  /** Vendor key (`rules/text.ts`) of a text, or of the first group of `pattern`. */
  | {op: 'vendor_key'; from: readonly string[]; blank: readonly string[]; pattern?: RegExp}
  /**
   * Cell, or pieces of it by `separator`, looked up folded, by code or name, in a code table of the source
   * (`Layout.codeTable`). Gives codes, null if unknown, or names, the text itself if unknown.
   */
  | {op: 'decode'; from: string; table: string; value: 'code' | 'name'; separator?: string | undefined}
  /** A field of the row of such a code table whose `code` is the cell; null if there is none. */
  | {op: 'lookup'; from: string; table: string; value: string; as: 'text' | 'number'}
  /** The first group of a pattern in the first column that is not blank. */
  | {op: 'extract'; from: readonly string[]; pattern: RegExp}
  /** Session of Parliament on the ISO date in the first group of the pattern, or the last one before it. */
  | {op: 'session'; from: string; pattern: RegExp};
