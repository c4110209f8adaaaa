/** The vocabulary of sources: layouts, parts of records, keys and versions. */

import type {Json} from './columns.ts';
import type {Field, Predicate} from './fields.ts';
import type {Cadence, SourceFile} from './files.ts';

/**
 * Where the rows of a layout stand in a document. A path is names joined by `/`; `@name` is an attribute, `..` leads up
 * (from a JSON object over the array it stands in), `name[2]` and `name[-1]` pick by number from 1 or from the end,
 * `name[@language=en]` by an attribute. In JSON a name leads into every item of an array; `[]` at the beginning is an
 * array at the top, an empty path the object there. Columns of the header are paths from the row's element (`.` is
 * itself); `document:name` and `document:url` name the document. A value is the text of the element and all in it, pieces
 * of an element that has no text of its own parted by blanks; of a JSON object or array its JSON; several are parted by line feeds; null where it is absent, empty, with `xsi:nil`, or a
 * JSON null. Names of XML count with or without the prefix of their namespace. Layouts that read the same place for the
 * same use are generations of one header: of them a document has the rows of the first whose columns it has.
 */
export type DocumentRows =
  | {form: 'xml' | 'json'; at: string}
  /**
   * `page` (what the right page has) and `at` are CSS selectors, and so are the columns by name: `selector` in the row,
   * `selector@attribute` (`@attribute` of the row itself), `^selector` from the page, `~selector` the last one that
   * begins before the row, such as its heading. White space of a text means a blank.
   */
  | {form: 'html'; page: string; at: string; columns: Record<string, string>}
  /**
   * CSV in sections, each under a heading that does not begin with a quote; those whose heading fits are read. Columns
   * as in their header, and `heading`, `above`: the last heading of headings, which has no table of its own, or of a
   * heading that fits `below` the last one that does not.
   */
  | {form: 'sections'; heading: RegExp; below?: RegExp};

/** One generation of a publisher's header, and how its columns become ours. */
export interface Layout {
  name: string;
  help: string;
  /** Files of the source that it reads, by base name (of a zip: of the entry); absent: any whose header fits. */
  files?: RegExp;
  /** Its rows are parts of records, see Source.parts; absent: each is a record. */
  childTable?: string;
  /**
   * Its rows are the code table of this name, which fields `named` read: `code`, `name`, and other fields with other
   * names. They count as merged (`code table`); of a code that comes twice the first row stands.
   */
  codeTable?: string;
  /**
   * Of workbooks: every sheet is read whose rows have this cell in some row, which is the header; sheets without it are
   * passed over and told. A cell with a date is its ISO day, numbers stand in the shortest form.
   */
  sheet?: {header: RegExp};
  /** Rows are records only where this holds: all others are refused, with the reason. */
  where?: {test: Predicate; reason: string};
  /** Of documents: where its rows stand. A document has the rows of every layout that fits. */
  rows?: DocumentRows;
  /**
   * Of documents: it is an earlier form of the layout of this name, whose rows serve another use: it has the rows of
   * documents that lack columns of that one.
   */
  supersededBy?: string;
  /** Names of columns that are known and left alone, so that they are not reported as unknown. */
  ignored?: RegExp;
  /** Column names in file order, as published now. */
  header: readonly string[];
  /** Used columns that some files lack; every other used column is required. */
  optional: readonly string[];
  /** Earlier spelling of a column -> its name in `header`. */
  aliases: Record<string, string>;
  fields: Record<string, Field>;
  /** Every record is two rows, one a language: fields read `name@en` and `name@fr`. */
  pivot?: {language: string; en: string; fr: string; key: readonly string[]};
}

/**
 * Rows that are no records of their own but belong to one: the files of a joined publication, the ballots of a vote.
 * They count as merged (`part of a record`); one without its record is refused.
 */
export interface ChildTable {
  help: string;
  /** Field of the part -> field of the record that it equals; a null one belongs to nobody. */
  foreignKey: Record<string, string>;
  /** Why a row without its record is refused, e.g. `no registration with this id`. */
  orphanReason: string;
  /** Why a row that equals several records is refused; absent: it belongs to each of them. */
  ambiguousReason?: string;
  /**
   * Fields in which the rows of one record differ: of several with the same, the last one counts, at the place of the
   * first; the others merge.
   */
  distinctOn?: readonly string[];
  /**
   * SQL by column of the record: an aggregate over the fields of its parts (alias `p`), whose place in the files is
   * `p._row`: `list(p.name ORDER BY p._row)`. Where several parts give a list, it holds the items of all, those of the
   * record's own field first; of other values the first that is not null stands, in the same order.
   */
  aggregates: Record<string, string>;
}

export interface Source {
  slug: string;
  /** Value of `source_dataset`. */
  label: string;
  dataset: string;
  /** Of an unpublished dataset: the published dataset or entity that its records become part of, as `/sources` says. */
  feeds?: string;
  publisher: string;
  license: string;
  license_url: string;
  page: string;
  cadence: Cadence;
  files: readonly SourceFile[];
  /** The publisher has no feed that is known: why, and what was looked for. It is read from a mirror all the same. */
  unconfirmed?: string;
  /** What parts the cells of its CSV files where it is no comma; a file whose first line has none has commas. */
  delimiter?: ';';
  /** Accepted encodings; `utf-16` is known by its mark, `windows-1252` taken only where the bytes are not valid UTF-8. */
  encodings: readonly ('utf-8' | 'utf-16' | 'windows-1252')[];
  layouts: readonly Layout[];
  /** Texts of a whole cell, case and all, that the publisher writes for no value. */
  nullTokens?: readonly string[];
  /**
   * Columns that say something of private persons. They are not asked for where a portal can leave columns out, no
   * layout uses them, and the rejects of the source say where a row stands but not what it says.
   */
  personal?: readonly string[];
  /** By the name that layouts give under `part`. */
  childTables?: Record<string, ChildTable>;
  /** Fields without which a row is refused; of a part those of its `of`. */
  required: readonly string[];
  /** Parts of the publisher's key, of the first version; record_id is their hash. Fields of the layouts. */
  key: readonly string[];
  /**
   * Where records share a key: fields of the first version that are added to the keys of all of them, then an
   * ordinal, by content, for those that share even these. Absent: all but the first of them are refused.
   */
  disambiguate?: readonly string[];
  /** Rows that say the same in every field are records of their own, as payments are; absent: they are merged. */
  duplicates?: 'separate';
  /** Files that lie beside the source's own, at the publisher or in a mirror, and are not read; published with reason. */
  excluded?: readonly {files: RegExp; what: string; reason: string}[];
  /** How rows become versions of one record. Names are fields of the layouts. */
  versions?: {
    /** Rows with the same values here may be one record; a blank one makes the row stand alone. */
    group: readonly string[];
    standaloneWhenBlank?: string;
    /** Rows of a group belong together when they share all values of one of these (nulls share nothing); links chain. */
    links?: readonly (readonly string[])[];
    /** Versions of one record differ in these: the n-th row of a value, by `order`, belongs to the n-th record. */
    distinctOn?: readonly string[];
    /** SQL terms over the fields (alias `v`; `v._row` is the place in the files), first version first. */
    order: readonly string[];
    /** What the rows that are not the last version count as; absent: `earlier version`. */
    mergeReason?: string;
    /** SQL aggregates over all versions of a record (alias `v`), to be named in `computed`. */
    aggregates?: Record<string, string>;
    /** SQL by column over the current version (alias `last`), the original (`first`) and the aggregates. */
    computed?: Record<string, string>;
    /** SQL window terms over the versions up to one (alias `v`, window `so_far`), to be named in `earlier`. */
    running?: Record<string, string>;
    /** Fields of `amendments` that differ from what the dataset says: SQL over one earlier version (alias `v`). */
    amendments?: Record<string, string>;
  };
  /** Rows as published and what becomes of them; a test runs every one. */
  examples: readonly {layout: string; in: Record<string, string>; out: Record<string, Json>}[];
}
