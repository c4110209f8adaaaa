/** Sources: layouts, child tables, keys and versions. */
import type {JoinRule} from '../codes/join_rules.ts';
import type {Field, Predicate} from './fields.ts';
import type {Cadence, SourceFile} from './files.ts';

/**
 * Where the rows of a layout are in a document. A path is names joined by `/`: `@name` is an attribute, `..`
 * leads up (from a JSON object past its array), `name[2]` and `name[-1]` pick by position from the start or
 * the end, `name[@language=en]` by attribute. In JSON a name leads into every item of an array; a leading
 * `[]` is a top-level array, an empty path the top-level object. Columns of the header are paths from the
 * row's element (`.` is the element itself); `document:name` and `document:url` name the document. A value is
 * all text of the element, with spaces between the pieces of an element without text of its own; of a JSON
 * object or array its JSON text; several values are separated by LF; null if absent, empty, `xsi:nil` or JSON
 * null. XML names match with or without their namespace prefix. Layouts that read the same rows for the same
 * purpose are generations of one header: a document is read by the first whose columns it has.
 */
export type DocumentRows =
  | {form: 'xml' | 'json'; path: string}
  /**
   * `page` (which the right page matches), `path` and the columns by name are CSS selectors: `selector` in
   * the row, `selector@attribute` (`@attribute` of the row itself), `^selector` in the page, `~selector` the
   * last match that begins before the row, such as its heading. White space counts as a space.
   */
  | {form: 'html'; page: string; path: string; columns: Record<string, string>}
  /**
   * CSV in sections, each under a heading that does not begin with a quote; sections with a matching heading
   * are read. Further columns: `heading`, and `above`: the last heading without a table of its own or, for a
   * heading that matches `below`, the last one that does not.
   */
  | {form: 'sections'; heading: RegExp; below?: RegExp};

/** The text of a column, or of the first of several that is not blank; any other field says what it does. */
export type FieldDeclaration = Field | string | readonly string[];
export type Fields = Record<string, FieldDeclaration>;

/**
 * One generation of a publisher's header, and how its columns become ours, as a source declares it. Lists of
 * columns are separated by commas.
 */
export interface LayoutDeclaration {
  name: string;
  help: string;
  /**
   * No real file of this form has been seen yet: it was declared from descriptions. Delete it once one was;
   * until then a build says so, unless one of its own real files fitted.
   */
  unverified?: true;
  /** Files it reads, by base name (of a zip entry: that of the entry); absent: any with a matching header. */
  files?: RegExp;
  /** Its rows belong to records, see Source.childTables; absent: each is a record. */
  childTable?: string;
  /**
   * Its rows are the code table of this name, read by the fields `decode` and `lookup`: `code`, `name` and
   * others. They count as merged (`code table`); of a repeated code the first row counts.
   */
  codeTable?: string;
  /**
   * Of workbooks: a sheet is read if some row, its header, has this cell; other sheets are skipped and
   * reported. A date cell becomes an ISO day, a number its shortest form.
   */
  sheet?: {header: RegExp};
  /** Only these rows are records; all others are rejected with the reason. */
  where?: {test: Predicate; reason: string};
  /** Of documents: where its rows are. A document yields the rows of every layout that fits. */
  rows?: DocumentRows;
  /**
   * Of documents: an earlier form of the layout of this name, whose rows have another use. It reads documents
   * that lack columns of that one.
   */
  supersededBy?: string;
  /** Known column names that are not read and not reported as unknown. */
  ignored?: RegExp;
  /** Columns that are known and not read. The header is those that fields and conditions read, and these. */
  unused?: string;
  /** Columns that files may lack. */
  optional?: string;
  /** If given, files may lack all other columns; `optional` then names those that some are known to lack. */
  mandatory?: string;
  /** Earlier spelling of a column -> its name now. */
  aliases?: Record<string, string>;
  fields: Fields;
  /**
   * Fields of dates, amounts and points of which many cells cannot be read, and why that is normal; no file
   * is refused for it.
   */
  unreadable?: Readonly<Record<string, string>>;
  /** Every record is two rows, one per language: fields read `name@en` and `name@fr`. */
  pivot?: {language: string; en: string; fr: string; key: readonly string[]};
}

/** A layout with its columns listed. */
export interface Layout extends Omit<LayoutDeclaration, 'unused' | 'mandatory' | 'optional'> {
  /** Column names as published now. */
  header: readonly string[];
  /** Columns that files may lack; every other used column is required. */
  optional: readonly string[];
  /** Those of them that earlier files are known to lack; absent: all of them. */
  recent?: readonly string[];
  aliases: Record<string, string>;
  fields: Record<string, Field>;
}

/**
 * Rows that belong to records of another layout: files of a relational publication, ballots of a vote. They
 * count as merged (`part of a record`); a row without its record is rejected.
 */
export interface ChildTable {
  help: string;
  /** Field of the child row -> field of the record that it equals; null matches nothing. */
  foreignKey: Record<string, string>;
  /** Why a row without its record is rejected, e.g. `no registration with this id`. */
  orphanReason: string;
  /** Why a row that matches several records is rejected; absent: it belongs to each of them. */
  ambiguousReason?: string;
  /**
   * Fields that identify a row within its record: of several with the same values the last one counts, in the
   * position of the first; the others are merged.
   */
  distinctOn?: readonly string[];
  /**
   * SQL by column of the record: an aggregate over its child rows (alias `p`, position in the files
   * `p._row`), such as `list(p.name ORDER BY p._row)`. If several child tables give the same list, their
   * items are appended to the record's own; of other values the first that is not null counts.
   */
  aggregates: Record<string, string>;
}

/**
 * Rules over the rows that may be one record, in `pipeline/normalise/record_rules/`; each says where it comes
 * from.
 */
export type RecordRuleName =
  | 'disclosed_contracts'
  | 'canadabuys_entries'
  | 'disclosed_grants'
  | 'rows_by_place'
  | 'permit_revisions';

/** How rows become versions of one record. Names are fields of the layouts. */
export type Versions = (
  | {
      /** Rows with equal values here are one record (null equals null). */
      group: readonly string[];
      /** SQL terms over the fields (alias `v`, position in the files `v._row`), first version first. */
      order: readonly string[];
      /**
       * Why the rows belong together, as `versions` and the counts of merged rows name it; absent: `earlier
       * version`.
       */
      mergeReason?: JoinRule;
    }
  /**
   * The rule joins rows that agree in `same` (null equals null), puts them in order and gives the reason for
   * each.
   */
  | {rule: RecordRuleName; same: readonly string[]}
) & {
  /**
   * The version that gives the columns; absent: the last one. Blank columns of the first are filled from the
   * others, in order.
   */
  current?: 'first';
  /**
   * SQL aggregates over the versions of a record (alias `v`), for use in `computed`; null in a record of one
   * version.
   */
  aggregates?: Readonly<Record<string, string>>;
  /**
   * SQL by column over the current version (alias `last`), the original (`first`), the aggregates and
   * `total`, the sum of the entries up to the current version, or of all where that is the first, as the rule
   * adds them up (null in a record of one version).
   */
  computed?: Readonly<Record<string, string>>;
  /**
   * Fields of `versions` that differ from the dataset's: SQL over one version (alias `v`, with `v._total` by
   * the rule).
   */
  entries?: Readonly<Record<string, string>>;
};

export interface Source {
  slug: string;
  /** Value of `source_dataset`. */
  label: string;
  dataset: string;
  /**
   * The published dataset or entity that its records feed, as shown in `/sources`, instead of their own.
   */
  feeds?: string;
  publisher: string;
  license: string;
  license_url: string;
  page: string;
  cadence: Cadence;
  files: readonly SourceFile[];
  /** No feed of the publisher is known: why, and where to look. A mirror is read nevertheless. */
  unconfirmed?: string;
  /**
   * Separator of its CSV files if not a comma; a file whose first line has none of them is read with commas.
   */
  delimiter?: ';';
  /**
   * Accepted encodings: `utf-16` is detected by its byte order mark, `windows-1252` taken only if the bytes
   * are not valid UTF-8.
   */
  encodings: readonly ('utf-8' | 'utf-16' | 'windows-1252')[];
  layouts: readonly Layout[];
  /** Whole cells, compared case-sensitively, that mean "no value". */
  nullTokens?: readonly string[];
  /**
   * Columns about private persons, by their names in the headers of the layouts: never requested where the
   * portal can omit columns, never stored, read or shown. Names are compared as the reader compares those of
   * headers.
   */
  personal?: readonly string[];
  /** By the name that layouts give under `childTable`. */
  childTables?: Record<string, ChildTable>;
  /** Fields without which a row is rejected; of a child row those of its foreign key. */
  required: readonly string[];
  /** The publisher's key, taken from the first version; record_id is its hash. Fields of the layouts. */
  key: readonly string[];
  /**
   * If records share a key: fields of the first version that extend the keys of all of them, then an ordinal
   * by content for those that still collide. Absent: all but the first are rejected.
   */
  disambiguate?: readonly string[];
  /** Rows that are equal in every field are separate records, as payments are; absent: they are merged. */
  duplicates?: 'separate';
  /**
   * Files beside the source's own, at the publisher or in a mirror, that are not read; documented with the
   * reason.
   */
  excluded?: readonly {files: RegExp; content: string; reason: string}[];
  versions?: Versions;
  /**
   * How a record is known again under another key, since its rows have numbers of their own, which the
   * publisher may withdraw or replace. `number`: the field of the key that each version has its own of;
   * `within`: a column in which it is unique; `same`: columns that name one record together, the first of
   * which must have a value.
   */
  knownBy?: {within: string; number: string; same: readonly [string, ...string[]]};
}
