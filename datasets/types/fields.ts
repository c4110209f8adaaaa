/** The vocabulary of how cells become values: code tables, rules, places, field functions. */

/** Code table: canonical value -> known spellings. Spellings and `ignored` are compared folded. */
export interface CodeTable {
  name: string;
  help: string;
  /** Canonical value -> spellings seen at publishers (the canonical value itself always counts). */
  values: Record<string, readonly string[]>;
  /** Spellings that mean "no value". */
  ignored: readonly string[];
  /** Canonical value -> beginnings that also give it, tried in this order after the exact spellings. */
  prefixes?: Record<string, readonly string[]>;
  /** What an unknown spelling becomes: null with a note in the report, null silently, or itself. */
  unknown: 'note' | 'null' | 'keep';
}

/** One thing asked of a row. All that is given holds; texts are compared folded. */
export interface Predicate {
  /** The first of the columns that is not blank; `joined`: all that are not, parted by blanks. */
  from: readonly string[];
  concatenated?: true;
  /** Only what stands behind the first place of this pattern, if it has one; then only so many characters. */
  after?: RegExp;
  maxLength?: number;
  /** Equals one of these. */
  equals?: readonly string[];
  /** Begins with one of these. */
  startsWith?: readonly string[];
  /** Contains one of these, anywhere. */
  contains?: readonly string[];
  /** Contains one of these as whole words. */
  containsWords?: readonly string[];
  /** The folded text fits. */
  matches?: RegExp;
  /** The cleaned text as published, its case and accents included, fits. */
  matchesRaw?: RegExp;
  /** Whether there is a text at all. */
  present?: boolean;
  /** The number that the cell holds is more than this. */
  greaterThan?: number;
  /** None of the above holds. */
  negated?: true;
}

/** Ordered rules that make a canonical value of several cells of a row. The first whose tests all hold decides. */
export interface Rules {
  name: string;
  help: string;
  /** `noted`: the rule is a guess of what an unknown text means, which is noted like `otherwise`. */
  rules: readonly {value: string | null; when: readonly Predicate[]; reported?: true}[];
  /** Value where no rule fits; noted with the text of the columns `noted`, unless all of these are blank. */
  otherwise: string | null;
  reported: readonly string[];
}

/** A sum of columns. */
export interface Sum {
  of: readonly {column: string; factor?: number; absolute?: true}[];
}

/** Where a row says at which point it stands. */
export type PointLocation =
  | {form: 'columns'; lat: string; lng: string}
  /** A cell with the GeoJSON (or WKT) of a point, or of a geometry whose first position counts. */
  | {form: 'geojson'; column: string}
  /** `latitude, longitude`, maybe in brackets, or an object with `lat` and `lon`. */
  | {form: 'pair'; column: string}
  /** Metres of a projection that proj4 knows by the definition in `datasets/codes/projections.ts`. */
  | {form: 'projected'; x: string; y: string; crs: string}
  /** Fields `lat` and `lng` of the code table of this name, by the code in `column`. */
  | {form: 'lookup'; column: string; table: string};

/** West, south, east, north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * The closed set of field functions. Each reads named columns of the publisher's file. Unless it says otherwise a
 * blank cell gives null; a cell that is not blank but cannot be read gives null and is noted with line and text.
 */
export type Field =
  /** First of the columns that is not blank; white space collapsed, NFC. `blank`: texts that count as blank. */
  | {op: 'text'; from: readonly string[]; blank: readonly string[]; case?: 'lower' | 'upper'}
  /** As text, line breaks kept (LF), blank lines at both ends dropped. */
  | {op: 'multiline'; from: readonly string[]; blank: readonly string[]}
  /**
   * ISO date in the first ten characters; years 1900-2099, or from `since`. `form`: also `yyyymmdd`, maybe with
   * more behind it that begins with no digit (`compact`), `2024/03/05` and, month first, `03/05/2024` (`slashes`),
   * milliseconds since 1970, whose day in UTC it is, or a day with slashes (`epoch`), the number of a day in a workbook or
   * `14-Jan-20` (`workbook`). `plausible`: a day before 1950 or more than a year after the fetch is null and noted.
   */
  | {
      op: 'date';
      from: readonly string[];
      since?: number;
      form?: 'compact' | 'epoch' | 'mixed' | 'slashes' | 'workbook';
      plausible?: true;
    }
  /**
   * Day of a time: in UTC where it has an offset, else as written; also `6/28/2004 12:00:00 AM`, month first. The day
   * `0001-01-01`, which stands for none, is null without a note.
   */
  | {op: 'date_of_timestamp'; from: readonly string[]}
  /** Text of a fragment of HTML, blocks and line breaks as line feeds, tags dropped, references decoded. */
  | {op: 'html_text'; from: readonly string[]}
  /** Time in UTC, `YYYY-MM-DDTHH:MM:SS`, maybe with a fraction, which is dropped, or a `Z`. */
  | {op: 'timestamp'; from: readonly string[]}
  /** Texts of a cell that holds a JSON array, cleaned, blank ones left out; `among`: those that are none of these, too. */
  | {op: 'json_items'; from: string; among?: readonly string[]}
  /** Plain decimal number of at most 13 digits before the point, `$`, `,` and blanks dropped; two decimals. */
  | {op: 'money'; from: readonly string[]; blank?: readonly string[]; zero?: 'null'}
  /** Plain decimal number, thousands commas and blanks dropped, times `factor`, rounded to `decimals`. */
  | {op: 'number'; from: readonly string[]; factor?: number; decimals?: number; zero?: 'null'}
  /**
   * Sum of the columns that hold numbers, each times its factor; `size`: of its amount without sign. Null where all are
   * blank, and with `zero` where it is 0, unless `or` then gives another sum. `as`: its type.
   */
  | ({op: 'sum'; as: 'integer' | 'number'; decimals?: number; zero?: 'null'} & Sum & {or?: Sum})
  /** Value of the first rule that fits; see Rules. */
  | {op: 'rules'; rules: Rules}
  /** The value of a field where the rules give one of these, else null. */
  | {op: 'when'; value: Field; rules: Rules; equals: readonly string[]}
  /** As text, then every change made in turn at all its places, then cleaned again. */
  | {
      op: 'replace';
      from: readonly string[];
      blank: readonly string[];
      changes: readonly (readonly [RegExp, string])[];
    }
  /**
   * Degree of latitude or longitude (WGS 84) of the first place that is given; both are null where one is blank, not a
   * number or 0, and, with a note that says so, where the point lies outside `within`.
   */
  | {op: 'degree'; axis: 'lat' | 'lng'; at: readonly PointLocation[]; within: Box}
  /**
   * Of a cell with the GeoJSON of polygons: the repaired, canonical geometry as GeoJSON text, or its geodesic area in
   * square metres. A row without a polygon is refused, repairs are counted; see `pipeline/geometry/polygons.ts`.
   */
  | {op: 'polygon'; from: string; gives: 'geometry' | 'area'}
  /** The money column where the currency column is blank or CAD, else null without a note. */
  | {op: 'in_cad'; amount: readonly string[]; currency: string}
  | {op: 'integer'; from: readonly string[]}
  /** Canonical value of the first column that is not blank. */
  | {op: 'code'; from: readonly string[]; table: CodeTable}
  /** `English | Français`, one alone when the other is blank or equal. */
  | {op: 'bilingual'; en: string; fr: string; blank: readonly string[]}
  /** As bilingual, mapped to the official title by institution code or by either name where it is known. */
  | {op: 'department'; code?: string; en?: string; fr?: string; both?: string}
  /** One value a line, each with a leading `*`, of the first column that has any; `joinWith`: as one text, else a list. */
  | {op: 'lines'; from: readonly string[]; blank: readonly string[]; joinWith?: string}
  /** What a pattern's first group takes, every time it occurs. */
  | {op: 'matches'; from: string; pattern: RegExp}
  /** Parts of a cell, cleaned, blank ones left out; `joinWith`: as one text, else a list. */
  | {op: 'split'; from: readonly string[]; separator: string; blank: readonly string[]; joinWith?: string}
  /** One cell of the form `English|Français`: as bilingual, of the parts before and after the first bar. */
  | {op: 'bilingual_cell'; from: string; blank: readonly string[]}
  /** Year in which a fiscal year begins, alone or with the next one (`1998`, `1998-1999`), as `1998-99`. */
  | {op: 'fiscal_year'; from: readonly string[]}
  /** All columns as one text; null where one of them is blank. */
  | {op: 'join_all'; from: readonly string[]; separator: string}
  /** The columns that are not blank, parted by blanks; with another `separator` of equal ones the first. */
  | {op: 'join_non_blank'; from: readonly string[]; separator?: string}
  /** Who somebody is where there is no number: first and last word of a name, and a place, folded; null where one is blank. */
  | {op: 'person_key'; name: readonly string[]; place: string}
  /** The column, or where it is blank a hash of others: stands for a number that the publisher does not give. */
  | {op: 'identifier'; from: string; blank: readonly string[]; otherwise: readonly string[]}
  /**
   * How far work is: the published word, else from its first and last day as of the day on which the file was
   * fetched: `Completed`, `In Progress` or `Not Started`; null without a day.
   */
  | {op: 'progress'; published?: string; start: readonly string[]; end: readonly string[]}
  | {op: 'first_characters'; from: string; length: number; pattern: RegExp}
  | {op: 'constant'; value: string}
  /** Address with `{column}` parts percent-encoded, where every column is given and `when` holds; else `otherwise`. */
  | {
      op: 'address';
      template: string;
      when?: {column: string; pattern: RegExp};
      otherwise: string;
      case?: 'lower';
    }
  /** Vendor key of the specification 2.6, of a text field, or of the part that the pattern's first group takes. */
  | {op: 'vendor_key'; from: readonly string[]; blank: readonly string[]; pattern?: RegExp}
  /**
   * Cell or, with `separator`, parts of a cell, looked up folded in the code table that comes with the source
   * (`Layout.codes`), by code or by name: a list of codes, null where it is unknown, or of names, the text itself where
   * it is unknown.
   */
  | {op: 'decode'; from: string; table: string; gives: 'code' | 'name'; separator?: string}
  /** A field of the row of such a code table that has the cell as `code`; null where there is none. */
  | {op: 'lookup'; from: string; table: string; gives: string; as: 'text' | 'number'}
  /** The part of a text that a pattern's first group takes, of the first column that is not blank. */
  | {op: 'extract'; from: readonly string[]; pattern: RegExp}
  /** Session of Parliament that sat on the ISO date that the pattern's first group takes, or had sat last. */
  | {op: 'session'; from: string; pattern: RegExp};
