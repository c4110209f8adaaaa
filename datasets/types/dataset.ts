/** Datasets: columns, checks, statistics, filters and search. */
import type {Sql} from '../sql_file.ts';
import type {Column, Columns} from './columns.ts';
import type {Source} from './source.ts';

export type Severity = 'ERROR' | 'WARN' | 'INFO';

/**
 * A rule over a whole dataset. ERROR keeps the old build, WARN is published with the data, INFO is logged.
 */
export interface Check {
  name: string;
  severity: Severity;
  /**
   * Boolean SQL aggregate, e.g. `count(*) FILTER (WHERE vendor IS NULL) <= 0.002 * count(*)`; `$as_of` is the
   * data date.
   */
  sql: string;
  /**
   * A SELECT of one row of numbers over any datasets: they are shown with the outcome, and `sql` is a
   * condition over them.
   */
  figures?: Sql;
  /** Why the rule exists and why its threshold has this value. */
  reason: string;
}

/** What the rows of one record seldom differ in, so that a record that joins two of them is doubtful. */
export interface Doubtful {
  /**
   * By what is joined, e.g. `two vendors`: a boolean SQL expression over a record (alias `r`) with its
   * `versions`.
   */
  joins: Readonly<Record<string, string>>;
  /** The field of `versions` with the names of who the rows are about. */
  names: string;
}

/** One dimension of the statistics. */
export interface Grouping {
  /** SQL expression over the dataset's columns (alias `r`) and `join`; null becomes `Unknown`. */
  sql: string;
  /**
   * The expression returns a list: a record counts once for each distinct item, an empty list as `Unknown`.
   */
  list?: true;
  join?: string;
  /** Groups are ordered by value, descending (`Unknown` last), instead of by sum. */
  chronological?: true;
  bilingual?: true;
  /** The column of which the groups are ranges that leave no gap: `series.ts` has their bounds. */
  rangesOf?: string;
  /** The filter by key that finds the records of a group: keys are the percent-encoded values. */
  key?: string;
  /** True for dimensions beyond the original service. */
  added?: true;
}

/**
 * How a column may be filtered: `exact` takes values or a flag, `partial` any part of the folded text,
 * `range` inclusive bounds.
 */
export type Filter = 'exact' | 'partial' | 'range';

export interface Dataset {
  name: string;
  title: string;
  help: string;
  /**
   * The column that identifies a record. Hashed ids carry `prefix`; an empty prefix means that layouts give
   * the id as published.
   */
  id: {column: string; prefix: string};
  columns: Columns;
  /** The default order is also that of the Parquet: descending, nulls last, then id ascending. */
  sort: {default: string; keys: Record<string, string>};
  filters: Record<string, Filter>;
  /** Filtered columns whose different values are counted (facets) and listed. */
  facets?: readonly string[];
  /** Columns whose words are searched together, in any order. */
  search?: readonly string[];
  /** How its records appear in the search over all datasets; absent: they do not. */
  globalSearch?: GlobalSearch;
  /**
   * Columns of the WGS 84 position, null together. `distance` is the field that items gain in searches by
   * distance, after all others, and a sort key there.
   */
  point?: {lat: string; lng: string; distance: {name: string; column: Column}};
  /**
   * Records are areas looked up by a point: the columns of the geometry and of its size in square metres,
   * those that decide between areas of equal size, in order, and the one whose value may restrict the lookup.
   */
  area?: {geometry: string; size: string; tieBreakers: readonly string[]; within: string};
  /** Date column whose extent `/sources` and the manifest show; null: none. */
  date: string | null;
  /** Served by the API; others are only in the files, for analysts. */
  published: boolean;
  /** As of entities: not among the counts of `/health`. */
  uncounted?: true;
  stats?: {groups: Record<string, Grouping>; sum: string | null};
  /** LEFT JOINs that derived columns and groups name; each matches at most one row. */
  joins?: Record<string, string>;
  checks: readonly Check[];
  /** Records of several rows at which a person should look. */
  doubtful?: Doubtful;
  sources: readonly Source[];
  /**
   * A dataset without sources of its own: the rows of another one for which `where` (SQL, alias `r`) holds.
   * They are all rows of `sources`, by slug, and no others.
   */
  view?: {table: string; where: string; sources: readonly string[]};
  /**
   * A view of the catalogue over the records for which `where` (SQL over the columns) holds: of what several
   * records report, one.
   */
  once?: {view: string; where: string; help: string};
  /** How the versions of a record combine; see Source.versions. */
  versions?: {
    /** Columns taken from the first version; all others come from the last. */
    fromOriginal: readonly string[];
    /** SQL by column over the combined record, alias `rec`. */
    computed: Record<string, string>;
    /**
     * Fields of the items of the column `versions` that are not the fields of their names: SQL over one
     * version, alias `v`. Fields that no layout of the source has are null; `rule` is why the row belongs to
     * the record. A column `amendments` has the same fields of all but the last version.
     */
    entries?: Readonly<Record<string, string>>;
  };
}

/**
 * The label of a record; null if all of its columns are. Where a column that is filtered begins it, its
 * values in memory tell most of what the search asks of labels.
 */
export type Label =
  | {column: string}
  /** SQL over the columns (alias `r`) and `join`. */
  | {sql: string; join?: string}
  /** The first column, else the second. */
  | {either: readonly [string, string]}
  /**
   * Both columns, as `first between second end`; one alone where the other is null. Items of a list are
   * joined by LIST_JOINT.
   */
  | {pair: readonly [string, string]; between: string; end: string};

/** How the search over all datasets matches and labels the records of a dataset or entity. */
export interface GlobalSearch {
  /** Columns whose words are searched together. */
  columns: readonly string[];
  label: Label & {bilingual?: true};
  /** Date column of the default order, which puts the newest results first; absent: there is none. */
  date?: string;
  /**
   * Column of the numbers of bills, one of which a whole text may be; only the wider search looks for them.
   */
  bills?: string;
}
